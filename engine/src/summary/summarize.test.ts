import { summarySchema, type Run, type Trial } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { builtProfiles, buildCall, buildRun, buildSuite, buildTrial, failedScore, taskIds } from './fixtures.ts';
import { summarize } from './summarize.ts';

/** Summarizes, and checks on the way that the result fits its schema and does not change when made again. */
const numbers = (run: Run, trials: Trial[]) => {
  const summary = summarize({ run, trials, knownProfiles: builtProfiles });
  expect(summarySchema.parse(structuredClone(summary))).toEqual(summary);
  expect(summarize({ run, trials, knownProfiles: builtProfiles })).toEqual(summary);
  return summary;
};

const math = buildSuite('reasonmath', taskIds('rates', 30), 60);
const tools = buildSuite('toolcall', taskIds('choose', 30), 60);
const speed = buildSuite(
  'speed',
  ['decode', 'prefill-512', 'prefill-1500', 'answer'].flatMap((family) => taskIds(family, 3)),
);

const trialsOf = (suiteId: string, tasks: readonly string[], passed: number): Trial[] =>
  tasks.map((taskId, place) => buildTrial({ suiteId, taskId, ...(place < passed ? {} : { score: failedScore }) }, place));

const speedTrials = (): Trial[] =>
  speed.tasks.map((taskId, place) =>
    buildTrial(
      {
        suiteId: 'speed',
        taskId,
        calls: [
          buildCall(
            taskId.startsWith('prefill')
              ? { prompt: taskId.includes('512') ? 512 : 1500, completion: 24, spanMs: 575, ttftMs: 5000 }
              : { prompt: 40, completion: 64, spanMs: 1575, ttftMs: 400 },
          ),
        ],
      },
      place,
    ),
  );

const wholeRun = buildRun({ suites: [speed, math, tools] });
const wholeTrials = [...speedTrials(), ...trialsOf('reasonmath', math.tasks, 15), ...trialsOf('toolcall', tools.tasks, 24)];

describe('a complete run of a profile', () => {
  const summary = numbers(wholeRun, wholeTrials);

  test('is covered and comparable', () => {
    expect(summary).toMatchObject({ coverage: 1, comparable: true, notComparableBecause: [], notRun: [] });
    expect(summary.warnings).toEqual([]);
  });

  test('pass rates have Wilson intervals', () => {
    const suite = summary.suites.find(({ id }) => id === 'reasonmath');
    expect(suite?.passRate).toEqual({
      value: 0.5,
      low: expect.closeTo(0.3315, 4),
      high: expect.closeTo(0.6685, 4),
      n: 30,
      method: 'wilson',
    });
    expect(suite?.score).toEqual({ value: 50, low: expect.closeTo(33.15, 2), high: expect.closeTo(66.85, 2), n: 30, method: 'wilson' });
    expect(suite).toMatchObject({ trialsPlanned: 30, trialsDone: 30, complete: true, passAtK: [{ k: 1, passAt: 0.5, passAll: 0.5 }] });
  });

  test('the clock suite has no score', () => {
    expect(summary.suites.find(({ id }) => id === 'speed')).toMatchObject({
      judge: 'clock',
      score: null,
      passRate: null,
      passAtK: [],
      byFamily: [],
      complete: true,
    });
  });

  test('the overall figure is 0.70 quality, 0.25 speed and 0.05 reliability', () => {
    const { overall } = summary;
    const quality = (0.125 * 50 + 0.15 * 80) / 0.275;
    expect(overall).toMatchObject({
      quality: expect.closeTo(quality, 9),
      speed: expect.closeTo(12.54 * Math.log2(40) + 0.9, 9),
      reliability: 100,
      formula: 'with-speed',
      withheldBecause: null,
    });
    expect(overall.value).toBeCloseTo(0.7 * quality + 0.25 * (12.54 * Math.log2(40) + 0.9) + 5, 9);
    expect(overall.low).toBeLessThan(overall.value ?? 0);
    expect(overall.high).toBeGreaterThan(overall.value ?? 100);
  });

  test('cold start stands apart: load time, and the first call before any trial', () => {
    expect(summary.coldStart).toEqual({ loadMs: 840, firstTtftMs: 2000 });
    expect(summary.speed.find(({ cell }) => cell === 'decode')?.ttftMs).toEqual({ n: 3, p50: 400, p95: null, min: 400, max: 400 });
  });

  test('each cell is a row; scored suites without calls have none', () => {
    expect(summary.speed.map(({ cell }) => cell)).toEqual(['decode', 'prefill-512', 'prefill-1500', 'answer']);
    expect(summary.speed[2]).toMatchObject({
      prefillTokensPerSecond: { n: 3, p50: 300 },
      prefillSource: 'client-ttft',
      decodeTokensPerSecond: { p50: 40 },
    });
    expect(summary.speed[0]).toMatchObject({ prefillTokensPerSecond: null, prefillSource: null });
  });
});

