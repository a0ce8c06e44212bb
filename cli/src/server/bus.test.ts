import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppEvent, Trial } from '@benchloop/spec';
import { createBus } from './bus.ts';
import { nothingYet } from './live-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const live = (jobId: string, done: number): AppEvent => ({ type: 'live', live: { ...nothingYet(jobId), planned: 1000, done } });
const trial = (id: string): AppEvent => ({ type: 'trial', jobId: 'a', runId: 'r', trial: { id } as Trial });

const watch = () => {
  const bus = createBus();
  const told: AppEvent[] = [];
  bus.subscribe(({ event }) => told.push(event));
  return { bus, told };
};
const doneOf = (events: readonly AppEvent[]) => events.flatMap((event) => (event.type === 'live' ? [event.live.done] : []));

test('of a thousand states in a second a page is told about ten, the first at once and the last in any case', async () => {
  const { bus, told } = watch();
  for (let done = 1; done <= 1000; done += 1) {
    bus.publish(live('a', done));
    if (done === 1) expect(doneOf(told)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(told.length).toBeLessThanOrEqual(12);
  expect(doneOf(told).at(-1)).toBe(1000);
  expect(doneOf(told)).toEqual(doneOf(told).toSorted((a, b) => a - b));
});

test('states of two jobs do not hide each other, and what stands for itself is never left out', async () => {
  const { bus, told } = watch();
  bus.publish(live('a', 1));
  bus.publish(live('b', 1));
  for (let one = 0; one < 500; one += 1) bus.publish(trial(`t${one}`));
  bus.publish(live('a', 2));
  bus.publish({ type: 'runs-changed' });
  bus.publish({ type: 'runs-changed' });
  bus.publish({ type: 'runs-changed' });
  await vi.advanceTimersByTimeAsync(500);
  expect(told.filter(({ type }) => type === 'trial')).toHaveLength(500);
  expect(told.filter(({ type }) => type === 'runs-changed')).toHaveLength(2);
  expect(doneOf(told)).toEqual([1, 1, 2]);
});

test('a page that comes back gets what it missed; one that was away for too long is told to ask again', async () => {
  const { bus } = watch();
  const ids: string[] = [];
  bus.subscribe(({ id }) => ids.push(id));
  for (let one = 0; one < 10; one += 1) bus.publish(trial(`t${one}`));
  expect(bus.since(ids[4] ?? '').map(({ id }) => id)).toEqual(ids.slice(5));
  expect(bus.since(ids[9] ?? '')).toEqual([]);
  expect(bus.since(null)).toEqual([]);
  for (let one = 0; one < 2000; one += 1) bus.publish(trial(`u${one}`));
  expect(bus.since(ids[4] ?? '')).toMatchObject([{ event: { type: 'reset' } }]);
  expect(bus.since('another-1')).toMatchObject([{ event: { type: 'reset' } }]);
});
