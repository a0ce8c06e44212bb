import type { Instant, Milliseconds } from '@benchloop/spec';
import { afterEach, expect, test } from 'vitest';
import { now } from '../kit/clock.ts';
import { createMeasuringClient } from '../kit/http/client.ts';
import { fetchText } from '../kit/http/fetch-text.ts';
import { reply, startScriptedServer, type ScriptedServer } from '../kit/testing/scripted-server.ts';
import { machineClock, playClosedLoop, playOpenLoop, poissonArrivals, steadyRate, type LoadClock } from './load-plan.ts';
import { nearestRank } from './statistics/quantile.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((clean) => clean()));
});

/** A clock that goes on only when everyone waits for it. */
const virtualClock = (): LoadClock & { run: <Result>(work: Promise<Result>) => Promise<Result> } => {
  let at: Instant = 1_000;
  const sleepers: { until: Instant; wake: () => void }[] = [];
  return {
    now: () => at,
    sleepUntil: (until) => new Promise((wake) => sleepers.push({ until, wake })),
    run: async (work) => {
      let running = true;
      const done = work.finally(() => (running = false));
      while (running) {
        await new Promise(setImmediate);
        const next = Math.min(...sleepers.map(({ until }) => until));
        if (next === Infinity) continue;
        at = Math.max(at, next);
        for (const { wake } of sleepers.filter(({ until }) => until <= at)) wake();
        sleepers.splice(0, sleepers.length, ...sleepers.filter(({ until }) => until > at));
      }
      return done;
    },
  };
};

/** First come, first served: when each of `slots` places is free again. */
const createQueue = (slots: number, serviceMs: Milliseconds) => {
  const free = Array.from({ length: slots }, () => -Infinity);
  return (arrivedAt: Instant): { startsAt: Instant; endsAt: Instant } => {
    const place = free.indexOf(Math.min(...free));
    const startsAt = Math.max(arrivedAt, free[place] ?? arrivedAt);
    free[place] = startsAt + serviceMs;
    return { startsAt, endsAt: startsAt + serviceMs };
  };
};

