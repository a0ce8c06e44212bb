import { isJudged, type Call, type Figure, type Report, type Trial } from '@benchloop/spec';
import { pairedRatio } from '../measure/statistics/cluster-bootstrap.ts';
import type { PairedTask } from '../measure/statistics/paired-task.ts';
import { speedCell } from '../summary/formula.ts';
import { groupBy } from '../summary/group-by.ts';
import { speedSampleOf, type SpeedSample } from '../summary/speed-sample.ts';

const cellOf = ({ summary }: Report, cell: string) => summary.speed.find((row) => row.cell === cell) ?? null;

/** Medians over every reply: what a ratio over all tasks that both runs have is to stand beside. */
const ofAllReplies = {
  decode: (report: Report): number | null => cellOf(report, 'all')?.decodeTokensPerSecond?.p50 ?? null,
  ttft: (report: Report): number | null => cellOf(report, 'all')?.ttftMs?.p50 ?? null,
};

/** Median decode rate by the client's clock: of the timed cell, else over all calls. */
export const decodeRateOf = (report: Report): number | null =>
  (cellOf(report, speedCell) ?? cellOf(report, 'all'))?.decodeTokensPerSecond?.p50 ?? null;

const timedTrialsOf = ({ summary, trials }: Report): Trial[] => {
  const clock = new Set(summary.suites.filter(({ judge }) => judge === 'clock').map(({ id }) => id));
  return trials.filter(({ suiteId }) => clock.has(suiteId));
};

/** The timed cell with the longest prompt, where that is not the cell of `decodeRateOf`; null = no such was timed. */
const deepestCellOf = (report: Report): string | null => {
  const timed = new Set(timedTrialsOf(report).map(({ family }) => family));
  const [deepest] = report.summary.speed
    .filter(({ cell, promptTokens }) => timed.has(cell) && promptTokens !== null)
    .toSorted((one, other) => (other.promptTokens?.p50 ?? 0) - (one.promptTokens?.p50 ?? 0));
  return deepest === undefined || deepest.cell === speedCell ? null : deepest.cell;
};

/** Median decode rate of the timed cell with the longest prompt; null = no such was timed. */
export const decodeRateAtDepthOf = (report: Report): number | null => {
  const cell = deepestCellOf(report);
  return cell === null ? null : (cellOf(report, cell)?.decodeTokensPerSecond?.p50 ?? null);
};

/** Median time to the first token of timed short prompts, else over all calls. */
export const ttftOf = (report: Report): number | null => (cellOf(report, 'answer') ?? cellOf(report, 'all'))?.ttftMs?.p50 ?? null;

/** Memory as the server or engine estimates or tells it, else the size of the weights alone. */
export const memoryOf = ({ run }: Report): number | null => run.server?.memoryEstimateBytes ?? run.model?.sizeBytes ?? null;

export const solvedOf = ({ trials }: Report): number =>
  trials.filter(({ score, suiteId }) => score?.passed === true && suiteId !== 'speed').length;

const samplesOf = (trial: Trial): SpeedSample[] => trial.calls.map((call: Call) => speedSampleOf(call)).filter((sample) => sample !== null);

/** A value of each of some trials. */
type Measured = { each: (trial: Trial) => number | null; among: (report: Report) => Trial[] };

/** One value per trial for the tasks that both runs have, same suite digest or not: a timed prompt is the same text. */
const pairsBy = (a: Report, b: Report, { each: valueOf, among }: Measured): PairedTask[] => {
  const valuesOf = (report: Report): Map<string, number[]> =>
    new Map(
      [
        ...groupBy(
          among(report).filter(({ outcome }) => isJudged(outcome)),
          ({ suiteId, taskId }) => `${suiteId}/${taskId}`,
        ),
      ].map(([id, all]) => [id, all.map(valueOf).filter((value) => value !== null && value > 0) as number[]]),
    );
  const other = valuesOf(b);
  return [...valuesOf(a)].flatMap(([id, values]) => {
    const values2 = other.get(id) ?? [];
    return values.length === 0 || values2.length === 0 ? [] : [{ a: values, b: values2 }];
  });
};

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const decodeOf = (trial: Trial): number | null => meanOf(samplesOf(trial).flatMap(({ decode }) => (decode === null ? [] : [decode])));
const prefillOf = (trial: Trial): number | null =>
  meanOf(samplesOf(trial).flatMap(({ serverPrefill, clientPrefill }) => serverPrefill ?? clientPrefill ?? []));
const ttftOfTrial = (trial: Trial): number | null => samplesOf(trial)[0]?.ttftMs ?? null;
const tokensOf = (trial: Trial): number | null => {
  const counts = trial.calls.map(({ usage }) => usage?.completionTokens ?? null);
  return counts.length === 0 || counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
};

const perSolved = (report: Report, total: number): number | null => {
  const solved = solvedOf(report);
  return solved === 0 ? null : total / solved;
};

const secondsOf = ({ trials, summary }: Report): number | null =>
  trials.length === 0
    ? null
    : summary.suites.filter(({ judge }) => judge === 'scorer').length === 0
      ? null
      : trials.filter(({ suiteId }) => suiteId !== 'speed').reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;

const allTrialsOf = ({ trials }: Report): Trial[] => trials;
const trialsOfCell = (report: Report, cell: string | null): Trial[] => timedTrialsOf(report).filter(({ family }) => family === cell);

type FigureSource = Pick<Figure, 'id' | 'title' | 'unit' | 'better'> & {
  of: (report: Report) => number | null;
  /** What is paired by task for the ratio; null = a figure of the whole run. */
  pairs: Measured | null;
  /** True where the figure says something of the machine, not of the replies. */
  isSpeed: boolean;
};