describe('outcomes', () => {
  const suite = buildSuite('reasonmath', taskIds('rates', 9));
  const trial = (place: number, input: Partial<Trial>) =>
    buildTrial({ suiteId: 'reasonmath', taskId: suite.tasks[place] as string, ...input }, place);
  const outcomes = [
    'scored',
    'scored',
    'truncated',
    'unparseable',
    'refused',
    'timeout',
    'model-error',
    'unsupported',
    'invalid-task',
  ] as const;
  const trials = outcomes.map((outcome, place) => trial(place, place === 1 ? { outcome, score: failedScore } : { outcome }));
  const summary = numbers(buildRun({ suites: [suite], status: 'incomplete' }), trials);

  test('truncated, unparseable and refused count as not passed; infrastructure leaves the denominator', () => {
    expect(summary.suites[0]).toMatchObject({ passRate: { value: 0.2, n: 5 }, score: { value: 20, n: 5 }, trialsDone: 9, complete: false });
    expect(summary.suites[0]?.durationMs?.n).toBe(5);
    expect(summary.outcomes).toEqual({
      scored: 2,
      truncated: 1,
      unparseable: 1,
      refused: 1,
      timeout: 1,
      'model-error': 1,
      unsupported: 1,
      cancelled: 0,
      'invalid-task': 1,
    });
  });

  test('coverage says what is missing, and the figure is withheld', () => {
    expect(summary.coverage).toBeCloseTo(5 / 9, 12);
    expect(summary.comparable).toBe(false);
    expect(summary.notComparableBecause).toContain('reasonmath: 5 of 9 planned trials were judged');
    expect(summary.overall).toMatchObject({ value: null, low: null, high: null, quality: null });
    expect(summary.overall.withheldBecause).toContain('5 of 9');
  });

  test('reliability is over attempts: seven, two of them failed', () => {
    expect(summary.overall.reliability).toBeCloseTo((100 * 5) / 7, 9);
  });

  test('all failed is 0 with an interval, not nothing', () => {
    const failed = numbers(buildRun({ suites: [suite] }), trialsOf('reasonmath', suite.tasks, 0));
    expect(failed.suites[0]?.passRate).toEqual({ value: 0, low: 0, high: expect.closeTo(0.2991, 4), n: 9, method: 'wilson' });
    expect(failed.suites[0]?.complete).toBe(true);
  });

  test('nothing judged is no score, not 0', () => {
    const broken = numbers(
      buildRun({ suites: [suite], status: 'incomplete' }),
      suite.tasks.map((taskId) => buildTrial({ suiteId: 'reasonmath', taskId, outcome: 'model-error' })),
    );
    expect(broken.suites[0]).toMatchObject({ passRate: null, score: null, durationMs: null, passAtK: [], complete: false });
    expect(broken).toMatchObject({ coverage: 0, overall: { value: null, reliability: 0 } });
  });

  test('a run without any trial', () => {
    const empty = numbers(buildRun({ suites: [suite], status: 'interrupted', firstCall: null }), []);
    expect(empty).toMatchObject({ suites: [], speed: [], coverage: 0, wallMs: 0, coldStart: { loadMs: 840, firstTtftMs: null } });
    expect(empty.notRun).toContainEqual({
      suiteId: 'reasonmath',
      reason: 'the run ended before its first trial',
      remedy: 'bench-loop resume 20261201-090000-abcd',
    });
    expect(empty.overall.reliability).toBeNull();
    expect(numbers(buildRun({ suites: [], status: 'running' }), []).coverage).toBe(0);
  });
});

