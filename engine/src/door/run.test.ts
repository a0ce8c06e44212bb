import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError, type Trial } from '@benchloop/spec';
import { createRunStore } from '../store/run-store.ts';
import { openIndexDatabase } from '../store/index-database.ts';
import { createTinySuite } from './testing/tiny-suite.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { verifyRun } from './verify-run.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.remove());

const trialsOf = async (id: string): Promise<Trial[]> => (await createRunStore(bench.home).loadTrials(id)).trials;
const verify = (id: string) => verifyRun({ home: bench.home, id, parts: bench.parts });

describe('a whole run', () => {
  test('the oracle passes all, and verify finds the same scores', async () => {
    const run = await bench.start({ model: 'oracle' });
    const trials = await trialsOf(run.id);
    expect(run.status).toBe('complete');
    expect(trials.map(({ score }) => score?.passed)).toEqual(Array(6).fill(true));
    expect(await verify(run.id)).toMatchObject({ holds: true, digest: 'holds', rescored: 6, mismatches: [] });
  });

  test.each(['constant', 'empty', 'refuse', 'spray'])('the control %s passes none', async (model) => {
    const run = await bench.start({ model });
    expect((await trialsOf(run.id)).filter(({ score }) => score?.passed)).toEqual([]);
    expect((await verify(run.id)).holds).toBe(true);
  });

  test('an endpoint that fails every call stops before the first trial with one message', async () => {
    await expect(bench.start({ model: 'error' })).rejects.toThrow(/first, short question/);
    expect(await createRunStore(bench.home).list()).toEqual([]);
  });

  test('trials repeat, and each repeat is stored', async () => {
    const run = await bench.start({ model: 'oracle', trials: 3 });
    expect(new Set((await trialsOf(run.id)).map(({ id }) => id)).size).toBe(18);
  });

  test('requests run at the same time where asked', async () => {
    let running = 0;
    let most = 0;
    bench.onEvent = (event) => {
      running += event.type === 'trial-start' ? 1 : event.type === 'trial-end' ? -1 : 0;
      most = Math.max(most, running);
    };
    const run = await bench.start({ model: 'oracle;ttft=20', concurrency: 3 });
    expect(most).toBe(3);
    expect((await verify(run.id)).holds).toBe(true);
  });

  test('the run is in the index, and holds no path, host or user name', async () => {
    const run = await bench.start({ model: 'oracle' });
    const index = await openIndexDatabase(bench.home);
    expect(index.rows()).toMatchObject([{ id: run.id, passed: 6, judged: 6, status: 'complete' }]);
    index.close();
    expect(JSON.stringify(run)).not.toContain(bench.home);
  });
});

describe('infrastructure is not ability', () => {
  test('a failure that passes is tried again, and counted', async () => {
    // The first call is the preflight's, so the failure must come later: after one good call.
    const run = await bench.start({ model: 'say=x;fail=busyx0' });
    expect(run.status).toBe('complete');
    const flaky = await createBench();
    const base = flaky.parts.providers.get('mock');
    if (base === undefined) throw new Error('no mock');
    let calls = 0;
    flaky.parts.providers.set('mock', {
      ...base,
      connect: async (options, signal) => {
        const good = await base.connect({ ...options, model: 'oracle' }, signal);
        const bad = await base.connect({ ...options, model: 'oracle;fail=busy' }, signal);
        if (!good.ok || !bad.ok) throw new Error('no connection');
        return {
          ok: true,
          connection: {
            ...good.connection,
            generate: (request, generateOptions) => ((calls += 1) === 3 ? bad : good).connection.generate(request, generateOptions),
          },
        };
      },
    });
    const tried = await flaky.start({ model: 'oracle' });
    const trials = (await createRunStore(flaky.home).loadTrials(tried.id)).trials;
    expect(trials.map(({ retries }) => retries).reduce((sum, value) => sum + value)).toBe(1);
    expect(trials.every(({ score }) => score?.passed)).toBe(true);
    expect(flaky.events.filter(({ type }) => type === 'trial-retry')).toHaveLength(1);
    expect((await verifyRun({ home: flaky.home, id: tried.id, parts: flaky.parts })).holds).toBe(true);
    await flaky.remove();
  });

  test('a call that outlasts the limit ends as timeout, carries no score, and leaves the run incomplete', async () => {
    const run = await bench
      .start({ model: 'say=abcdefghijkl;token=1;itl=60', timeoutMs: 600, maxTokens: 8 })
      .catch((error: unknown) => error as Error);
    if (run instanceof Error) throw run;
    // Eight tokens at 60 ms fit; the limit below does not.
    expect(run.status).toBe('complete');
    const slow = await createBench(createTinySuite(1));
    const late = await slow.start({ model: 'say=abcdefghijklmnopqrstuvwxyz;token=1;itl=40', timeoutMs: 500 });
    const [trial] = (await createRunStore(slow.home).loadTrials(late.id)).trials;
    expect(trial).toMatchObject({ outcome: 'timeout', score: null });
    expect(late.status).toBe('incomplete');
    await slow.remove();
  });

  test('a reply cut at the token limit is truncated, not wrong', async () => {
    const run = await bench.start({ model: 'say=abcdefghijkl;token=1', maxTokens: 3 });
    expect((await trialsOf(run.id)).map(({ outcome, score }) => [outcome, score])).toEqual(Array(6).fill(['truncated', null]));
  });

  test('a model without tools ends unsupported on raw, said once with the remedy', async () => {
    await bench.remove();
    bench = await createBench(createTinySuite(3, { tools: true }));
    const base = bench.parts.providers.get('mock');
    if (base === undefined) throw new Error('no mock');
    bench.parts.providers.set('mock', {
      ...base,
      connect: async (options, signal) => {
        const result = await base.connect(options, signal);
        if (result.ok)
          result.connection.model = { ...result.connection.model, capabilities: { ...result.connection.model.capabilities, tools: 'no' } };
        return result;
      },
    });
    const run = await bench.start({ model: 'oracle' });
    expect((await trialsOf(run.id)).map(({ outcome }) => outcome)).toEqual(['unsupported', 'unsupported', 'unsupported']);
    expect(run.notRun).toMatchObject([{ suiteId: 'tiny', remedy: expect.stringContaining('hermes') as string }]);
    expect(bench.events.filter((event) => event.type === 'warning' && event.warning.code === 'unsupported-suite')).toHaveLength(1);
  });
});

