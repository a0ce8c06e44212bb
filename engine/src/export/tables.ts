import {
  contextTiers,
  sayTier,
  type ContextHeld,
  type Quantiles,
  type Report,
  type SpeedSummary,
  type SuiteSummary,
} from '@benchloop/spec';
import { remarksOf } from './verdict.ts';
import { absent, onOneLine, sayCount, sayDuration, sayInterval, sayMedian, sayOr, sayP95, sayPercent, sayRate } from './words.ts';

/** A table of texts. `notes` stand below their row, `footnotes` below the table. */
export type Row = { cells: string[]; notes: string[] };
export type Table = { title: string; head: string[]; rows: Row[]; footnotes: string[] };

type Measured = [name: string, quantiles: Quantiles | null, say: (value: number) => string];

/** Intervals of the medians of a row; those of too few samples are said once below the table. */
const medianNote = (figures: readonly Measured[]): string[] => {
  const parts = figures.flatMap(([name, quantiles, say]) =>
    quantiles?.p50Interval === undefined
      ? []
      : [`${name} ${say(quantiles.p50Interval.low)} to ${say(quantiles.p50Interval.high)} (n=${quantiles.n})`],
  );
  return parts.length === 0 ? [] : [`95 % of the median: ${parts.join(', ')}`];
};

/** Why some medians have no interval. */
const fewSamplesNote = (measured: readonly (Quantiles | null)[]): string[] =>
  measured.some((quantiles) => quantiles !== null && quantiles.p50Interval === undefined)
    ? ['A median without an interval: fewer than 6 samples, of which none can be made.']
    : [];

const scoreRow = (suite: SuiteSummary): Row => ({
  cells: [
    suite.id,
    sayOr(suite.score, ({ value }) => value.toFixed(1)),
    sayOr(suite.score, (score) => sayInterval(score, 1)),
    sayOr(suite.score, ({ n }) => String(n)),
    sayOr(suite.passRate, ({ value }) => sayPercent(value)),
    sayOr(suite.passRate, ({ low, high }) => sayInterval({ low: 100 * low, high: 100 * high }, 0)),
    sayMedian(suite.durationMs, sayDuration),
    sayP95(suite.durationMs, sayDuration),
  ],
  notes: [
    ...medianNote([['time', suite.durationMs, sayDuration]]),
    ...(suite.score === null ? ['nothing was judged, so there is no score'] : []),
    ...remarksOf(suite),
  ],
});

const p95Note = (values: readonly (string | undefined)[]): string[] => [
  ...(values.includes(absent) ? [`${absent} under p95: fewer than 20 samples.`] : []),
  ...(values.some((value) => value !== undefined && value !== absent)
    ? ['p95 tells what was seen and is no estimate, so it has no interval.']
    : []),
];

/** Scores of all suites with intervals, then what was not run with the reason and the remedy. */
export const scoreTable = ({ summary }: Report): Table => {
  const scored = summary.suites.filter(({ judge }) => judge === 'scorer');
  const rows = scored.map(scoreRow);
  const parts = summary.notRun.filter(({ suiteId }) => summary.suites.some(({ id }) => id === suiteId));
  for (const { suiteId, reason, remedy } of parts)
    rows.find(({ cells }) => cells[0] === suiteId)?.notes.push(onOneLine(`a part was not run: ${reason}. Next: ${remedy}`));
  const missing = summary.notRun
    .filter((entry) => !parts.includes(entry))
    .map(({ suiteId, reason, remedy }) => ({
      cells: [suiteId, absent, ...Array<string>(6).fill(absent)],
      notes: [onOneLine(`not run: ${reason}. Next: ${remedy}`)],
    }));
  return {
    title: 'Scores, 0 to 100, with 95 % intervals and time per trial',
    head: ['suite', 'score', '95 %', 'n', 'passed', '95 %', 'time', 'p95'],
    rows: [...rows, ...missing],
    footnotes: [...fewSamplesNote(scored.map(({ durationMs }) => durationMs)), ...p95Note(rows.map(({ cells }) => cells[7]))],
  };
};