describe('several trials of a task', () => {
  const suite = buildSuite('reasonmath', taskIds('rates', 12));
  const run = buildRun({ suites: [suite], profile: 'full', trials: 3 });
  const repeats = (passes: (task: number, index: number) => boolean) =>
    suite.tasks.flatMap((taskId, task) =>
      [0, 1, 2].map((index) =>
        buildTrial({ suiteId: 'reasonmath', taskId, index, ...(passes(task, index) ? {} : { score: failedScore }) }),
      ),
    );

  test('pass rate by cluster bootstrap, wider than if trials were independent', () => {
    const { suites } = numbers(
      run,
      repeats((task) => task % 3 === 0),
    );
    const estimate = suites[0]?.passRate;
    expect(estimate).toMatchObject({ value: expect.closeTo(1 / 3, 12), n: 36, method: 'cluster-bootstrap' });
    expect((estimate?.high ?? 0) - (estimate?.low ?? 0)).toBeGreaterThan(0.4);
    expect(suites[0]).toMatchObject({ trialsPlanned: 36, complete: true });
  });

  test('pass@k rises and pass^k falls with k where tasks are unstable', () => {
    const { suites } = numbers(
      run,
      repeats((task, index) => task < 6 || index === 0),
    );
    expect(suites[0]?.passAtK).toEqual([
      { k: 1, passAt: expect.closeTo(2 / 3, 12), passAll: expect.closeTo(2 / 3, 12) },
      { k: 2, passAt: expect.closeTo(5 / 6, 12), passAll: expect.closeTo(1 / 2, 12) },
      { k: 3, passAt: 1, passAll: expect.closeTo(1 / 2, 12) },
    ]);
  });

  test('all tasks alike: Wilson over tasks, not over trials', () => {
    const { suites } = numbers(
      run,
      repeats(() => true),
    );
    expect(suites[0]?.passRate).toEqual({ value: 1, low: expect.closeTo(0.7575, 4), high: 1, n: 36, method: 'wilson' });
  });

  test('one task says next to nothing, however often it ran', () => {
    const one = buildSuite('reasonmath', taskIds('rates', 1));
    const trials = Array.from({ length: 3 }, (_, index) => buildTrial({ suiteId: 'reasonmath', taskId: 'rates-01', index }));
    const { suites } = numbers(buildRun({ suites: [one], profile: 'full', trials: 3 }), trials);
    expect(suites[0]?.passRate).toEqual({ value: 1, low: expect.closeTo(0.025, 4), high: 1, n: 3, method: 'clopper-pearson' });
  });

  test('a task with fewer judged trials drops out of larger k only', () => {
    const { suites } = numbers(
      { ...run, status: 'incomplete' },
      repeats(() => true).filter(({ taskId, index }) => taskId !== 'rates-01' || index === 0),
    );
    expect(suites[0]?.passAtK.map(({ k }) => k)).toEqual([1, 2, 3]);
    expect(suites[0]).toMatchObject({ trialsDone: 34, complete: false });
  });

  test('fewer trials than the profile takes are not comparable', () => {
    const { notComparableBecause } = numbers(
      buildRun({ suites: [suite], profile: 'full', trials: 1 }),
      trialsOf('reasonmath', suite.tasks, 12),
    );
    expect(notComparableBecause).toContain('each task ran 1 of the 3 times that full takes');
  });
});