describe('tasks that need more context than is in force', () => {
  /** The tiny suite whose tasks need 1024, 2048, 4096 ... tokens, on a mock with a context of `inForce`. */
  const withContext = async (inForce: number | null) => {
    await bench.remove();
    const tiny = createTinySuite(6);
    bench = await createBench({
      ...tiny,
      tasks: (seed) => tiny.tasks(seed).map((task, at) => ({ ...task, contextTokens: 1024 * 2 ** at })),
    });
    const base = bench.parts.providers.get('mock');
    if (base === undefined) throw new Error('no mock');
    bench.parts.providers.set('mock', {
      ...base,
      connect: async (options, signal) => {
        const result = await base.connect(options, signal);
        if (result.ok) result.connection.model = { ...result.connection.model, contextInForce: inForce, contextTrained: null };
        return result;
      },
    });
  };

  test('end unsupported with the setting, said once; the others run, and verify agrees', async () => {
    await withContext(4096);
    const run = await bench.start({ model: 'oracle', trials: 2 });
    const trials = await trialsOf(run.id);
    expect(trials.filter(({ outcome }) => outcome === 'scored')).toHaveLength(6);
    const left = trials.filter(({ outcome }) => outcome === 'unsupported');
    expect(left).toHaveLength(6);
    expect(left[0]).toMatchObject({ score: null, calls: [], traceFile: null, reason: expect.stringContaining('--ctx 8192') as string });
    expect(run.status).toBe('incomplete');
    expect(run.notRun).toEqual([]);
    const warnings = run.warnings.filter(({ code }) => code === 'context-small');
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('3 of 6 tasks of tiny')]);
    expect(await verify(run.id)).toMatchObject({ holds: true, rescored: 6, notJudged: 6, mismatches: [] });
  });

  test('are tried where the context is not known', async () => {
    await withContext(null);
    const run = await bench.start({ model: 'oracle' });
    expect((await trialsOf(run.id)).every(({ outcome }) => outcome === 'scored')).toBe(true);
  });

  test('leave the suite not run where none fits', async () => {
    await withContext(512);
    const run = await bench.start({ model: 'oracle' });
    expect(run.notRun).toMatchObject([{ suiteId: 'tiny', remedy: expect.stringContaining('--ctx 1024') as string }]);
    expect((await verify(run.id)).holds).toBe(true);
  });

  /** Marks the first trial of a stored run as unsupported. */
  const hideFirst = async (id: string): Promise<void> => {
    const path = join(bench.home, 'runs', id, 'trials.jsonl');
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const hidden: Trial = { ...(JSON.parse(lines[0] ?? '') as Trial), outcome: 'unsupported', score: null };
    await writeFile(path, `${[JSON.stringify(hidden), ...lines.slice(1)].join('\n')}\n`);
  };

  test('a failed trial that was called unsupported is found', async () => {
    await withContext(4096);
    const { id } = await bench.start({ model: 'constant' });
    await hideFirst(id);
    expect((await verify(id)).mismatches).toEqual([
      { trialId: 'tiny/word-01#0', reason: 'stored as unsupported, but this stack supports the task' },
    ]);
  });

  test('what a check before the run found impossible may be unsupported', async () => {
    await withContext(4096);
    const { id } = await bench.start({ model: 'constant' });
    await hideFirst(id);
    const path = join(bench.home, 'runs', id, 'run.json');
    const finding = { id: 'x', level: 'impossible', what: 'w', why: 'y', remedy: null, evidence: '', suites: ['tiny'] };
    const run = JSON.parse(await readFile(path, 'utf8')) as { preflight?: unknown[] };
    const withFinding = async (found: object) => {
      await writeFile(path, JSON.stringify({ ...run, preflight: [...(run.preflight ?? []), { ...finding, ...found }] }));
      return (await verify(id)).mismatches;
    };
    expect(await withFinding({})).toEqual([]);
    expect(await withFinding({ suites: [], tasks: ['tiny/word-01'] })).toEqual([]);
    expect(await withFinding({ suites: [], tasks: ['tiny/word-02'] })).toHaveLength(1);
    expect(await withFinding({ suites: ['other'] })).toHaveLength(1);
  });
});

