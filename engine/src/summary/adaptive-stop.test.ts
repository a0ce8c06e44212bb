import { describe, expect, test } from 'vitest';
import type { Manifest, Trial } from '@benchloop/spec';
import { separationRule, widthRule } from './adaptive-stop.ts';
import { buildTrial, failedScore } from './fixtures.ts';

const manifest = { digest: 'sha256:1' } as Manifest;
const trialsOf = (suiteId: string, count: number, passes: (place: number) => boolean): Trial[] =>
  Array.from({ length: count }, (_, place) =>
    buildTrial({ suiteId, taskId: `task-${place}`, ...(passes(place) ? {} : { score: failedScore }) }),
  );
const each = (place: number) => place % 2 === 0;

describe('until the score is known', () => {
  const rule = (points: number, options: { suites?: string[]; planned?: number; done?: number } = {}) =>
    widthRule({ manifest, suites: ['reasonmath'], points, planned: 500, done: 0, ...options });

  test('looks at 30 trials first, and stops when the interval is narrow enough', () => {
    const all = trialsOf('reasonmath', 200, () => true);
    expect(rule(10)(all.slice(0, 29))).toBeNull();
    expect(rule(10)(all.slice(0, 30))).toContain('the score is 100.0, from 87.1 to 100.0 at 96.5 %');
    expect(rule(3)(all.slice(0, 30))).toBeNull();
    expect(rule(3)(all)).toContain('±3 was asked for');
  });

  test('looks only at the counts set beforehand', () => {
    const watched = rule(6);
    const found = trialsOf('reasonmath', 400, each).map((_, place, trials) => watched(trials.slice(0, place + 1)));
    const stops = found.flatMap((text, place) => (text === null ? [] : [place + 1]));
    // 30, 38, 48, 60, 75, 94, 118, 148, 185, 232, 290, 363: half a width of 6 at 96.5 % needs 304.
    expect(stops).toEqual([363]);
  });

  test('needs every suite, and counts nothing that was not judged', () => {
    const one = trialsOf('reasonmath', 200, () => true);
    const both = rule(10, { suites: ['reasonmath', 'toolcall'] });
    expect(both(one)).toBeNull();
    const wide = rule(10, { suites: ['reasonmath', 'toolcall'] });
    expect(wide([...one, ...trialsOf('toolcall', 40, () => true)])).not.toBeNull();
    const failed = one.map((trial) => ({ ...trial, outcome: 'timeout' as const, score: null }));
    expect(rule(10)(failed)).toBeNull();
  });

  test('a resumed run does not look again at what it had seen', () => {
    expect(rule(10, { done: 200 })(trialsOf('reasonmath', 200, () => true))).toBeNull();
  });
});

describe('until told apart from another run', () => {
  const baseline = trialsOf('reasonmath', 200, each);
  const rule = () => separationRule({ baseline, baselineId: 'run-1', planned: 200, done: 0 });

  test('says better or worse, with what it saw', () => {
    expect(rule()(trialsOf('reasonmath', 118, () => true))).toMatch(/^it is better than run-1 by 50\.0 points on 118 tasks \(p = /u);
    expect(rule()(trialsOf('reasonmath', 118, () => false))).toMatch(/^it is worse than run-1 by 50\.0 points/u);
  });

  test('equal runs are never told apart; an early look asks for much more than 5 %', () => {
    const watched = rule();
    const found = baseline.map((_, place) => watched(baseline.slice(0, place + 1)));
    expect(found.every((text) => text === null)).toBe(true);
    // 7 of 30 gained and none lost has p = 0.008, too little at a look where 15 % of the trials are done.
    expect(rule()(trialsOf('reasonmath', 30, (place) => each(place) || place < 14))).toBeNull();
  });

  test('tasks that the other run lacks count for nothing', () => {
    const other = trialsOf('toolcall', 200, () => true);
    expect(rule()(other)).toBeNull();
  });
});
