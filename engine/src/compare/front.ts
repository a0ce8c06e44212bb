import type { ComparedRun, Rank } from '@benchloop/spec';

type Point = { id: string; quality: number; rate: number };

const beats = (one: Point, other: Point): boolean =>
  one.quality >= other.quality && one.rate >= other.rate && (one.quality > other.quality || one.rate > other.rate);

/**
 * Runs that no other one beats in both quality and decode rate; quality on the tasks that all tried, where there are such. Runs
 * without one of the two have no place on it, nor have remote ones.
 */
export const frontOf = (runs: readonly ComparedRun[], ranks: readonly Rank[] | null): string[] => {
  const points = runs.flatMap(({ id, quality: own, decodeTokensPerSecond, place }): Point[] => {
    const quality = ranks?.find(({ runId }) => runId === id)?.value ?? own;
    return quality === null || decodeTokensPerSecond === null || place === 'remote' ? [] : [{ id, quality, rate: decodeTokensPerSecond }];
  });
  return points.filter((point) => !points.some((other) => beats(other, point))).map(({ id }) => id);
};