describe('stop and resume', () => {
  const stopAfter = (count: number, how: 'stopSoon' | 'stopNow') => {
    let ended = 0;
    bench.onEvent = (event) => {
      if (event.type === 'trial-end' && (ended += 1) === count) bench[how].abort();
    };
  };

  test.each(['stopSoon', 'stopNow'] as const)('%s leaves a run that resumes to the end, no trial lost or doubled', async (how) => {
    stopAfter(2, how);
    const stopped = await bench.start({ model: 'oracle;ttft=5' });
    expect(stopped.status).toBe('interrupted');
    expect(stopped.digest).toBeNull();
    bench.onEvent = () => undefined;
    const run = await bench.resume(stopped.id);
    const ids = (await trialsOf(run.id)).map(({ id }) => id);
    expect(run.status).toBe('complete');
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    expect((await verify(run.id)).holds).toBe(true);
  });

  test.each(['stopSoon', 'stopNow'] as const)('%s before the first trial stores nothing, and asks the model nothing more', async (how) => {
    bench.onEvent = (event) => {
      if (event.type === 'stage' && event.stage === 'preflight') bench[how].abort();
    };
    await expect(bench.start({ model: 'oracle;ttft=60000' })).rejects.toThrow(/Stopped before the first trial/);
    expect(await createRunStore(bench.home).list()).toEqual([]);
    expect(bench.events.map(({ type }) => type)).not.toContain('run-start');
  });

  test('a torn last line is repaired and reported', async () => {
    stopAfter(3, 'stopSoon');
    const { id } = await bench.start({ model: 'oracle' });
    bench.onEvent = () => undefined;
    await appendFile(join(bench.home, 'runs', id, 'trials.jsonl'), '{"id":"tiny/word-04#0","outc');
    const run = await bench.resume(id);
    expect(run.warnings.map(({ code }) => code)).toContain('torn-line-repaired');
    expect(await trialsOf(id)).toHaveLength(6);
    expect((await verify(id)).holds).toBe(true);
  });

  test('a finished run is not resumed', async () => {
    const { id } = await bench.start({ model: 'oracle' });
    await expect(bench.resume(id)).rejects.toThrow(/frozen/);
  });

  test('a run of other tasks is not mixed', async () => {
    stopAfter(2, 'stopSoon');
    const { id } = await bench.start({ model: 'oracle' });
    bench.parts.suites.set('tiny', { ...createTinySuite(6), version: '2' });
    await expect(bench.resume(id)).rejects.toThrow(/other versions of: tiny/);
  });

  test('an unknown run is one message', async () => {
    await expect(bench.resume('nothing-here')).rejects.toThrow(UserError);
    await expect(bench.resume('../escape')).rejects.toThrow(/not a run id/);
  });
});

describe('verify finds what was changed', () => {
  const change = async (id: string, file: string, from: string, to: string) => {
    const path = join(bench.home, 'runs', id, file);
    const content = await readFile(path, 'utf8');
    expect(content).toContain(from);
    await writeFile(path, content.replace(from, to));
  };

  test('a score typed in', async () => {
    const { id } = await bench.start({ model: 'constant' });
    await change(id, 'trials.jsonl', '"passed":false', '"passed":true');
    const result = await verify(id);
    expect(result.holds).toBe(false);
    expect(result.changedFiles).toEqual(['trials.jsonl']);
    expect(result.mismatches).toHaveLength(1);
  });

  test('a reply typed in', async () => {
    const { id } = await bench.start({ model: 'say=wrong' });
    await change(id, 'traces/tiny.word-01.0.jsonl', 'wron', 'righ');
    expect(await verify(id)).toMatchObject({ holds: false, changedFiles: ['traces/tiny.word-01.0.jsonl'] });
  });

  test('a value of the run record', async () => {
    const { id } = await bench.start({ model: 'oracle' });
    await change(id, 'run.json', '"name": "oracle"', '"name": "better"');
    expect(await verify(id)).toMatchObject({ holds: false, digest: 'differs' });
  });

  test('a trial taken out', async () => {
    const { id } = await bench.start({ model: 'constant' });
    const path = join(bench.home, 'runs', id, 'trials.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).split('\n').slice(1).join('\n'));
    expect((await verify(id)).mismatches.map(({ reason }) => reason)).toContain('5 trials are stored, 6 were planned');
  });

  test('a trace outside the folder', async () => {
    const { id } = await bench.start({ model: 'oracle' });
    await change(id, 'trials.jsonl', 'traces/tiny.word-01.0.jsonl', 'traces/../../../secret.jsonl');
    expect((await verify(id)).mismatches.map(({ reason }) => reason).join()).toMatch(/outside the run folder/);
  });
});