describe('scores between 0 and 1', () => {
  const suite = buildSuite('toolcall', [...taskIds('choose', 6), ...taskIds('abstain', 6)]);
  const trials = suite.tasks.map((taskId, place) =>
    buildTrial({
      suiteId: 'toolcall',
      taskId,
      difficulty: place % 2 === 0 ? 'hard' : 'easy',
      score: { value: place / 11, passed: place > 8, reason: 'as built' },
    }),
  );
  const summary = numbers(buildRun({ suites: [suite] }), trials);

  test('mean by cluster bootstrap, pass rate by Wilson', () => {
    expect(summary.suites[0]?.score).toMatchObject({ value: expect.closeTo(50, 9), n: 12, method: 'cluster-bootstrap' });
    expect(summary.suites[0]?.score?.low).toBeGreaterThan(25);
    expect(summary.suites[0]?.score?.high).toBeLessThan(75);
    expect(summary.suites[0]?.passRate).toMatchObject({ value: 0.25, method: 'wilson' });
  });

  test('by difficulty in their order, by family by name', () => {
    expect(summary.suites[0]?.byDifficulty).toMatchObject([
      { difficulty: 'easy', passed: 2, judged: 6 },
      { difficulty: 'hard', passed: 1, judged: 6 },
    ]);
    expect(summary.suites[0]?.byFamily).toEqual([
      { family: 'abstain', passed: 3, judged: 6, score: expect.closeTo((100 * 8.5) / 11, 9) },
      { family: 'choose', passed: 0, judged: 6, score: expect.closeTo((100 * 2.5) / 11, 9) },
    ]);
  });
});

describe('what was not run', () => {
  const unsupported = tools.tasks.map((taskId) =>
    buildTrial({ suiteId: 'toolcall', taskId, outcome: 'unsupported', reason: 'the template knows no tools; run with --harness hermes' }),
  );

  test('a suite that the stack does not support: said once, with the remedy, never 0', () => {
    const summary = numbers({ ...wholeRun, status: 'incomplete' }, [
      ...speedTrials(),
      ...trialsOf('reasonmath', math.tasks, 15),
      ...unsupported,
    ]);
    expect(summary.suites.map(({ id }) => id)).toEqual(['speed', 'reasonmath']);
    expect(summary.notRun).toEqual([{ suiteId: 'toolcall', reason: 'the template knows no tools', remedy: 'run with --harness hermes' }]);
    expect(summary.overall).toMatchObject({ value: null, withheldBecause: 'toolcall was not run' });
    expect(summary.warnings).toContainEqual({
      code: 'unsupported-suite',
      message: 'toolcall could not be run on this stack: the template knows no tools.',
      nextStep: 'Run with --harness hermes.',
    });
    expect(summary.outcomes.unsupported).toBe(30);
  });

  test('a reason without remedy gets one', () => {
    const { notRun } = numbers(wholeRun, [
      ...wholeTrials.filter(({ suiteId }) => suiteId !== 'toolcall'),
      ...unsupported.map((trial) => ({ ...trial, reason: 'no tools' })),
    ]);
    expect(notRun).toEqual([{ suiteId: 'toolcall', reason: 'no tools', remedy: 'take a model or a harness that supports it' }]);
  });

  test('the run’s own words go before', () => {
    const entry = { suiteId: 'toolcall', reason: 'no tool support', remedy: 'take --harness hermes' };
    const { notRun } = numbers({ ...wholeRun, notRun: [entry] }, [
      ...speedTrials(),
      ...trialsOf('reasonmath', math.tasks, 15),
      ...unsupported,
    ]);
    expect(notRun).toEqual([entry]);
  });

  test('a part of a suite makes it incomplete, with its score', () => {
    const entry = { suiteId: 'toolcall', reason: 'tier 128k does not fit', remedy: 'run with --ctx 131072' };
    const summary = numbers({ ...wholeRun, notRun: [entry] }, wholeTrials);
    expect(summary.suites.find(({ id }) => id === 'toolcall')).toMatchObject({ complete: false, score: { value: 80 } });
    expect(summary.notComparableBecause).toEqual(['a part of toolcall was not run']);
  });

  test('suites of the profile that were left out', () => {
    const { notRun, overall } = numbers(
      buildRun({ suites: [speed, math] }),
      wholeTrials.filter(({ suiteId }) => suiteId !== 'toolcall'),
    );
    expect(notRun).toEqual([{ suiteId: 'toolcall', reason: 'left out of this core run', remedy: 'bench-loop run --suites toolcall' }]);
    expect(overall.value).toBeNull();
  });

  test('without speed the other formula applies, marked and not comparable', () => {
    const { overall, comparable, notComparableBecause } = numbers(
      buildRun({ suites: [math, tools] }),
      wholeTrials.filter(({ suiteId }) => suiteId !== 'speed'),
    );
    const quality = (0.125 * 50 + 0.15 * 80) / 0.275;
    expect(overall).toMatchObject({
      formula: 'without-speed',
      speed: null,
      withheldBecause: null,
      value: expect.closeTo(0.9 * quality + 10, 9),
    });
    expect(comparable).toBe(false);
    expect(notComparableBecause).toEqual(['speed was left out, so the other formula applies']);
  });

  test('speed that was planned and could not be measured withholds the figure', () => {
    const silent = wholeTrials.map((trial) =>
      trial.suiteId === 'speed' ? { ...trial, calls: trial.calls.map((call) => ({ ...call, usage: null })) } : trial,
    );
    const { overall, warnings } = numbers(wholeRun, silent);
    expect(overall).toMatchObject({ value: null, speed: null, withheldBecause: 'the decode rate could not be measured' });
    expect(warnings.find(({ code }) => code === 'usage-missing')?.message).toBe(
      '12 of 12 replies came without token counts, so no rates can be had from them.',
    );
  });
});

