import { describe, expect, test } from 'vitest';
import { comparisonSchema, type ComparedRun, type Report, type Trial } from '@benchloop/spec';
import { createRandom } from '../kit/random.ts';
import { buildCall, buildRun, buildSuite, buildTrial, failedScore, taskIds } from '../summary/fixtures.ts';
import { summarize } from '../summary/summarize.ts';
import { compareRuns } from './compare.ts';
import { frontOf } from './front.ts';

type RunSketch = {
  id: string;
  /** Suites with their tasks, and whether each was passed; null = not tried. */
  results: Record<string, readonly (boolean | null)[]>;
  plan?: Parameters<typeof buildRun>[0]['plan'];
  change?: (run: Report['run']) => Report['run'];
  trial?: Partial<Trial>;
};

const reportOf = ({ id, results, plan, change = (run) => run, trial = {} }: RunSketch): Report => {
  const suites = Object.entries(results).map(([suite, passed]) => buildSuite(suite, taskIds(suite, passed.length)));
  const run = change({ ...buildRun({ suites, plan }), id });
  const trials = suites.flatMap(({ id: suiteId, tasks }) =>
    tasks.flatMap((taskId, place): Trial[] => {
      const passed = results[suiteId]?.[place];
      if (passed === null || passed === undefined) return [buildTrial({ suiteId, taskId, outcome: 'timeout', score: null })];
      return [buildTrial({ suiteId, taskId, ...(passed ? {} : { score: failedScore, reason: failedScore.reason }), ...trial })];
    }),
  );
  return { run, trials, summary: summarize({ run, trials }) };
};

const compare = (...reports: Report[]) => compareRuns(reports.map((report) => ({ report, integrity: 'holds' as const })));
const first = (comparison: ReturnType<typeof compare>) => {
  const [pair] = comparison.pairs;
  if (pair === undefined) throw new Error('no pair');
  return pair;
};
const passes = (count: number, of: number): boolean[] => Array.from({ length: of }, (_, place) => place < count);

describe('two runs', () => {
  test('a clear gain is better, with the tasks by name and the causes', () => {
    const a = reportOf({ id: 'a', results: { reasonmath: passes(10, 40) } });
    const b = reportOf({ id: 'b', results: { reasonmath: passes(30, 40) } });
    const comparison = comparisonSchema.parse(compare(a, b));
    const pair = first(comparison);
    expect(pair.quality).toMatchObject({ verdict: 'better', difference: 50, gained: 20, lost: 0, tasks: 40 });
    expect(pair.suites[0]).toMatchObject({ id: 'reasonmath', test: 'mcnemar-mid-p', verdict: 'better' });
    expect(pair.suites[0]?.mcnemar?.exact).toBeCloseTo(2 * 0.5 ** 20, 12);
    expect(pair.gained).toHaveLength(20);
    expect(pair.gained[0]).toMatchObject({ suiteId: 'reasonmath', outcome: 'scored', reason: failedScore.reason });
    expect(pair.sentence).toMatch(/is better than .*\+50\.0 points/u);
    expect(first(compare(b, a)).quality).toMatchObject({ verdict: 'worse', difference: -50, gained: 0, lost: 20 });
  });

  test('a small difference cannot be told, and says how many more trials would tell', () => {
    const a = reportOf({ id: 'a', results: { reasonmath: passes(15, 30) } });
    const b = reportOf({ id: 'b', results: { reasonmath: [...passes(17, 29), false] } });
    const pair = first(compare(a, b));
    expect(pair.quality?.verdict).toBe('cannot-tell');
    expect(pair.quality?.moreTrials).toBeGreaterThan(20);
  });

  test('the same on many tasks is a finding, not the absence of one', () => {
    const results = { reasonmath: passes(200, 400) };
    const pair = first(compare(reportOf({ id: 'a', results }), reportOf({ id: 'b', results })));
    expect(pair.suites[0]?.verdict).toBe('same');
    expect(pair.quality?.verdict).toBe('same');
  });

  test('with one task, with none passed and with all passed nothing is invented', () => {
    for (const results of [{ reasonmath: [true] }, { reasonmath: passes(0, 20) }, { reasonmath: passes(20, 20) }]) {
      const pair = first(compare(reportOf({ id: 'a', results }), reportOf({ id: 'b', results })));
      expect(pair.quality?.verdict).toBe('cannot-tell');
      expect(pair.gained).toEqual([]);
      expect(pair.lost).toEqual([]);
    }
  });

  test('p values of several suites are adjusted together', () => {
    const results = (count: number) => ({ reasonmath: passes(count, 30), toolcall: passes(15, 30), dataextract: passes(15, 30) });
    const pair = first(compare(reportOf({ id: 'a', results: results(10) }), reportOf({ id: 'b', results: results(17) })));
    const suite = pair.suites.find(({ id }) => id === 'reasonmath');
    expect(suite?.pHolm).toBeCloseTo(3 * (suite?.p ?? 0), 10);
  });
});