/** Latencies of a queue with one place and equal services, by Lindley's recursion. */
const lindley = (arrivals: readonly Milliseconds[], serviceMs: Milliseconds): Milliseconds[] => {
  let wait = 0;
  return arrivals.map((arrival, index) => {
    wait = index === 0 ? 0 : Math.max(0, wait + serviceMs - (arrival - (arrivals[index - 1] ?? arrival)));
    return wait + serviceMs;
  });
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test('arrivals are those of a Poisson process, and the same for the same seed', () => {
  const plan = { perSecond: 50, count: 20_000, seed: 'a' };
  const arrivals = poissonArrivals(plan);
  const gaps = arrivals.map((at, index) => at - (arrivals[index - 1] ?? 0));
  expect(gaps.every((gap) => gap >= 0)).toBe(true);
  expect(mean(gaps)).toBeCloseTo(20, 0);
  // An exponential's deviation is its mean.
  expect(Math.sqrt(mean(gaps.map((gap) => (gap - 20) ** 2)))).toBeCloseTo(20, 0);
  expect(gaps.filter((gap) => gap > 60).length / gaps.length).toBeCloseTo(Math.exp(-3), 2);
  expect(poissonArrivals(plan)).toEqual(arrivals);
  expect(poissonArrivals({ ...plan, seed: 'b' })).not.toEqual(arrivals);
  expect(() => poissonArrivals({ ...plan, perSecond: 0 })).toThrow(RangeError);
});

test('150: an open loop counts latency from the scheduled time, as a queue simulation has it', async () => {
  const clock = virtualClock();
  const serviceMs = 70;
  const queue = createQueue(1, serviceMs);
  const arrivals = poissonArrivals({ perSecond: 10, count: 600, seed: 150 });
  const calls = await clock.run(playOpenLoop(arrivals, () => clock.sleepUntil(queue(clock.now()).endsAt), clock));
  const latencies = calls.map(({ scheduledAt, endedAt }) => endedAt - scheduledAt);
  const truth = lindley(arrivals, serviceMs);
  expect(nearestRank(latencies, 0.99) / nearestRank(truth, 0.99)).toBeCloseTo(1, 6);
  expect(mean(latencies)).toBeCloseTo(mean(truth), 6);
  expect(nearestRank(latencies, 0.99)).toBeGreaterThan(3 * serviceMs);
});

test('150: the simulation itself has the mean wait of an M/D/1 queue (Pollaczek and Khinchine)', () => {
  const [perSecond, serviceMs] = [10, 70];
  const load = (perSecond * serviceMs) / 1_000;
  const waits = lindley(poissonArrivals({ perSecond, count: 200_000, seed: 1 }), serviceMs).map((latency) => latency - serviceMs);
  expect(mean(waits) / ((load * serviceMs) / (2 * (1 - load)))).toBeCloseTo(1, 1);
});

test('150: a client that wakes late sends late, and the wait stays in the latency', async () => {
  const clock = virtualClock();
  const sleepy: LoadClock = { ...clock, sleepUntil: (at) => clock.sleepUntil(at + 30) };
  const calls = await clock.run(playOpenLoop([0, 10, 20], () => clock.sleepUntil(clock.now() + 5), sleepy));
  expect(calls.map(({ scheduledAt, sentAt, endedAt }) => [sentAt - scheduledAt, endedAt - scheduledAt])).toEqual([
    [30, 35],
    [30, 35],
    [30, 35],
  ]);
});

test('151: a closed loop of 8 against 4 places has the rate of the 4, and shows the queue', async () => {
  const clock = virtualClock();
  const [slots, concurrency, firstMs, gapMs, tokens] = [4, 8, 200, 20, 40];
  const serviceMs = firstMs + gapMs * (tokens - 1);
  const queue = createQueue(slots, serviceMs);
  const stamps: Instant[] = [];
  let open = 0;
  let mostOpen = 0;
  const send = async () => {
    mostOpen = Math.max(mostOpen, (open += 1));
    const sentAt = clock.now();
    const { startsAt, endsAt } = queue(sentAt);
    for (let token = 0; token < tokens; token += 1) stamps.push(startsAt + firstMs + token * gapMs);
    await clock.sleepUntil(endsAt);
    open -= 1;
    return { firstTokenMs: startsAt + firstMs - sentAt };
  };
  const calls = await clock.run(playClosedLoop({ concurrency, count: 80 }, send, clock));
  expect([calls.length, mostOpen]).toEqual([80, concurrency]);
  const truth = (slots * tokens * 1_000) / serviceMs;
  expect((steadyRate(calls, concurrency, stamps) ?? 0) / truth).toBeCloseTo(1, 2);
  const firsts = calls.map(({ result }) => result.firstTokenMs);
  expect(firsts.slice(0, slots)).toEqual([firstMs, firstMs, firstMs, firstMs]);
  expect(firsts.slice(concurrency).every((first) => first === firstMs + serviceMs)).toBe(true);
});

test('no steady part is no rate', () => {
  expect(steadyRate([], 4, [])).toBeNull();
  expect(steadyRate([{ sentAt: 0, endedAt: 10 }], 2, [5])).toBeNull();
});

/** A server with so many places; how long a request waits is settled when it arrives. */
const startQueued = async (slots: number, serviceMs: Milliseconds): Promise<ScriptedServer> => {
  const queue = createQueue(slots, serviceMs);
  const server = await startScriptedServer(() => {
    const arrivedAt = now();
    return [{ waitMs: Math.ceil(queue(arrivedAt).endsAt - arrivedAt) }, ...reply(200, '{}')];
  });
  cleanups.push(server.close);
  return server;
};

const limits = { connectTimeoutMs: 20_000, idleTimeoutMs: 20_000, maxErrorBytes: 1 << 16, maxBytes: 1 << 20 };
const sender = (server: ScriptedServer) => {
  const client = createMeasuringClient();
  cleanups.push(client.close);
  return async () => {
    const result = await fetchText(
      client,
      { url: server.url, method: 'POST', headers: {}, body: '{}', limits },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ ok: true, status: 200 });
  };
};

/** A timer of Node may ring this much early. */
const earlyMs = 2;

test('150: over real sockets no latency is shorter than the queue allows', async () => {
  const serviceMs = 8;
  const server = await startQueued(1, serviceMs);
  const arrivals = poissonArrivals({ perSecond: 100, count: 40, seed: 7 });
  const calls = await playOpenLoop(arrivals, sender(server), machineClock);
  const startAt = (calls[0]?.scheduledAt ?? 0) - (arrivals[0] ?? 0);
  const truth = lindley(arrivals, serviceMs).map((latency, index) => latency + (arrivals[index] ?? 0));
  const ends = calls.map(({ endedAt }) => endedAt - startAt).toSorted((a, b) => a - b);
  expect(ends.filter((end, index) => end < (truth[index] ?? 0) - earlyMs)).toEqual([]);
  expect(calls.every(({ scheduledAt, sentAt }) => sentAt >= scheduledAt - earlyMs)).toBe(true);
});

test('151: over real sockets 8 workers keep 8 calls open, and those beyond the 4 places wait', async () => {
  const serviceMs = 40;
  const server = await startQueued(4, serviceMs);
  const calls = await playClosedLoop({ concurrency: 8, count: 24 }, sender(server), machineClock);
  const waited = calls.filter(({ sentAt, endedAt }) => endedAt - sentAt >= 2 * serviceMs - earlyMs);
  expect(waited.length).toBeGreaterThanOrEqual(4);
  expect(server.requests).toHaveLength(24);
  const spanMs = Math.max(...calls.map(({ endedAt }) => endedAt)) - Math.min(...calls.map(({ sentAt }) => sentAt));
  // Six rounds of four can't be shorter.
  expect(spanMs).toBeGreaterThanOrEqual(6 * serviceMs - earlyMs);
});
