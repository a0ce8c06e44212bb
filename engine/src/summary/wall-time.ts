import type { Milliseconds, Trial } from '@benchloop/spec';

/** Time in which at least one trial ran: pauses between an interruption and its resume do not count. */
export const wallTimeOf = (trials: readonly Trial[]): Milliseconds => {
  const spans = trials.map(({ startedAt, durationMs }) => ({ from: Date.parse(startedAt), to: Date.parse(startedAt) + durationMs }));
  let covered = 0;
  let reached = -Infinity;
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return covered;
};
