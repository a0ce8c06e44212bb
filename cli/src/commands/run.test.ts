import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '@benchloop/spec';
import { createRunCommand } from './run.ts';

type DryRun = { plan: { seed: { value: number | string; origin: string } }; manifest: { suites: { seed: number }[] } };

const dryRun = async (...args: string[]): Promise<{ data: DryRun; notes: string }> => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const notes = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  createRunCommand().register(program);
  const fixed = ['run', '--provider', 'mock', '--suites', 'reasonmath', '--tasks-per-suite', '2', '--dry-run', '--json'];
  await program.parseAsync([...fixed, ...args], { from: 'user' });
  const textOf = (spy: typeof out) => spy.mock.calls.map(([text]) => String(text)).join('');
  const result = { data: JSON.parse(textOf(out)) as DryRun, notes: textOf(notes) };
  vi.restoreAllMocks();
  return result;
};

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'run-'));
  vi.stubEnv('BENCHLOOP_HOME', home);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

describe('--fresh', () => {
  test('picks a seed, says it, and the plan records it as one from a flag', async () => {
    const { data, notes } = await dryRun('--fresh');
    const { value, origin } = data.plan.seed;
    expect(origin).toBe('flag');
    expect(notes).toContain(`seed ${value};`);
    expect(data.manifest.suites[0]?.seed).toBe(value);
  });

  test('picks another one the next time; without it the published set is taken', async () => {
    const [one, two] = [await dryRun('--fresh'), await dryRun('--fresh')];
    expect(one.data.plan.seed.value).not.toBe(two.data.plan.seed.value);
    expect((await dryRun()).data.plan.seed).toEqual({ value: 'published', origin: 'default' });
  });

  test('does not go with --seed', async () => {
    await expect(dryRun('--fresh', '--seed', '7')).rejects.toThrow(UserError);
  });
});
