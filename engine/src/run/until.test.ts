import { describe, expect, test } from 'vitest';
import { UserError, type Suite, type Task } from '@benchloop/spec';
import { adaptiveOrder } from './adaptive-order.ts';
import type { WorkItem } from './run-trial.ts';
import { parseUntil, sayUntil } from './until.ts';

describe('what --until takes', () => {
  test.each([
    ['±3', { kind: 'width', points: 3 }],
    ['+-2.5', { kind: 'width', points: 2.5 }],
    [' +/- 3 ', { kind: 'width', points: 3 }],
    ['separated-from 20261202-101500-abc123', { kind: 'separated', runId: '20261202-101500-abc123' }],
  ] as const)('%j', (text, until) => {
    expect(parseUntil(text)).toEqual(until);
    expect(parseUntil(sayUntil(until))).toEqual(until);
  });

  test.each(['3', '±0', '±51', '±', '±x', 'separated-from', 'separated-from ../x', 'separated-from a b', ''])('%j is refused', (text) => {
    expect(() => parseUntil(text)).toThrow(UserError);
  });
});

describe('order of an adaptive run', () => {
  const item = (suiteId: string, place: number, index: number, judge: Suite['judge'] = 'scorer'): WorkItem => ({
    suite: { id: suiteId, judge } as Suite,
    task: { id: String(place) } as Task,
    index,
    trialId: `${suiteId}/${place}#${index}`,
  });
  const sizes = { a: 40, b: 20, c: 10 };
  const work = [0, 1].flatMap((index) => [
    ...Array.from({ length: 5 }, (_, place) => item('clock', place, index, 'clock')),
    ...Object.entries(sizes).flatMap(([id, size]) => Array.from({ length: size }, (_, place) => item(id, place, index))),
  ]);
  const ordered = adaptiveOrder(work, 'seed');

  test('holds every item once, and the same for the same seed', () => {
    expect(new Set(ordered)).toEqual(new Set(work));
    expect(ordered).toHaveLength(work.length);
    expect(adaptiveOrder(work, 'seed')).toEqual(ordered);
    expect(adaptiveOrder(work, 'other')).not.toEqual(ordered);
  });

  test('times first and in their order, repeats last', () => {
    expect(ordered.slice(0, 10)).toEqual(work.filter(({ suite }) => suite.judge === 'clock'));
    expect(ordered.slice(10, 80).every(({ index }) => index === 0)).toBe(true);
  });

  test('at every moment each suite is done to about the same share', () => {
    for (let done = 7; done <= 70; done += 7)
      for (const [id, size] of Object.entries(sizes)) {
        const count = ordered.slice(10, 10 + done).filter(({ suite }) => suite.id === id).length;
        expect(Math.abs(count - (size * done) / 70), `${count} of ${id} after ${done}`).toBeLessThanOrEqual(1);
      }
  });

  test('tasks of a suite come in random order', () => {
    const places = ordered
      .slice(10, 80)
      .filter(({ suite }) => suite.id === 'a')
      .map(({ task }) => Number(task.id));
    expect(places).not.toEqual([...places].sort((one, other) => one - other));
  });
});