describe('unlike runs', () => {
  const base = { reasonmath: passes(10, 20), toolcall: passes(5, 20) };

  test('nothing in common is refused with the reason', () => {
    const pair = first(
      compare(reportOf({ id: 'a', results: { reasonmath: passes(1, 5) } }), reportOf({ id: 'b', results: { toolcall: passes(1, 5) } })),
    );
    expect(pair.refused).toContain('share no task');
    expect(pair.quality).toBeNull();
    expect(pair.narrowed).toEqual(['reasonmath is only in the first run', 'toolcall is only in the second run']);
  });

  test('a suite of another seed or another version is left out, the rest is compared', () => {
    const other = (change: object) =>
      reportOf({
        id: 'b',
        results: base,
        change: (run) => ({
          ...run,
          manifest: {
            ...run.manifest,
            suites: run.manifest.suites.map((suite) => (suite.id === 'toolcall' ? { ...suite, ...change } : suite)),
          },
        }),
      });
    for (const [change, reason] of [
      [{ seed: 9 }, 'other seeds'],
      [{ version: '2' }, 'versions 1 and 2'],
      [{ digest: 'sha256:else' }, 'differs between the two versions'],
    ] as const) {
      const pair = first(compare(reportOf({ id: 'a', results: base }), other(change)));
      expect(pair.suites.map(({ id }) => id)).toEqual(['reasonmath']);
      expect(pair.narrowed.join()).toContain(reason);
    }
  });

  test('tasks that one did not try, or did not plan, are left out and counted', () => {
    const a = reportOf({ id: 'a', results: { reasonmath: [true, null, true, false] } });
    const b = reportOf({ id: 'b', results: { reasonmath: [true, true, null, false, true] } });
    const pair = first(compare(a, b));
    expect(pair.quality?.tasks).toBe(2);
    expect(pair.narrowed.join(' ')).toMatch(/1 task only one of them planned.*2 tasks that one of them did not try/u);
  });

  test('sampling, limits, thinking, context, machine and version are told where they differ', () => {
    const b = reportOf({
      id: 'b',
      results: base,
      change: (run) => ({
        ...run,
        benchloopVersion: '0.2.0',
        machine: { ...run.machine, machineId: 'm-2' },
        model: run.model === null ? null : { ...run.model, contextInForce: 4096 },
        manifest: { ...run.manifest, thinking: 'on', maxTokens: 64, sampling: { ...run.manifest.sampling, temperature: 1 } },
      }),
    });
    const { unlike, stack } = first(compare(reportOf({ id: 'a', results: base }), b));
    for (const text of [
      'temperature 0 and 1',
      'none and 64 tokens',
      'thinking default and on',
      'and 4096 tokens',
      'other machines',
      'BenchLoop 0.1.0 and 0.2.0',
    ])
      expect(unlike.join('; ')).toContain(text);
    expect(stack.map(({ what }) => what)).toEqual(expect.arrayContaining(['context in force', 'BenchLoop']));
  });

  test('an equal pair of stacks has no difference', () => {
    const pair = first(compare(reportOf({ id: 'a', results: base }), reportOf({ id: 'b', results: base })));
    expect([pair.unlike, pair.stack, pair.narrowed]).toEqual([[], [], []]);
  });
});

