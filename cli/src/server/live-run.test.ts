import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveRun, ModelError, Outcome, Run, RunEvent, Trial } from '@benchloop/spec';
import { createLiveTracker, liveOfStored, type StoredLive } from './live-run.ts';

const interval = (share: number, judged: number) => ({ low: share / (1 + judged), high: 1 });

const trialOf = (place: number, outcome: Outcome, { isPassed = false, retries = 0 } = {}): Trial => ({
  id: `suite${place % 2}/task-${place}#0`,
  suiteId: `suite${place % 2}`,
  taskId: `task-${place}`,
  family: 'family',
  difficulty: 'easy',
  tags: [],
  index: 0,
  harnessId: 'raw',
  outcome,
  score: outcome === 'scored' ? { value: isPassed ? 1 : 0, passed: isPassed, reason: '' } : null,
  reason: `reason ${place}`,
  error: null,
  calls: [],
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 100 + place,
  retries,
  traceFile: null,
  warnings: [],
});

const trialsOf = fc
  .array(fc.tuple(fc.constantFrom<Outcome>('scored', 'truncated', 'timeout', 'model-error'), fc.boolean(), fc.nat({ max: 2 })), {
    maxLength: 260,
  })
  .map((all) => all.map(([outcome, isPassed, retries], place) => trialOf(place, outcome, { isPassed, retries })));

const run = { id: '20260101-000000-aaaaaa', warnings: [] } as unknown as Run;
const startOf = (planned: number, done: number): RunEvent => ({ type: 'run-start', run, planned, done });
const error: ModelError = { kind: 'busy', message: 'busy', hint: 'wait', status: 503, retryAfterMs: null };
const retryOf = ({ id }: Trial): RunEvent => ({ type: 'trial-retry', trialId: id, error, waitMs: 1 });
const eventsOf = (trial: Trial): RunEvent[] => [
  ...Array.from({ length: trial.retries }, () => retryOf(trial)),
  { type: 'trial-end', trial },
];

const storedOf = (trials: readonly Trial[], planned: number): StoredLive => ({
  runId: run.id,
  planned,
  warnings: [],
  trials: trials.map(({ id, suiteId, outcome, score, durationMs, reason, retries }) => ({
    id,
    suiteId,
    outcome,
    passed: score?.passed ?? null,
    durationMs,
    reason,
    retries,
  })),
  tokensPerSecond: [],
});

/** What does not hang on when it was seen. */
const lasting = ({ done, planned, suites, ended, retries }: LiveRun) => ({ done, planned, suites, ended, retries });

describe('what is known of a run', () => {
  test('is the same from its events, from its stored trials, and from both wherever it was cut', () =>
    fc.assert(
      fc.property(trialsOf, fc.nat({ max: 260 }), fc.nat({ max: 3 }), (trials, cut, readLate) => {
        const planned = trials.length + 1;
        const seen = createLiveTracker('job', interval);
        for (const event of [startOf(planned, 0), ...trials.flatMap(eventsOf)]) seen.take(event, 1000);
        expect(lasting(liveOfStored('job', storedOf(trials, planned), interval))).toEqual(lasting(seen.live()));

        // What was read of the run may hold trials that ended after it went on.
        const before = trials.slice(0, cut);
        const tracker = createLiveTracker('job', interval, storedOf(trials.slice(0, cut + readLate), planned));
        for (const event of [startOf(planned, before.length), ...trials.slice(cut).flatMap(eventsOf)]) tracker.take(event, 1000);
        expect(lasting(tracker.live())).toEqual(lasting(seen.live()));
      }),
      { numRuns: 60 },
    ));

  test('a run that was stopped before its end tells no time that is left; one that ended has none left', () => {
    const ended = (planned: number) => {
      const tracker = createLiveTracker('job', interval);
      for (const event of [startOf(planned, 0), ...eventsOf(trialOf(0, 'scored', { isPassed: true }))]) tracker.take(event, 1000);
      tracker.take({ type: 'run-end', run, runId: run.id }, 2000);
      return tracker.live().remainingMs;
    };
    expect([ended(2), ended(1)]).toEqual([null, 0]);
  });

  test('what was tried again counts while its trial runs, and no more when the trial is stopped and so not kept', () => {
    const tracker = createLiveTracker('job', interval);
    const seen = [startOf(3, 0), ...eventsOf(trialOf(0, 'scored', { retries: 1 })), retryOf(trialOf(1, 'scored'))].map((event) => {
      tracker.take(event, 1000);
      return tracker.live().retries;
    });
    expect(seen).toEqual([0, 1, 1, 2]);
    tracker.take({ type: 'run-end', run, runId: run.id }, 2000);
    expect(tracker.live().retries).toBe(1);
  });
});
