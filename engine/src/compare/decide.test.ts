import { describe, expect, test } from 'vitest';
import { decisionSchema, useSchema, type Report, type Trial, type Use } from '@benchloop/spec';
import { buildCall, buildRun, buildSuite, buildTrial, failedScore, taskIds } from '../summary/fixtures.ts';
import { summarize } from '../summary/summarize.ts';
import type { Integrity } from './compare.ts';
import { decide } from './decide.ts';
import { uses } from './uses.ts';

type Sketch = { id: string; passed: Record<string, number>; of?: number; spanMs?: number; context?: number; cut?: number };

const candidate = ({ id, passed, of = 60, spanMs = 1500, context = 8192, cut = 0 }: Sketch): Report => {
  const suites = Object.keys(passed).map((suite) => buildSuite(suite, taskIds(suite, of)));
  const base = buildRun({ suites });
  const run: Report['run'] = {
    ...base,
    id,
    digest: 'sha256:x',
    model: base.model === null ? null : { ...base.model, name: id, contextInForce: context },
  };
  const trials = suites.flatMap(({ id: suiteId, tasks }) =>
    tasks.map((taskId, place): Trial => {
      const calls = [buildCall({ spanMs })];
      if (place >= of - cut)
        return buildTrial({
          suiteId,
          taskId,
          calls,
          outcome: 'truncated',
          score: null,
          reason: 'the prompt is longer than the context of 4096 tokens',
        });
      return buildTrial({ suiteId, taskId, calls, ...(place < (passed[suiteId] ?? 0) ? {} : { score: failedScore }) });
    }),
  );
  return { run, trials, summary: summarize({ run, trials }) };
};

const use = (change: Partial<Use> = {}): Use =>
  useSchema.parse({ id: 'test', title: 'A test', weights: { reasonmath: 2, toolcall: 1 }, ...change });
const ask = (reports: readonly Report[], wanted = use(), integrity: Integrity = 'holds') =>
  decisionSchema.parse(
    decide(
      reports.map((report) => ({ report, integrity })),
      wanted,
    ),
  );

const good = candidate({ id: 'good', passed: { reasonmath: 50, toolcall: 50 } });
const weak = candidate({ id: 'weak', passed: { reasonmath: 10, toolcall: 10 } });
const alike = candidate({ id: 'alike', passed: { reasonmath: 49, toolcall: 50 }, spanMs: 3000 });

test('the best is chosen; who cannot be told apart is named with its speed; the next measurement is told with its time', () => {
  const decision = ask([weak, good, alike]);
  expect(decision).toMatchObject({ choice: 'good', tied: ['alike'], rankedTasks: 120 });
  expect(decision.sentences.join('\n')).toMatch(/take good: .*\n.*alike.*can’t be told apart.*2\.0 times as slowly/u);
  expect(decision.next?.expectedMs).toBeGreaterThan(0);
  expect(decision.candidates.find(({ runId }) => runId === 'weak')).toMatchObject({ rank: { low: 3, high: 3 }, winsShare: 0 });
});