const sayHeld = ({ tiers, held }: ContextHeld): string[] => {
  if (held === null) return ['Largest tier held: not known, as the server told no prompt counts.'];
  const say = (tier: number | null): string => (tier === null ? 'none' : sayTier(tier));
  const interval = held.low === held.high ? say(held.low) : `${say(held.low)} to ${say(held.high)}`;
  const measured = tiers.at(-1)?.tier ?? 0;
  return [
    `Largest tier held: ${say(held.tier)}, 95 % interval ${interval}. Held = a score of at least 50 here and in every smaller tier.`,
    ...(held.high === measured && measured !== contextTiers.at(-1) ? [`Tiers above ${say(measured)} were not measured.`] : []),
  ];
};

/** Long context by tier and the largest tier held; null = the suite was not run. */
export const contextTable = ({ summary: { contextHeld } }: Report): Table | null =>
  contextHeld === undefined
    ? null
    : {
        title: 'Long context, tiers by the server’s own count of prompt tokens',
        head: ['tier', 'prompt', 'score', '95 %', 'n'],
        rows: contextHeld.tiers.map(({ tier, promptTokens, score }) => ({
          cells: [sayTier(tier), String(promptTokens.p50), score.value.toFixed(1), sayInterval(score, 1), String(score.n)],
          notes: [],
        })),
        footnotes: [
          ...sayHeld(contextHeld),
          ...(contextHeld.uncounted === 0
            ? []
            : [
                `${sayCount(contextHeld.uncounted, 'trial')} of no tier: the server told no count, or one far below the text, which it then cut or had cached.`,
              ]),
        ],
      };

const speedRow = (row: SpeedSummary): Row => ({
  cells: [
    row.cell,
    sayOr(row.ttftMs, ({ n }) => String(n)),
    sayMedian(row.promptTokens, String),
    sayMedian(row.ttftMs, sayDuration),
    sayP95(row.ttftMs, sayDuration),
    `${sayMedian(row.prefillTokensPerSecond, sayRate)}${row.prefillSource === 'client-ttft' ? '*' : ''}`,
    sayMedian(row.decodeTokensPerSecond, sayRate),
    sayMedian(row.serverDecodeTokensPerSecond, sayRate),
    sayMedian(row.interTokenP50Ms, sayDuration),
  ],
  notes: medianNote([
    ['TTFT', row.ttftMs, sayDuration],
    ['prefill', row.prefillTokensPerSecond, sayRate],
    ['decode', row.decodeTokensPerSecond, sayRate],
    ['server', row.serverDecodeTokensPerSecond, sayRate],
    ['ITL', row.interTokenP50Ms, sayDuration],
  ]),
});

/** Timings by cell; null = nothing was timed. */
export const speedTable = ({ run, summary }: Report): Table | null => {
  const clock = summary.suites.filter(({ judge }) => judge === 'clock');
  const remarks = clock.flatMap((suite) => remarksOf(suite).map((remark) => `${suite.id}: ${remark}`));
  if (summary.speed.length === 0 && remarks.length === 0) return null;
  const rows = summary.speed.map(speedRow);
  return {
    title: `Speed${run.plan.place.value === 'remote' ? ' of a remote endpoint' : ''}, medians; prefill, decode and the server’s own decode in tok/s`,
    head: ['cell', 'n', 'prompt', 'TTFT', 'p95', 'prefill', 'decode', 'server', 'ITL'],
    rows,
    footnotes: [
      ...(run.plan.place.value === 'remote' ? ['Seen from here over the network; not to be ranked with local speed.'] : []),
      ...remarks,
      ...fewSamplesNote(summary.speed.flatMap((row) => [row.ttftMs, row.prefillTokensPerSecond, row.decodeTokensPerSecond])),
      ...p95Note(rows.map(({ cells }) => cells[4])),
      ...(summary.speed.some(({ prefillSource }) => prefillSource === 'client-ttft')
        ? ['* from the time to first token, as the server tells no times of its own.']
        : []),
      ...(rows.some(({ cells }) => cells.slice(5, 8).includes(absent))
        ? [`${absent} under a rate: too short to give one, or not told by the server.`]
        : []),
    ],
  };
};
