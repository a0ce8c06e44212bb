import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli, startCli, type CliProcess } from './support/cli.ts';

const kills = 50;
const planned = 1200;

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kill-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const runIds = async (): Promise<string[]> => (await readdir(join(home, 'runs')).catch(() => [])).toSorted((a, b) => a.localeCompare(b));

/** Ids of the trials whose lines were finished. */
const storedIds = async (): Promise<string[]> => {
  const [id] = await runIds();
  const text = id === undefined ? '' : await readFile(join(home, 'runs', id, 'trials.jsonl'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { id: string }).id);
};

const untilRunning = async (started: CliProcess): Promise<void> => {
  while (!/run \S+: \d+ trials/.test(started.stderr()) && started.child.exitCode === null) await sleep(20);
};

test(`${kills} kills at random moments: each resume goes on, no trial is lost or doubled, and the digest holds`, async () => {
  const start = [
    'run',
    '--provider',
    'mock',
    '--model',
    'oracle;ttft=15',
    '--suites',
    'reasonmath',
    '--tasks-per-suite',
    '60',
    '--trials',
    '20',
  ];
  let torn = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await storedIds();
    const [id] = await runIds();
    const started = startCli(id === undefined ? start : ['resume', id], home);
    // One in five dies while it starts, the others while they run.
    if (Math.random() < 0.2) await sleep(Math.random() * 1500);
    else {
      await untilRunning(started);
      await sleep(Math.random() * 500);
    }
    started.child.kill('SIGKILL');
    const { stderr } = await started.result;
    if (stderr.includes('cut off by a crash')) torn += 1;
    const after = await storedIds();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
  }
  const [id, ...others] = await runIds();
  expect(others).toEqual([]);
  const finished = await runCli(['resume', id as string], home);
  expect(finished.stderr).not.toContain('unexpected failure');
  expect(finished.code).toBe(0);
  const ids = await storedIds();
  expect(ids).toHaveLength(planned);
  expect(new Set(ids).size).toBe(planned);
  const verified = await runCli(['verify', id as string, '--json'], home);
  expect(JSON.parse(verified.stdout)).toMatchObject({ holds: true, rescored: planned, mismatches: [] });
  expect(verified.code).toBe(0);
  expect(torn).toBeLessThanOrEqual(kills);
});
