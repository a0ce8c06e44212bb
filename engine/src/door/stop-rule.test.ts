import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError, type Trial } from '@benchloop/spec';
import { createRunStore } from '../store/run-store.ts';
import { loadReport } from './load-report.ts';
import { createBench, type Bench } from './testing/bench.ts';
import { createTinySuite } from './testing/tiny-suite.ts';
import { verifyRun } from './verify-run.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench(createTinySuite(60));
});
afterEach(() => bench.remove());

const trialsOf = async (id: string): Promise<Trial[]> => (await createRunStore(bench.home).loadTrials(id)).trials;

describe('--until', () => {
  test('±10 stops at the first look that is narrow enough; the run is frozen, holds, and says so', async () => {
    const run = await bench.start({ model: 'oracle', until: '+-10' });
    expect(run.plan.until).toEqual({ value: '±10', origin: 'flag' });
    expect(run.status).toBe('complete');
    expect(run.digest).not.toBeNull();
    expect(await trialsOf(run.id)).toHaveLength(30);
    expect(run.warnings).toContainEqual({
      code: 'stopped-early',
      message: expect.stringMatching(/^Stopped after 30 of 60 trials, because the score is 100\.0, from 87\.1 to 100\.0/u) as string,
      nextStep: expect.stringContaining('without --until') as string,
    });
    expect((await verifyRun({ home: bench.home, id: run.id, parts: bench.parts })).holds).toBe(true);
    const { summary } = await loadReport(bench.home, run.id);
    expect(summary.comparable).toBe(false);
    expect(summary.overall.value).toBeNull();
    // Nothing is left to resume, and what was asked was reached.
    const codes = summary.warnings.map(({ code }) => code);
    expect(codes).not.toContain('incomplete');
    expect(codes).not.toContain('too-few-trials');
  });

  test('a trial left out for its result is found by verify', async () => {
    const run = await bench.start({ model: 'oracle', until: '±10' });
    const store = createRunStore(bench.home);
    const file = join(store.folder(run.id), 'trials.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${[...lines.slice(0, 4), ...lines.slice(5)].join('\n')}\n`);
    await store.freeze(run);
    const { holds, mismatches } = await verifyRun({ home: bench.home, id: run.id, parts: bench.parts });
    expect(holds).toBe(false);
    expect(mismatches).toEqual([{ trialId: 'trials.jsonl', reason: '29 trials are stored, 60 were planned' }]);
  });

  test('runs all where it is never narrow enough, and then needs no warning', async () => {
    const run = await bench.start({ model: 'oracle', until: '±0.5' });
    expect(await trialsOf(run.id)).toHaveLength(60);
    expect(run.warnings.map(({ code }) => code)).not.toContain('stopped-early');
  });

  test('separated-from stops when the other run is told apart, and not from an equal one', async () => {
    const other = await bench.start({ model: 'constant' });
    const run = await bench.start({ model: 'oracle', until: `separated-from ${other.id}` });
    expect(await trialsOf(run.id)).toHaveLength(30);
    expect(run.warnings.at(-1)?.message).toContain(`it is better than ${other.id} by 100.0 points on 30 tasks`);
    const same = await bench.start({ model: 'constant', until: `separated-from ${other.id}` });
    expect(await trialsOf(same.id)).toHaveLength(60);
  });

  test('goes on after a stop by the person as if there had been none', async () => {
    bench.onEvent = (event) => {
      if (event.type === 'trial-end') bench.stopSoon.abort();
    };
    const run = await bench.start({ model: 'oracle', until: '±10' });
    expect(run.status).toBe('interrupted');
    bench.onEvent = () => undefined;
    const resumed = await bench.resume(run.id);
    expect(resumed.status).toBe('complete');
    expect(await trialsOf(run.id)).toHaveLength(30);
  });

  test('a run that is not stored, or shares no task, is one message before the first trial', async () => {
    await expect(bench.start({ model: 'oracle', until: 'separated-from nothing' })).rejects.toThrow(UserError);
    const other = await bench.start({ model: 'constant', seed: 5 });
    await expect(bench.start({ model: 'oracle', until: `separated-from ${other.id}` })).rejects.toThrow(/no tasks in common/u);
    expect(() => bench.start({ model: 'oracle', until: 'soon' })).toThrow(UserError);
    expect(await createRunStore(bench.home).list()).toHaveLength(1);
  });
});