describe('a suite of which the profile itself leaves tasks out', () => {
  const within = taskIds('choose', 18);
  const numbersWith = (tasks: string[], tasksInProfile: number) =>
    numbers(buildRun({ suites: [speed, math, { ...buildSuite('toolcall', tasks, 60), tasksInProfile }] }), [
      ...speedTrials(),
      ...trialsOf('reasonmath', math.tasks, 15),
      ...trialsOf('toolcall', tasks, 9),
    ]);

  test('is comparable with all the others', () => {
    expect(numbersWith(within, 18)).toMatchObject({ comparable: true, notComparableBecause: [] });
  });

  test('is not, where tasks within the limit are missing', () => {
    expect(numbersWith(within.slice(0, 17), 18).notComparableBecause).toEqual(['toolcall has 17 of the 18 tasks that core takes']);
    expect(numbersWith(within, 40).notComparableBecause).toEqual(['toolcall has 18 of the 30 tasks that core takes']);
  });
});

test('how far the context holds is told only where the suite was run', () => {
  expect(numbers(wholeRun, wholeTrials)).not.toHaveProperty('contextHeld');
  const long = buildSuite('longcontext', taskIds('single', 6));
  const trials = long.tasks.map((taskId) => buildTrial({ suiteId: 'longcontext', taskId, calls: [buildCall({ prompt: 1800 })] }));
  expect(numbers(buildRun({ suites: [long] }), trials).contextHeld).toMatchObject({
    held: { tier: 2048, low: 2048, high: 2048 },
    uncounted: 0,
  });
});