describe('speed', () => {
  const withRate = (id: string, spanMs: number, place: 'local' | 'remote' = 'local'): Report =>
    reportOf({
      id,
      results: { reasonmath: passes(10, 20) },
      plan: { place: { value: place, origin: 'flag' } },
      trial: { calls: [buildCall({ spanMs })] },
    });

  test('a ratio of rates has an interval over tasks', () => {
    const decode = first(compare(withRate('a', 1500), withRate('b', 750))).figures.find(({ id }) => id === 'decode');
    expect(decode?.a).toBeCloseTo(40, 6);
    expect(decode?.ratio?.value).toBeCloseTo(2, 6);
    expect(decode?.ratio?.n).toBe(20);
  });

  /** All replies of one rate, and timed prompts of another. */
  const withTimed = (id: string, { spanMs, timedSpansMs }: { spanMs: number; timedSpansMs: number[] }): Report => {
    const suites = [buildSuite('reasonmath', taskIds('reasonmath', 20)), buildSuite('speed', taskIds('decode', timedSpansMs.length))];
    const trials = suites.flatMap(({ id: suiteId, tasks }) =>
      tasks.map((taskId, place) => {
        const call = buildCall({ spanMs: suiteId === 'speed' ? timedSpansMs[place] : spanMs });
        return buildTrial({ suiteId, taskId, calls: [call] });
      }),
    );
    const run = { ...buildRun({ suites }), id };
    return { run, trials, summary: summarize({ run, trials }) };
  };

  test('the two values of a ratio are of all replies, as the ratio is; the timed cell has its own values and ratio', () => {
    const a = withTimed('a', { spanMs: 1500, timedSpansMs: [1500, 1500, 1500] });
    const b = withTimed('b', { spanMs: 1500, timedSpansMs: [500, 510, 520] });
    const { figures, sentence } = first(compare(a, b));
    const [decode, timed] = ['decode', 'decode-timed'].map((wanted) => figures.find(({ id }) => id === wanted));
    expect(decode?.ratio?.n).toBe(23);
    expect(decode?.ratio?.value).toBeCloseTo(((1500 / 500) * (1500 / 510) * (1500 / 520)) ** (1 / 23), 6);
    expect(timed).toMatchObject({ a: 40, ratio: { n: 3 } });
    expect(timed?.ratio?.value).toBeCloseTo(((1500 / 500) * (1500 / 510) * (1500 / 520)) ** (1 / 3), 6);
    expect(sentence).toContain('writes 2.94 times as fast.');
    expect(first(compare(b, a)).sentence).toContain('writes 2.94 times as slowly.');
  });

  test('rates are the same only where the interval says so, and cannot be told where it is wide', () => {
    const a = withTimed('a', { spanMs: 1500, timedSpansMs: [1500, 1510, 1490] });
    const close = withTimed('b', { spanMs: 1500, timedSpansMs: [1510, 1500, 1500] });
    const wide = withTimed('b', { spanMs: 1500, timedSpansMs: [900, 2400, 1490] });
    expect(first(compare(a, close)).sentence).toContain('They write at the same speed, within 5 %.');
    expect(first(compare(a, wide)).sentence).toContain('Which of them writes faster cannot be told yet.');
  });

  test('a remote service is never held beside local speed', () => {
    const comparison = compare(withRate('a', 1500), withRate('b', 750, 'remote'));
    expect(first(comparison).figures.find(({ id }) => id === 'decode')).toMatchObject({
      ratio: null,
      note: expect.stringContaining('remote') as string,
    });
    expect(comparison.front).toEqual(['a']);
  });

  test('what is not measured is said so', () => {
    expect(first(compare(withRate('a', 1), withRate('b', 1))).figures.find(({ id }) => id === 'energy-per-solved')).toMatchObject({
      a: null,
      note: 'not run: no energy was read',
    });
  });
});

test('runs that differ in one thing alone make a ladder', () => {
  const withContext = (id: string, contextInForce: number, harness = 'raw') =>
    reportOf({
      id,
      results: { reasonmath: passes(10, 20) },
      change: (run) => ({
        ...run,
        model: run.model === null ? null : { ...run.model, contextInForce },
        manifest: { ...run.manifest, harness: { ...run.manifest.harness, id: harness } },
      }),
    });
  const { ladders } = compare(withContext('wide', 16_384), withContext('small', 4096), withContext('tools', 4096, 'hermes'));
  expect(ladders.map(({ dimension, steps }) => [dimension, steps.map(({ value, runId }) => `${value} ${runId}`)])).toEqual([
    ['harness', ['hermes tools', 'raw small']],
    ['context', ['4096 small', '16384 wide']],
  ]);
});

test('three runs: ranks with the ties that the data allow, and every pair', () => {
  const random = createRandom('ranks');
  const noisy = (share: number) => ({ reasonmath: Array.from({ length: 60 }, () => random.chance(share)) });
  const comparison = compare(
    reportOf({ id: 'weak', results: noisy(0.1) }),
    reportOf({ id: 'good', results: noisy(0.8) }),
    reportOf({ id: 'also-good', results: noisy(0.82) }),
  );
  expect(comparison.pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(['weak good', 'weak also-good', 'good also-good']);
  const rank = (id: string) => comparison.ranks?.find(({ runId }) => runId === id);
  expect(rank('weak')).toMatchObject({ low: 3, high: 3, tiedWith: [] });
  expect(rank('good')).toMatchObject({ low: 1, high: 2, tiedWith: ['also-good'] });
});

describe('the front', () => {
  const [base] = compare(
    reportOf({ id: 'a', results: { reasonmath: passes(10, 20) } }),
    reportOf({ id: 'b', results: { reasonmath: passes(10, 20) } }),
  ).runs;
  const run = (id: string, quality: number, rate: number | null, memoryBytes: number | null): ComparedRun => {
    if (base === undefined) throw new Error('no run');
    return { ...base, id, quality, decodeTokensPerSecond: rate, memoryBytes };
  };

  test('holds who is best in something, less memory too, and leaves out who is beaten in all', () => {
    const runs = [run('good', 60, 10, 8), run('fast', 40, 30, 8), run('small', 40, 10, 4), run('beaten', 40, 10, 8)];
    expect(frontOf(runs, null)).toEqual(['good', 'fast', 'small']);
  });

  test('memory that is not known decides nothing; without a rate, or far away, there is no place on it', () => {
    expect(frontOf([run('good', 60, 10, null), run('less', 40, 10, 1)], null)).toEqual(['good']);
    expect(frontOf([run('none', 90, null, 1), { ...run('far', 90, 90, 1), place: 'remote' }, run('here', 10, 1, 9)], null)).toEqual([
      'here',
    ]);
  });
});
