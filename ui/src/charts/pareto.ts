/** Which way is better on an axis. */
export type Better = 'higher' | 'lower';

type Place = { x: number; y: number };

const atLeast = (one: number, other: number, better: Better): boolean => (better === 'higher' ? one >= other : one <= other);

/** True where `one` is at least as good on both axes and better on one. */
const dominates = (one: Place, other: Place, better: { x: Better; y: Better }): boolean =>
  atLeast(one.x, other.x, better.x) && atLeast(one.y, other.y, better.y) && (one.x !== other.x || one.y !== other.y);

/** The points that no other point dominates, in order of `x`. */
export const paretoFront = <Point extends Place>(points: readonly Point[], better: { x: Better; y: Better }): Point[] =>
  points.filter((point) => !points.some((other) => dominates(other, point, better))).toSorted((a, b) => a.x - b.x);