describe('not comparable', () => {
  test('smoke ranks nothing, though complete', () => {
    const small = buildSuite('reasonmath', taskIds('rates', 6), 60);
    const { comparable, overall, notComparableBecause, warnings } = numbers(
      buildRun({ suites: [speed, small, buildSuite('toolcall', taskIds('choose', 6), 60)], profile: 'smoke' }),
      [...speedTrials(), ...trialsOf('reasonmath', small.tasks, 3), ...trialsOf('toolcall', taskIds('choose', 6), 3)],
    );
    expect(comparable).toBe(false);
    expect(notComparableBecause).toEqual(['the smoke profile shows that the stack works and ranks nothing']);
    expect(overall).toMatchObject({
      value: null,
      quality: null,
      withheldBecause: 'the smoke profile shows that the stack works and ranks nothing',
    });
    expect(warnings.map(({ code }) => code)).toEqual(['too-few-trials']);
    expect(warnings[0]?.message).toContain('reasonmath has 6 (95 % interval 62 points wide)');
  });

  test.each<[string, Run, string]>([
    [
      'a fresh seed',
      { ...wholeRun, plan: { ...wholeRun.plan, seed: { value: 7, origin: 'flag' } } },
      'tasks are a fresh set of seed 7, to be compared with runs of the same seed only',
    ],
    [
      'constrained decoding',
      {
        ...wholeRun,
        manifest: { ...wholeRun.manifest, harness: { ...wholeRun.manifest.harness, id: 'constrained', decoding: 'constrained' } },
      },
      'every step with tools was held to a schema while it was decoded (constrained decoding): another stack than the same model decoding freely, to be compared with runs of the same harness only',
    ],
    [
      'tasks chosen by name',
      { ...wholeRun, plan: { ...wholeRun.plan, tasks: { value: ['rates'], origin: 'flag' } } },
      'tasks were chosen by name',
    ],
    ['a token limit', buildRun({ suites: [speed, math, tools], maxTokens: 100 }), 'replies were limited to 100 tokens'],
    [
      'a profile of another version',
      buildRun({ suites: [speed, math, tools], profile: 'gpu-night' }),
      'gpu-night is no profile of this version, so its suites have no fixed weights',
    ],
    ['a run that goes on', { ...wholeRun, status: 'running' }, 'the run has not ended'],
    ['an interrupted run', { ...wholeRun, status: 'interrupted' }, 'the run was interrupted'],
  ])('%s', (_name, run, reason) => {
    const { comparable, notComparableBecause } = numbers(
      { ...run, plan: { ...run.plan, profile: { value: run.manifest.profile, origin: 'flag' } } },
      wholeTrials,
    );
    expect(comparable).toBe(false);
    expect(notComparableBecause).toEqual([reason]);
  });

  test('a fresh seed keeps its figure; fewer tasks than the profile takes do not', () => {
    const fresh = numbers({ ...wholeRun, plan: { ...wholeRun.plan, seed: { value: 7, origin: 'flag' } } }, wholeTrials);
    expect(fresh.overall.value).not.toBeNull();
    const narrow = buildSuite('toolcall', taskIds('choose', 10), 60);
    const summary = numbers(buildRun({ suites: [speed, math, narrow] }), [
      ...speedTrials(),
      ...trialsOf('reasonmath', math.tasks, 15),
      ...trialsOf('toolcall', narrow.tasks, 8),
    ]);
    expect(summary.notComparableBecause).toEqual(['toolcall has 10 of the 30 tasks that core takes']);
    expect(summary.overall.value).toBeNull();
  });
});

