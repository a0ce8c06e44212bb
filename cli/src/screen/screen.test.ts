import { describe, expect, test } from 'vitest';
import type { RunEvent, Trial } from '@benchloop/spec';
import { downloadLine } from './download-bar.ts';
import { sayDuration } from './duration.ts';
import { screenLines } from './lines.ts';
import { createScreenState, reduceEvent, remainingMs } from './state.ts';

const trial = (id: string, passed: boolean, durationMs = 1000): Trial => ({
  id,
  suiteId: 'reasonmath',
  taskId: id,
  family: 'f',
  difficulty: 'easy',
  tags: [],
  index: 0,
  harnessId: 'raw',
  outcome: 'scored',
  score: { value: passed ? 1 : 0, passed, reason: 'x' },
  reason: 'x',
  error: null,
  calls: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs,
  retries: 0,
  traceFile: null,
  warnings: [],
});

const start = { type: 'run-start', planned: 4, done: 0, run: { id: 'r' } } as unknown as RunEvent;
const interval = (passed: number, judged: number) => ({ value: passed / judged, low: 0.1, high: 0.9 });

const stateAfter = (events: RunEvent[]) => {
  const state = createScreenState();
  events.forEach((event, at) => reduceEvent(state, event, at * 1000));
  return state;
};

describe('state', () => {
  test('counts what ended and what passed', () => {
    const state = stateAfter([start, { type: 'trial-end', trial: trial('a', true) }, { type: 'trial-end', trial: trial('b', false) }]);
    expect(state.done).toBe(2);
    expect(state.suites.get('reasonmath')).toEqual({ judged: 2, passed: 1, ended: 2 });
  });

  test('an infrastructure outcome is not judged', () => {
    const state = stateAfter([start, { type: 'trial-end', trial: { ...trial('a', false), outcome: 'timeout', score: null } }]);
    expect(state.suites.get('reasonmath')).toEqual({ judged: 0, passed: 0, ended: 1 });
  });

  test('the time left is unknown before the first trial ended, then goes by the mean', () => {
    const state = stateAfter([start]);
    expect(remainingMs(state, 1)).toBeNull();
    reduceEvent(state, { type: 'trial-end', trial: trial('a', true, 2000) }, 0);
    expect(remainingMs(state, 1)).toBe(6000);
    expect(remainingMs(state, 2)).toBe(3000);
  });
});

describe('lines', () => {
  test('show progress, what runs, and the running rate with its interval', () => {
    const state = stateAfter([
      start,
      { type: 'trial-start', trialId: 'reasonmath/b#0', suiteId: 'reasonmath', taskId: 'b', index: 0, timed: false },
      { type: 'trial-end', trial: trial('a', true) },
    ]);
    expect(screenLines(state, { columns: 80, concurrency: 1, nowMs: 5000, interval })).toMatchInlineSnapshot(`
      [
        "━━━━━━──────────────────  1/4  5.0 s so far, about 3.0 s left",
        "  now reasonmath/b#0  0 tokens, 4.0 s",
        "  reasonmath      100 % passed  10 to 90  n=1",
      ]
    `);
  });

  test('never are wider than the terminal or 80 columns', () => {
    const long = `reasonmath/${'x'.repeat(200)}#0`;
    const state = stateAfter([start, { type: 'trial-start', trialId: long, suiteId: 'reasonmath', taskId: 'x', index: 0, timed: true }]);
    for (const columns of [20, 40, 80, 200])
      for (const line of screenLines(state, { columns, concurrency: 1, nowMs: 0, interval }))
        expect(line.length).toBeLessThanOrEqual(Math.min(columns, 80));
  });

  test('before the run starts the stage is shown', () => {
    expect(
      screenLines(stateAfter([{ type: 'stage', stage: 'loading', message: 'loading the model', share: 0.42 }]), {
        columns: 80,
        concurrency: 1,
        nowMs: 0,
        interval,
      }),
    ).toEqual(['loading the model 42 %']);
  });
});

test.each([
  [12, '12 ms'],
  [1400, '1.4 s'],
  [42_000, '42 s'],
  [59_700, '1 min'],
  [720_000, '12 min'],
  [7_500_000, '2 h 5 min'],
])('%d ms is said %s', (milliseconds, said) => {
  expect(sayDuration(milliseconds)).toBe(said);
});

test('a download says how far it is and where it comes from', () => {
  expect(downloadLine({ stage: 'download', source: 'index', bytes: 49e6, totalBytes: 98e6 })).toBe(
    'download ━━━━━━━━━━━━━━━─────────────── 50 %  49 MB of 98 MB  index',
  );
  expect(downloadLine({ stage: 'download', source: 'index', bytes: 1500, totalBytes: null })).toBe('download  1.5 kB  index');
});
