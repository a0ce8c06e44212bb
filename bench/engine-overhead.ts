import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParts, profiles, readMachine, resolvePlan, startRun } from '@benchloop/engine';
import { printTable } from './table.ts';

/**
 * Wall time of a mock run of 1,000 trials, divided by the trials: everything that BenchLoop adds to a model's own time.
 * The limit beside it is the same number of durable appends (write, fdatasync) to one file on the same disk.
 */
const trials = 1000;

const runOnce = async (): Promise<number> => {
  const home = await mkdtemp(join(tmpdir(), 'overhead-'));
  const parts = createParts();
  const known = {
    providers: [...parts.providers.keys()],
    harnesses: [...parts.harnesses.keys()],
    suites: [...parts.suites.keys()],
    profiles,
  };
  const plan = resolvePlan(
    {
      flag: { provider: 'mock', model: 'oracle', suites: ['reasonmath'], tasksPerSuite: 50, trials: trials / 50 },
      config: {},
      environment: {},
    },
    known,
  );
  const never = new AbortController().signal;
  const session = {
    home,
    parts,
    listener: () => undefined,
    stopSoon: never,
    stopNow: never,
    ignoreQueue: true,
    apiKey: null,
    allowInsecure: false,
  };
  const machine = await readMachine(home);
  const began = performance.now();
  await startRun(plan, machine, session);
  const perTrialMs = (performance.now() - began) / trials;
  await rm(home, { recursive: true });
  return perTrialMs;
};

const appendsOnce = async (): Promise<number> => {
  const { open } = await import('node:fs/promises');
  const folder = await mkdtemp(join(tmpdir(), 'appends-'));
  const line = `${'x'.repeat(800)}\n`;
  const began = performance.now();
  for (let index = 0; index < trials; index += 1) {
    const file = await open(join(folder, 'lines'), 'a');
    await file.appendFile(line);
    await file.datasync();
    await file.close();
  }
  const perAppendMs = (performance.now() - began) / trials;
  await rm(folder, { recursive: true });
  return perAppendMs;
};

const rounds = 3;
const run: number[] = [];
const appends: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  appends.push(await appendsOnce());
  run.push(await runOnce());
}
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
printTable('engine overhead, 1,000 mock trials', [
  { what: 'BenchLoop, per trial', 'ms (median of 3)': median(run).toFixed(2), ratio: (median(run) / median(appends)).toFixed(2) },
  { what: 'one durable append (limit)', 'ms (median of 3)': median(appends).toFixed(2), ratio: '1.00' },
]);
