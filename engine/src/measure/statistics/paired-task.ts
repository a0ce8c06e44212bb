/**
 * One task that two runs tried: the values of its trials in each, for pass or fail 1 and 0. Every difference here is
 * `b` minus `a`: positive when B has more.
 */
export type PairedTask = { a: readonly number[]; b: readonly number[] };

/** Tasks of two runs by who passed: `gained` = only B, `lost` = only A, `n` = all tasks. */
export type PairedCounts = { n: number; gained: number; lost: number };

export const meanOf = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
};

/** Tasks with at least one trial in both runs. */
export const bothTried = (pairs: readonly PairedTask[]): PairedTask[] => pairs.filter(({ a, b }) => a.length > 0 && b.length > 0);

/** Mean of B less mean of A, for each task that both tried. */
export const taskDifferences = (pairs: readonly PairedTask[]): number[] => bothTried(pairs).map(({ a, b }) => meanOf(b) - meanOf(a));

/** Counts of pass or fail where each task was tried once in each run; null where that is not so. */
export const pairedCounts = (pairs: readonly PairedTask[]): PairedCounts | null => {
  const tried = bothTried(pairs);
  const single = tried.every((pair) => [pair.a, pair.b].every((side) => side.length === 1 && (side[0] === 0 || side[0] === 1)));
  if (!single || tried.length === 0) return null;
  const differences = taskDifferences(tried);
  return {
    n: tried.length,
    gained: differences.filter((difference) => difference > 0).length,
    lost: differences.filter((difference) => difference < 0).length,
  };
};
