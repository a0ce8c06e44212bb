import type { Instant, Milliseconds } from '@benchloop/spec';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../kit/clock.ts';
import { createRandom } from '../kit/random.ts';

/** The clock by which calls are sent; tests take one that stands still between events. */
export type LoadClock = { now: () => Instant; sleepUntil: (at: Instant) => Promise<void> };

export const machineClock: LoadClock = {
  now,
  sleepUntil: async (at) => {
    for (let left = at - now(); left > 0; left = at - now()) await sleep(left);
  },
};

/** One call of a load. Its latency is `endedAt - scheduledAt`: a wait before sending is the user's wait too. */
export type LoadCall<Result> = {
  /** When a user would have sent it; under a closed loop when it was sent. */
  scheduledAt: Instant;
  /** `sentAt - scheduledAt` is the client's own lateness. */
  sentAt: Instant;
  endedAt: Instant;
  result: Result;
};

/**
 * Arrivals of a Poisson process, as times since the start, ascending: exponential gaps by inversion. Made up front, so that
 * no lateness of one call moves another. `perSecond` is the mean rate. The same seed gives the same arrivals.
 */
export const poissonArrivals = ({
  perSecond,
  count,
  seed,
}: {
  perSecond: number;
  count: number;
  seed: string | number;
}): Milliseconds[] => {
  if (!(perSecond > 0)) throw new RangeError(`a rate of ${perSecond} per second sends nothing`);
  const random = createRandom(seed);
  let at = 0;
  return Array.from({ length: count }, () => (at += (-Math.log(1 - random.float()) * 1_000) / perSecond));
};

type Send<Result> = (index: number) => Promise<Result>;

const timed = async <Result>(
  send: Send<Result>,
  index: number,
  { scheduledAt, clock }: { scheduledAt: Instant | null; clock: LoadClock },
): Promise<LoadCall<Result>> => {
  const sentAt = clock.now();
  const result = await send(index);
  return { scheduledAt: scheduledAt ?? sentAt, sentAt, endedAt: clock.now(), result };
};

/** Open loop: each call is sent at its time, however many are still under way; nothing waits for a free place uncounted. */
export const playOpenLoop = async <Result>(
  arrivals: readonly Milliseconds[],
  send: Send<Result>,
  clock: LoadClock = machineClock,
): Promise<LoadCall<Result>[]> => {
  const startAt = clock.now();
  return Promise.all(
    arrivals.map(async (arrival, index) => {
      const scheduledAt = startAt + arrival;
      await clock.sleepUntil(scheduledAt);
      return timed(send, index, { scheduledAt, clock });
    }),
  );
};

/** Closed loop: `concurrency` workers, each sending its next call as soon as its last one ended, until `count` were sent. */
export const playClosedLoop = async <Result>(
  { concurrency, count }: { concurrency: number; count: number },
  send: Send<Result>,
  clock: LoadClock = machineClock,
): Promise<LoadCall<Result>[]> => {
  const calls: LoadCall<Result>[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < count; index = next) {
      next += 1;
      calls[index] = await timed(send, index, { scheduledAt: null, clock });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work));
  return calls;
};

/**
 * Events per second within the steady part of a closed loop: from when all workers were busy until the first found nothing
 * left to send, so that neither start nor end with empty places lowers it. Null where there was no such part.
 */
export const steadyRate = (
  calls: readonly Pick<LoadCall<unknown>, 'sentAt' | 'endedAt'>[],
  concurrency: number,
  events: readonly Instant[],
): number | null => {
  const sent = calls.map(({ sentAt }) => sentAt).sort((a, b) => a - b);
  const from = sent[concurrency - 1];
  // The last call was sent by a worker that found it; the end of any later call left its place empty.
  const lastSent = sent.at(-1);
  if (from === undefined || lastSent === undefined) return null;
  const until = Math.min(...calls.map(({ endedAt }) => endedAt).filter((at) => at > lastSent));
  if (!(until > from) || until === Infinity) return null;
  return (events.filter((at) => at > from && at <= until).length / (until - from)) * 1_000;
};