/** What is measured of a run besides its answers. A measure more is a line more here. */
const sources: readonly FigureSource[] = [
  {
    id: 'decode',
    title: 'decode rate',
    unit: 'tok/s',
    better: 'higher',
    of: ofAllReplies.decode,
    pairs: { each: decodeOf, among: allTrialsOf },
    isSpeed: true,
  },
  {
    id: 'decode-timed',
    title: 'decode rate, timed',
    unit: 'tok/s',
    better: 'higher',
    of: (report) => cellOf(report, speedCell)?.decodeTokensPerSecond?.p50 ?? null,
    pairs: { each: decodeOf, among: (report) => trialsOfCell(report, speedCell) },
    isSpeed: true,
  },
  {
    id: 'decode-depth',
    title: 'decode rate at depth',
    unit: 'tok/s',
    better: 'higher',
    of: decodeRateAtDepthOf,
    pairs: { each: decodeOf, among: (report) => trialsOfCell(report, deepestCellOf(report)) },
    isSpeed: true,
  },
  {
    id: 'ttft',
    title: 'time to first token',
    unit: 'ms',
    better: 'lower',
    of: ofAllReplies.ttft,
    pairs: { each: ttftOfTrial, among: allTrialsOf },
    isSpeed: true,
  },
  {
    id: 'prefill',
    title: 'prefill rate',
    unit: 'tok/s',
    better: 'higher',
    of: (report) => cellOf(report, 'all')?.prefillTokensPerSecond?.p50 ?? null,
    pairs: { each: prefillOf, among: allTrialsOf },
    isSpeed: true,
  },
  {
    id: 'duration',
    title: 'time per trial',
    unit: 's',
    better: 'lower',
    of: (report) => meanOf(report.trials.filter(({ outcome }) => isJudged(outcome)).map(({ durationMs }) => durationMs / 1000)),
    pairs: { each: ({ durationMs }) => durationMs, among: allTrialsOf },
    isSpeed: true,
  },
  {
    id: 'tokens',
    title: 'tokens per trial',
    unit: 'tokens',
    better: 'lower',
    of: (report) => meanOf(report.trials.map(tokensOf).filter((count) => count !== null)),
    pairs: { each: tokensOf, among: allTrialsOf },
    isSpeed: false,
  },
  {
    id: 'tokens-per-solved',
    title: 'tokens per solved task',
    unit: 'tokens',
    better: 'lower',
    of: (report) => perSolved(report, report.summary.totalTokens.completion),
    pairs: null,
    isSpeed: false,
  },
  {
    id: 'time-per-solved',
    title: 'time per solved task',
    unit: 's',
    better: 'lower',
    of: (report) => {
      const seconds = secondsOf(report);
      return seconds === null ? null : perSolved(report, seconds);
    },
    pairs: null,
    isSpeed: true,
  },
  { id: 'memory', title: 'memory', unit: 'bytes', better: 'lower', of: memoryOf, pairs: null, isSpeed: false },
  { id: 'energy-per-solved', title: 'energy per solved task', unit: 'J', better: 'lower', of: () => null, pairs: null, isSpeed: true },
];

/** Which of the two has no value. */
const whose = (values: readonly (number | null)[]): string =>
  values.every((value) => value === null) ? 'neither run' : values[0] === null ? 'A' : 'B';

const missingNote = ({ id, title }: FigureSource, values: readonly (number | null)[], reports: readonly Report[]): string => {
  const solved = reports.map((report) => (solvedOf(report) === 0 ? null : 1));
  if (id === 'energy-per-solved') return 'not run: no energy was read';
  if (title.endsWith('per solved task') && solved.includes(null)) {
    const who = whose(solved);
    return who === 'neither run' ? 'neither run solved a task' : `${who} solved no task`;
  }
  const who = whose(values);
  return who === 'neither run' ? 'not measured in either run' : `not measured in ${who}`;
};

const noteOf = (source: FigureSource, a: Report, b: Report, values: readonly (number | null)[]): string | null => {
  const places = [a.run.plan.place.value, b.run.plan.place.value];
  if (source.isSpeed && places.includes('remote')) return 'a remote service is never compared with local speed';
  if (values.includes(null)) return missingNote(source, values, [a, b]);
  if (source.isSpeed && a.run.machine.machineId !== b.run.machine.machineId) return 'measured on other machines';
  return null;
};

/** Why two values stand without a ratio. */
const noRatioNote = ({ pairs }: FigureSource): string =>
  pairs === null ? 'one figure of a whole run, so no interval' : 'fewer than two tasks have it in both runs, so no interval';

/** Figures of both runs with the ratio B over A and its 95 % interval over the tasks that both have. */
export const figuresOf = (a: Report, b: Report, seed: string): Figure[] =>
  sources.map((source) => {
    const { id, title, unit, better, of } = source;
    const values = [of(a), of(b)];
    const note = noteOf(source, a, b, values);
    const barred = note !== null && note.startsWith('a remote');
    const pairs = source.pairs === null || barred ? [] : pairsBy(a, b, source.pairs);
    const ratio = pairs.length < 2 ? null : pairedRatio(pairs, { seed: `${seed}/${id}` });
    return {
      id,
      title,
      unit,
      better,
      a: values[0] ?? null,
      b: values[1] ?? null,
      ratio:
        ratio === null
          ? null
          : { value: ratio.value, low: ratio.interval?.low ?? null, high: ratio.interval?.high ?? null, n: pairs.length },
      note:
        note ??
        (ratio === null ? noRatioNote(source) : ratio.interval === null ? 'no interval, as the ratio is the same on every task' : null),
    };
  });