describe('warnings', () => {
  const suite = buildSuite('reasonmath', taskIds('rates', 30), 60);
  const run = buildRun({ suites: [suite] });
  const codes = (trials: Trial[], of: Run = run) => numbers(of, trials).warnings.map(({ code }) => code);
  const withCalls = (calls: Trial['calls']) => trialsOf('reasonmath', suite.tasks, 15).map((trial) => ({ ...trial, calls }));

  test('none for plain calls', () => {
    expect(codes(withCalls([buildCall()]))).toEqual([]);
  });

  test.each<[string, Trial['calls']]>([
    ['short-reply', [buildCall({ completion: 5, spanMs: 100 })]],
    ['usage-missing', [{ ...buildCall(), usage: null }]],
    ['coalesced-stream', [buildCall({ textReads: 20 })]],
    ['server-clock-differs', [buildCall({ server: { predictedTokens: 61, predictedMs: 1400 } })]],
    ['server-clock-differs', [buildCall({ server: { predictedTokens: 61, predictedMs: 14_000 } })]],
    [
      'clock-too-coarse',
      [{ ...buildCall(), timings: { ...(buildCall().timings as NonNullable<Trial['calls'][number]['timings']>), interTokenP50Ms: 1 } }],
    ],
  ])('%s', (code, calls) => {
    expect(codes(withCalls(calls))).toEqual([code]);
  });

  test('153: a client whose own delay blurs inter-token times withholds them, and keeps the rate', () => {
    const stressed = { ...run, machine: { ...run.machine, clockFloor: { p50Ms: 1, p99Ms: 50, samples: 200 } } };
    const { speed, warnings } = numbers(stressed, withCalls([buildCall()]));
    expect(warnings.map(({ code }) => code)).toEqual(['clock-too-coarse']);
    expect(speed[0]).toMatchObject({ interTokenP50Ms: null, interTokenP95Ms: null, decodeTokensPerSecond: { p50: 40 } });
    expect(numbers(run, withCalls([buildCall()])).speed[0]?.interTokenP50Ms?.p50).toBe(25);
  });

  test('a busy machine, unless the endpoint is elsewhere or nothing was timed', () => {
    const busy = { ...run, machine: { ...run.machine, loadAverage: 2.1 } };
    expect(numbers(busy, withCalls([buildCall()])).warnings).toEqual([
      expect.objectContaining({ code: 'machine-busy', message: expect.stringContaining('load of this machine was 2.1 on 4 threads') }),
    ]);
    expect(codes(withCalls([buildCall()]), { ...busy, plan: { ...run.plan, place: { value: 'remote', origin: 'flag' } } })).toEqual([]);
    expect(codes(withCalls([]), busy)).toEqual([]);
    expect(codes(withCalls([buildCall()]), { ...run, machine: { ...run.machine, loadAverage: null } })).toEqual([]);
  });

  test('a cached beginning is expected in conversations, not in timed prompts', () => {
    expect(codes(withCalls([buildCall({ cached: 150 })]))).toEqual([]);
    const timed = speedTrials().map((trial) => ({ ...trial, calls: [buildCall({ prompt: 600, cached: 300 })] }));
    expect(codes(timed, buildRun({ suites: [speed] }))).toEqual(['prompt-cached']);
  });

  test('the run’s own warnings go first and are not said twice', () => {
    const told = { code: 'retried' as const, message: 'The server was busy twice.', nextStep: 'Wait.' };
    const trials = withCalls([buildCall()]).map((trial, place) => (place < 2 ? { ...trial, retries: 2 } : trial));
    expect(numbers({ ...run, warnings: [told] }, trials).warnings).toEqual([told]);
    const { warnings, retries } = numbers(run, trials);
    expect(retries).toBe(4);
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'retried',
        message: '2 of 30 trials met infrastructure failures and were tried again, 4 times in all.',
      }),
    ]);
  });

  test('retries lower reliability, not the score', () => {
    const trials = wholeTrials.map((trial, place) => (place === 20 ? { ...trial, retries: 1 } : trial));
    const { overall, suites } = numbers(wholeRun, trials);
    expect(overall.reliability).toBeCloseTo((100 * 71) / 72, 9);
    expect(suites.find(({ id }) => id === 'reasonmath')?.score?.value).toBe(50);
  });

  test('an interrupted run says how to go on; errors say the server’s hint', () => {
    const half = trialsOf('reasonmath', suite.tasks.slice(0, 20), 10);
    expect(numbers({ ...run, status: 'interrupted' }, half).warnings).toContainEqual(
      expect.objectContaining({ code: 'incomplete', nextStep: 'bench-loop resume 20261201-090000-abcd goes on with the missing ones.' }),
    );
    const error = {
      kind: 'server' as const,
      message: 'status 500',
      hint: 'look at the log of the server',
      status: 500,
      retryAfterMs: null,
    };
    const failed = suite.tasks.slice(20).map((taskId) => buildTrial({ suiteId: 'reasonmath', taskId, outcome: 'model-error', error }));
    expect(numbers({ ...run, status: 'incomplete' }, [...half, ...failed]).warnings).toContainEqual(
      expect.objectContaining({ code: 'incomplete', nextStep: 'look at the log of the server' }),
    );
    expect(codes(half, { ...run, status: 'running' })).toEqual([]);
  });

  test('a context that is too small', () => {
    const error = {
      kind: 'context-overflow' as const,
      message: '9000 tokens do not fit',
      hint: 'raise --ctx',
      status: 400,
      retryAfterMs: null,
    };
    const trials = trialsOf('reasonmath', suite.tasks, 15).map((trial, place): Trial =>
      place === 0 ? { ...trial, outcome: 'truncated', score: null, error } : trial,
    );
    expect(numbers(run, trials).warnings).toEqual([
      expect.objectContaining({
        code: 'context-small',
        message: '1 of 30 trials did not fit the context of 8192 tokens and count as not passed.',
      }),
    ]);
    expect(numbers({ ...run, model: null }, trials).warnings[0]?.message).toBe(
      '1 of 30 trials did not fit the context and count as not passed.',
    );
  });
});

