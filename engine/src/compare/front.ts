import type { ComparedRun, Rank } from '@benchloop/spec';

type Point = { id: string; quality: number; rate: number; memory: number | null };

/** Negative = the one takes less memory; 0 = as much, or one of the two is not known. */
const moreMemory = (one: Point, other: Point): number => (one.memory === null || other.memory === null ? 0 : one.memory - other.memory);

const beats = (one: Point, other: Point): boolean =>
  one.quality >= other.quality &&
  one.rate >= other.rate &&
  moreMemory(one, other) <= 0 &&
  (one.quality > other.quality || one.rate > other.rate || moreMemory(one, other) < 0);

/**
 * Runs that no other one beats in quality, decode rate and memory at once; quality on the tasks that all tried, where there are
 * such. Runs without quality or rate have no place on it, nor have remote ones; memory counts where both know theirs.
 */
export const frontOf = (runs: readonly ComparedRun[], ranks: readonly Rank[] | null): string[] => {
  const points = runs.flatMap(({ id, quality: own, decodeTokensPerSecond, memoryBytes, place }): Point[] => {
    const quality = ranks?.find(({ runId }) => runId === id)?.value ?? own;
    return quality === null || decodeTokensPerSecond === null || place === 'remote'
      ? []
      : [{ id, quality, rate: decodeTokensPerSecond, memory: memoryBytes }];
  });
  return points.filter((point) => !points.some((other) => beats(other, point))).map(({ id }) => id);
};
