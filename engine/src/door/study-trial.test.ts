import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trial, TrialStudy } from '@benchloop/spec';
import { suites } from '../suites/index.ts';
import { createRunStore } from '../store/run-store.ts';
import { openStudies, type TrialStudies } from './study-trial.ts';
import { createBench, type Bench } from './testing/bench.ts';

type Studied = { trial: Trial; study: TrialStudy };

const open: Bench[] = [];
const benchOf = async (suiteId: string): Promise<Bench> => {
  const create = suites.find((one) => one().id === suiteId);
  if (create === undefined) throw new Error(`no suite ${suiteId}`);
  const bench = await createBench(create());
  open.push(bench);
  return bench;
};
const runOf = async (
  suiteId: string,
  model: string,
  harness: string,
): Promise<{ bench: Bench; id: string; studies: TrialStudies; all: Studied[] }> => {
  const bench = await benchOf(suiteId);
  const { id } = await bench.start({ model, harness, suites: [suiteId], tasksPerSuite: 12 });
  const studies = await openStudies(bench.home, id);
  const { trials } = await createRunStore(bench.home).loadTrials(id);
  const all: Studied[] = [];
  for (const trial of trials) all.push({ trial, study: await studies.study(trial) });
  return { bench, id, studies, all };
};

let toolcall: Studied[] = [];
let agent: Awaited<ReturnType<typeof runOf>>;
beforeAll(async () => {
  toolcall = (await runOf('toolcall', 'skill=50', 'hermes')).all;
  agent = await runOf('agent', 'skill=50', 'raw');
}, 120_000);
afterAll(async () => {
  for (const bench of open) await bench.remove();
});

const component = ({ score }: Trial, id: string) => score?.components?.find((one) => one.id === id);
const callsOf = ({ study }: Studied): NonNullable<TrialStudy['calls']> => {
  if (study.calls === null) throw new Error('no calls');
  return study.calls;
};

test('tool calls: what is shown as matched is what was scored, also where the harness writes calls as text', () => {
  const scored = toolcall.filter(({ trial }) => trial.outcome === 'scored');
  expect(scored.some(({ trial }) => trial.score?.passed === true)).toBe(true);
  expect(scored.some(({ trial }) => trial.score?.passed === false)).toBe(true);
  for (const one of scored) {
    const { asked, made } = callsOf(one);
    expect(one.study.missing).toBeNull();
    if (one.trial.score?.passed === true)
      expect(
        [...asked.map(({ fault }) => fault), ...made.flatMap(({ serves }) => (serves === null ? ['extra'] : []))].filter(Boolean),
      ).toEqual([]);
    for (const [place, { servedBy }] of asked.entries()) if (servedBy !== null) expect(made[servedBy]?.serves).toBe(place);
    const told = component(one.trial, 'calls')?.reason;
    const served = asked.filter(({ servedBy }) => servedBy !== null).length;
    if (told !== undefined) expect(told).toBe(`${served} of ${asked.length} expected calls were made, ${made.length - served} others`);
  }
});

test('an agent: each required call with the made one that serves it, and why none does', () => {
  const scored = agent.all.filter(({ trial }) => trial.outcome === 'scored');
  expect(scored.some(({ trial }) => trial.score?.passed === false)).toBe(true);
  for (const one of scored) {
    const { asked, made } = callsOf(one);
    const required = component(one.trial, 'all_required_called')?.value ?? 0;
    if (required === 1) expect(asked.filter(({ servedBy }) => servedBy === null)).toEqual([]);
    if (required > 0 && asked.length > 0)
      expect(asked.filter(({ servedBy }) => servedBy !== null).length / asked.length).toBeCloseTo(required, 9);
    for (const { servedBy, fault } of asked) expect(fault === null).toBe(servedBy !== null);
    expect(new Set(made.flatMap(({ serves }) => serves ?? [])).size).toBe(made.filter(({ serves }) => serves !== null).length);
  }
});

test('the world of a task is shown where it was changed, and only there', () => {
  const worlds = agent.all.filter(({ trial }) => trial.outcome === 'scored');
  for (const { trial, study } of worlds) {
    const evidence = trial.evidence?.data as { calls: { changed: boolean }[] };
    expect(study.world).toMatchObject({ complete: true });
    if (evidence.calls.every(({ changed }) => !changed)) expect(study.world?.changes).toEqual([]);
  }
  expect(worlds.some(({ study }) => (study.world?.changes.length ?? 0) > 0)).toBe(true);
  for (const { study } of worlds) for (const { before, after } of study.world?.changes ?? []) expect(before).not.toBe(after);
});

test('an attempt that broke off is told as far as it came; a task of another version is said', async () => {
  const found = agent.all.find(({ study }) => (study.calls?.made.length ?? 0) > 1 && (study.world?.changes.length ?? 0) > 0);
  if (found === undefined) throw new Error('no attempt with two calls');
  const path = join(agent.bench.home, 'runs', agent.id, found.trial.traceFile ?? '');
  const whole = await readFile(path, 'utf8');
  const lines = whole.split('\n').filter((line) => line !== '');
  const last = lines.findLastIndex((line) => line.includes('"type":"request"'));
  await writeFile(path, `${lines.slice(0, last).join('\n')}\n`);
  const { evidence, ...broken } = found.trial;
  expect(evidence).toBeDefined();
  const study = await agent.studies.study({ ...broken, outcome: 'timeout', score: null });
  expect(study.missing).toContain('can’t be played again');
  expect(study.world).toMatchObject({ complete: false });
  expect(study.calls?.made.length).toBeGreaterThan(0);
  await rm(path);
  expect((await agent.studies.study(found.trial)).missing).toContain('missing');
  await writeFile(path, whole);
  expect((await agent.studies.study({ ...found.trial, taskId: 'none' })).task).toEqual({
    missing: 'This version does not make this task.',
  });
});
