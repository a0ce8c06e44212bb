import type { Quantiles, Report } from '@benchloop/spec';
import { isJudged } from '@benchloop/spec';
import { partsOfMachine } from '../../machine-line.tsx';
import { absent, onOneLine, sayRate } from '../../words/format.ts';
import { timedCellsOf } from '../timed-cells.ts';
import type { ReportText } from '../report-data.ts';

export type CardScore = { name: string; estimate: { value: number; low: number; high: number; n: number } | null; missing: string };

/** What stands on a share card. */
export type CardData = {
  /** That the run was changed after it was made; null = nothing to say. */
  alarm: string | null;
  model: string;
  harness: string;
  machine: string;
  verdict: string;
  overall: { value: number; low: number; high: number; n: number } | null;
  scores: CardScore[];
  /** Suites that found no room. */
  more: number;
  decode: string;
  ttft: string;
  foot: string;
};

const mostSuites = 8;

/** Letters that the fonts of the card hold; every other character is shown as `?`, never as an empty box. */
const known = /[^\u0020-\u007E\u00A0-\u00FF\u2010-\u2015\u2018-\u201E\u2026\u2212±×·]/gu;

/** Text on one line in the letters that the card has. */
export const cardText = (text: string): string => onOneLine(text.normalize('NFC').replaceAll('\u2009', ' ')).replaceAll(known, '?');

const modelOf = ({ run }: Report): string => {
  const name = run.model?.name ?? run.plan.model.value ?? run.plan.provider.value;
  const quantization = run.model?.quantization ?? null;
  return cardText(quantization === null || name.toLowerCase().includes(quantization.toLowerCase()) ? name : `${name} ${quantization}`);
};

const machineOf = ({ run }: Report): string =>
  run.plan.place.value === 'remote'
    ? cardText(`remote endpoint${run.plan.hardware.value === null ? ', hardware unknown' : `, stated: ${run.plan.hardware.value}`}`)
    : cardText(partsOfMachine(run.machine).join(' · '));

const scoresOf = ({ summary }: Report): CardScore[] => [
  ...summary.suites
    .filter(({ judge }) => judge === 'scorer')
    .map(({ id, score }) => ({ name: cardText(id), estimate: score, missing: 'not judged' })),
  ...summary.notRun
    .filter(({ suiteId }) => !summary.suites.some(({ id }) => id === suiteId))
    .map(({ suiteId }) => ({ name: cardText(suiteId), estimate: null, missing: 'not run' })),
];

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

const sayMedianOf = ({ n, p50Interval }: Quantiles, say: (value: number) => string): string =>
  p50Interval === undefined
    ? `median of n=${n}, too few for an interval`
    : `median of n=${n}, 95 % ${say(p50Interval.low)} to ${say(p50Interval.high)}`;

/** The timed cell with the longest replies: its rate is the least shaken by one token more or less. */
const speedOf = (report: Report): { decode: string; ttft: string } => {
  const timed = timedCellsOf(report).filter(({ decodeTokensPerSecond }) => decodeTokensPerSecond !== null);
  const cell = timed.toSorted((a, b) => (b.completionTokens?.p50 ?? 0) - (a.completionTokens?.p50 ?? 0))[0];
  const rate = cell?.decodeTokensPerSecond ?? null;
  const ttft = cell?.ttftMs ?? null;
  return {
    decode: rate === null ? `decode ${absent} not run` : cardText(`decode ${sayRate(rate.p50)}, ${sayMedianOf(rate, sayRate)}`),
    ttft: ttft === null ? '' : `first token ${seconds(ttft.p50)} s, ${sayMedianOf(ttft, seconds)}`,
  };
};

/** A run as the few facts that a card has room for. */
export const cardDataOf = (report: Report, text: Pick<ReportText, 'verdict' | 'alarm'>): CardData => {
  const { overall, outcomes } = report.summary;
  const n = Object.entries(outcomes).reduce((sum, [outcome, count]) => sum + (isJudged(outcome as keyof typeof outcomes) ? count : 0), 0);
  const scores = scoresOf(report);
  return {
    alarm: text.alarm === null ? null : cardText('This run was changed after it was made. Trust none of the numbers.'),
    model: modelOf(report),
    harness: cardText(`harness ${report.run.manifest.harness.id} · profile ${report.run.manifest.profile}`),
    machine: machineOf(report),
    verdict: cardText(text.verdict),
    overall:
      overall.value === null || overall.low === null || overall.high === null
        ? null
        : { value: overall.value, low: overall.low, high: overall.high, n },
    scores: scores.slice(0, mostSuites),
    more: Math.max(0, scores.length - mostSuites),
    ...speedOf(report),
    foot: cardText(
      `run ${report.run.id} · manifest ${report.run.manifest.digest.replace(/^sha256:/, '').slice(0, 12)} · ${report.run.createdAt.slice(0, 10)}`,
    ),
  };
};