test('shares of other weightings sum to 1, and show a choice that hangs on the weights', () => {
  const [math, tools] = [
    candidate({ id: 'math', passed: { reasonmath: 55, toolcall: 10 } }),
    candidate({ id: 'tools', passed: { reasonmath: 10, toolcall: 55 } }),
  ];
  const { candidates, choice } = ask([math, tools]);
  expect(choice).toBe('math');
  const shares = candidates.map(({ winsShare }) => winsShare ?? 0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  for (const share of shares) expect(share).toBeGreaterThan(0.4);
});

describe('what disqualifies', () => {
  test.each([
    [{ minTokensPerSecond: 30 }, 'alike', 'decode rate'],
    [{ minContextTokens: 16_384 }, 'good', 'context in force is 8192 tokens'],
    [{ maxTtftMs: 100 }, 'good', 'time to first token'],
    [{ maxMemoryBytes: 1 }, 'good', 'memory'],
  ] as const)('%o', (limit, id, reason) => {
    const found = ask([good, alike], use(limit)).candidates.find(({ runId }) => runId === id);
    expect(found?.disqualified.join()).toContain(reason);
    expect(found?.value).toBeNull();
  });

  test('a changed run, an unfinished one, and one that lacks a suite that another has', () => {
    expect(ask([good], use(), 'differs').candidates[0]?.disqualified.join()).toContain('changed after it was made');
    const open = { ...good, run: { ...good.run, digest: null } };
    expect(ask([open]).candidates[0]?.disqualified).toEqual(['it has not ended']);
    const half = candidate({ id: 'half', passed: { reasonmath: 60 } });
    expect(ask([good, half])).toMatchObject({ choice: 'good' });
    expect(ask([good, half]).candidates[1]?.disqualified).toEqual([
      'toolcall counts for this use and was not judged in it (left out of this core run)',
    ]);
  });

  test('where all are out nothing is chosen and every reason is told', () => {
    const decision = ask([good, weak], use({ minTokensPerSecond: 1000 }));
    expect(decision).toMatchObject({ choice: null, tied: [], next: null });
    expect(decision.sentences[0]).toContain('none of these runs can be chosen');
    expect(decision.sentences).toHaveLength(3);
  });
});

test('trials lost to a small context are told before the model is judged', () => {
  const cut = candidate({ id: 'cut', passed: { reasonmath: 50, toolcall: 50 }, cut: 9, context: 4096 });
  expect(ask([good, cut]).sentences.join('\n')).toContain('cut lost 18 trials to a context of 4096 tokens: fix that before you judge it.');
});

test('one run alone is the choice, and nothing is next', () => {
  expect(ask([good])).toMatchObject({ choice: 'good', tied: [], next: null, rankedTasks: 120 });
});

test('a suite that nobody ran is told, and does not count', () => {
  expect(ask([good, weak], use({ weights: { reasonmath: 1, coding: 5 } }))).toMatchObject({
    choice: 'good',
    rankedTasks: 60,
    missing: [{ suiteId: 'coding', reason: 'not judged in any of the runs' }],
  });
});

test('what nobody measured is the next measurement, with its share, command and time', () => {
  const { next, sentences } = ask([good, weak], use({ weights: { reasonmath: 1, coding: 3 } }));
  expect(next?.what).toMatch(/^coding counts for 75 % of this use, and no run has judged it/u);
  expect(next?.command).toContain('--suites reasonmath,coding --tasks-per-suite 30');
  const each = good.trials[0]?.durationMs ?? Number.NaN;
  expect(next?.expectedMs).toBeCloseTo(60 * each, 6);
  expect(sentences.at(-1)).toMatch(/^Next: .*Expect about .* on this machine\./u);
});

test('two that scored the same are parted by a fresh set, whose time is that of its command; of equals the faster one is chosen', () => {
  const [slow, fast] = [
    candidate({ id: 'slow', passed: { reasonmath: 30, toolcall: 30 }, spanMs: 3000 }),
    candidate({ id: 'fast', passed: { reasonmath: 30, toolcall: 30 } }),
  ];
  const decision = ask([slow, fast]);
  expect(decision).toMatchObject({ choice: 'fast', tied: ['slow'] });
  expect(decision.next?.command).toContain('--suites reasonmath,toolcall --tasks-per-suite 60 --seed 1');
  const times = [slow, fast].map(({ trials }) => trials.reduce((sum, { durationMs }) => sum + durationMs, 0));
  expect(decision.next?.expectedMs).toBeCloseTo((times[0] ?? 0) + (times[1] ?? 0), 6);
});

test('the best of runs that passed nothing is not advised', () => {
  const [one, other] = [
    candidate({ id: 'one', passed: { reasonmath: 0, toolcall: 0 } }),
    candidate({ id: 'two', passed: { reasonmath: 0, toolcall: 0 } }),
  ];
  const { sentences, candidates } = ask([one, other]);
  expect(candidates.map(({ passed }) => passed)).toEqual([0, 0]);
  expect(sentences[0]).toMatch(/none of these runs is fit: the best of them, (?:one|two), passed no task \(0\.0 points over 120 tasks\)/u);
  expect(sentences.join(' ')).not.toContain(' take ');
});

test('a suite that a stack could not be asked is told with the reason of the run', () => {
  const half = candidate({ id: 'half', passed: { reasonmath: 60 } });
  const notRun = [{ suiteId: 'toolcall', reason: 'its chat template knows no tools', remedy: 'run with --harness hermes' }];
  const run = { ...half.run, notRun };
  const told = ask([good, { ...half, run, summary: summarize({ run, trials: half.trials }) }]);
  expect(told.candidates[1]?.disqualified).toEqual([
    'toolcall counts for this use and was not judged in it (its chat template knows no tools)',
  ]);
});

test('the uses of this build fit their schema', () => {
  for (const one of uses) expect(useSchema.parse(one)).toEqual(one);
});
