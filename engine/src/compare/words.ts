import type { ComparedRun, Comparison, Difference, Figure, Pair } from '@benchloop/spec';

const minus = '−';

/** `+3.1`, `−0.4`, `0.0`. */
export const saySigned = (value: number, digits = 1): string => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value > 0 ? '+' : minus}${text}`;
};

/** The words of a verdict on B beside A. */
export const sayVerdict = ({ verdict, moreTrials }: Pick<Difference, 'verdict' | 'moreTrials'>, margin: number): string => {
  if (verdict === 'same') return `same within ±${margin}`;
  if (verdict !== 'cannot-tell') return verdict;
  return moreTrials === null || moreTrials === 0 ? 'cannot tell yet' : `cannot tell yet (about ${moreTrials} more trials)`;
};

export const sayLimits = ({ low, high }: Pick<Difference, 'low' | 'high'>): string =>
  low === null || high === null ? 'no interval' : `${saySigned(low)} to ${saySigned(high)}`;

/** Limits, or that there are none and why. */
export const sayLimitsOrWhy = (line: Pick<Difference, 'low' | 'high' | 'tasks'>): string =>
  line.low === null || line.high === null
    ? `no interval, as ${line.tasks === 1 ? 'one task shows no spread' : 'the scores differ alike on every task'}`
    : sayLimits(line);

/** What a table of differences says below it of its numbers; the last only where a line has no interval. */
export const differenceNotes = (lines: readonly Pick<Difference, 'low' | 'high'>[]): string[] => [
  'The interval is that of B − A over the n tasks that both tried; those of A and of B alone are in `report RUN`. Gained and lost count tasks.',
  ...(lines.some(({ low, high }) => low === null || high === null)
    ? ['No interval: scores that differ alike on every task, or a single task, show no spread to make one from.']
    : []),
];

/** What a table of figures says below it of its numbers. */
export const figureNote =
  'A and B are medians over all replies of rates and of the time to first token, means per trial, or totals, tokens being those written; timed is the cell of speed with the shortest prompt, depth that with the longest; `report RUN` shows n and intervals of the medians. B / A is a mean of ratios by task, over the n tasks of those that both tried.';

/** Why a rank stands in place of an interval. */
export const rankNote =
  'Quality has no interval of its own here: the rank is what the data allow at 95 %, and n is the number of tasks above.';

const sayP = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));

/** `p 0.012 (Holm 0.036)`. */
export const sayTest = ({ p, pHolm }: Pick<Difference, 'p' | 'pHolm'>): string =>
  `p ${sayP(p)}${pHolm === p ? '' : ` (Holm ${sayP(pHolm)})`}`;

const sayNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

const gibibyte = 1024 ** 3;

/** A figure with its unit; absent is an em dash. */
export const sayFigure = (value: number | null, { unit }: Pick<Figure, 'unit'>): string => {
  if (value === null) return '—';
  return unit === 'bytes' ? `${(value / gibibyte).toFixed(2)} GiB` : `${sayNumber(value)} ${unit}`;
};

/** `1.42x (1.38 to 1.47, n=12)`. */
export const sayRatio = ({ ratio }: Pick<Figure, 'ratio'>): string => {
  if (ratio === null) return '—';
  const limits = ratio.low === null || ratio.high === null ? 'no interval' : `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}`;
  return `${ratio.value.toFixed(2)}x (${limits}, n=${ratio.n})`;
};

const nameOf = (runs: readonly ComparedRun[], id: string): string => runs.find((run) => run.id === id)?.name ?? id;

/** Decode rates whose ratio is surely within this share of 1 are called the same. */
const sameRateShare = 0.05;

/** By the timed prompts where both runs have them: other replies differ in length and share the machine with tools. */
const speedSentence = (pair: Pick<Pair, 'figures'>, b: string): string => {
  const known = ['decode-timed', 'decode'].map((wanted) => pair.figures.find(({ id }) => id === wanted)?.ratio ?? null);
  const ratio = known.find((one) => one !== null && one.low !== null && one.high !== null);
  if (ratio === undefined || ratio === null || ratio.low === null || ratio.high === null) return '';
  if (ratio.low >= 1 - sameRateShare && ratio.high <= 1 + sameRateShare)
    return ` They write at the same speed, within ${sameRateShare * 100} %.`;
  if (ratio.low <= 1 && ratio.high >= 1) return ' Which of them writes faster cannot be told yet.';
  return ratio.value > 1
    ? ` ${b} writes ${ratio.value.toFixed(2)} times as fast.`
    : ` ${b} writes ${(1 / ratio.value).toFixed(2)} times as slowly.`;
};

const cutSentence = (pair: Pick<Pair, 'lost'>, b: string): string => {
  const cut = pair.lost.filter((flip) => flip.cut).length;
  return cut === 0
    ? ''
    : ` ${cut} of the ${pair.lost.length} tasks that ${b} lost were cut off at a token or context limit: raise it before you judge.`;
};

/** The verdict of a pair in one or two sentences. */
export const pairSentence = (pair: Omit<Pair, 'sentence'>, { runs, margin }: Pick<Comparison, 'runs' | 'margin'>): string => {
  const [a, b] = [nameOf(runs, pair.a), nameOf(runs, pair.b)];
  if (pair.refused !== null) return `${b} and ${a} can’t be compared: ${pair.refused}.`;
  const { quality } = pair;
  if (quality === null) return `${b} and ${a}: no suite with a weight is shared, so there is no verdict on quality.`;
  const words = {
    better: `${b} is better than ${a}`,
    worse: `${b} is worse than ${a}`,
    same: `${b} is as good as ${a}, within ±${margin} points`,
    'cannot-tell': `${b} and ${a} cannot be told apart yet`,
  }[quality.verdict];
  const more =
    quality.verdict === 'cannot-tell' && quality.moreTrials !== null && quality.moreTrials > 0
      ? `; about ${quality.moreTrials} more trials in each would separate them, if the difference seen is the true one`
      : '';
  return `${words}: ${saySigned(quality.difference)} points, 95 % ${sayLimitsOrWhy(quality)}, ${quality.tasks} ${quality.tasks === 1 ? 'task' : 'tasks'}${more}.${speedSentence(pair, b)}${cutSentence(pair, b)}`;
};

export const changedDoubt = (name: string, id: string): string =>
  `${name === id ? `Run ${id}` : `${name} (${id})`} was changed after it was made: its digest does not hold, so trust nothing of it. See \`bench-loop verify ${id}\`.`;

/** What makes the numbers of a run doubtful; empty = nothing known. */
export const doubtsOfRun = ({ id, name, integrity, status }: ComparedRun): string[] => [
  ...(integrity === 'differs' ? [changedDoubt(name, id)] : []),
  ...(status === 'running' || status === 'interrupted'
    ? [`${name} (${id}) has not ended: resume it with \`bench-loop resume ${id}\`.`]
    : []),
];