describe('speed rows', () => {
  test('the row over all calls takes scored suites only', () => {
    const trials = wholeTrials.map((trial) =>
      trial.suiteId === 'reasonmath' ? { ...trial, calls: [buildCall(), buildCall({ completion: 3, spanMs: 50 })] } : trial,
    );
    const all = numbers(wholeRun, trials).speed.find(({ cell }) => cell === 'all');
    expect(all?.ttftMs?.n).toBe(60);
    expect(all?.decodeTokensPerSecond).toEqual({ n: 30, p50: 40, p50Interval: { low: 40, high: 40 }, p95: 40, min: 40, max: 40 });
  });

  test('prefill is by the server’s clock only where every prompt has it', () => {
    const served = buildCall({ prompt: 400, server: { promptTokens: 400, promptMs: 400 } });
    const row = (calls: Trial['calls'][]) => {
      const trials = taskIds('prefill-512', calls.length).map((taskId, place) =>
        buildTrial({ suiteId: 'speed', taskId, calls: calls[place] ?? [] }, place),
      );
      return numbers(buildRun({ suites: [buildSuite('speed', taskIds('prefill-512', calls.length))] }), trials).speed[0];
    };
    expect(row([[served], [served], [served]])).toMatchObject({ prefillSource: 'server', prefillTokensPerSecond: { n: 3, p50: 1000 } });
    expect(row([[served], [served], [buildCall({ prompt: 400 })]])).toMatchObject({
      prefillSource: 'client-ttft',
      prefillTokensPerSecond: { n: 3, p50: 800 },
    });
  });

  test('timed replies without text are left out', () => {
    const only = [
      buildTrial({ suiteId: 'speed', taskId: 'decode-01', calls: [buildCall()] }, 0),
      buildTrial({ suiteId: 'speed', taskId: 'answer-01', calls: [buildCall({ ttftMs: null })], score: failedScore }, 1),
    ];
    const { speed: rows } = numbers(buildRun({ suites: [buildSuite('speed', ['decode-01', 'answer-01'])] }), only);
    expect(rows.map(({ cell, ttftMs }) => [cell, ttftMs?.p50])).toEqual([['decode', 500]]);
  });
});

test('tokens and time are summed over trials; a pause between two sessions is not counted', () => {
  const suite = buildSuite('reasonmath', taskIds('rates', 3));
  const trials = suite.tasks.map((taskId, place) =>
    buildTrial(
      { suiteId: 'reasonmath', taskId, durationMs: 3000, calls: place === 0 ? [buildCall({ prompt: null })] : [buildCall()] },
      [0, 2, 500][place],
    ),
  );
  expect(numbers(buildRun({ suites: [suite] }), trials)).toMatchObject({ totalTokens: { prompt: 400, completion: 183 }, wallMs: 8000 });
});
