import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from './support/program.ts';

type Step = {
  id?: string;
  name: string;
  uses?: string;
  with?: Record<string, string>;
  shell?: string;
  run?: string;
  env?: Record<string, string>;
};
type Action = { inputs: Record<string, { default: string }>; runs: { using: string; steps: Step[] } };

const action = parse(await readFile(new URL('../action/action.yml', import.meta.url), 'utf8')) as Action;
const program = fileURLToPath(new URL('../dist/bench-loop.js', import.meta.url));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'action-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the steps of the action that are scripts, in their order, as a runner would; the first that fails ends it. */
const runAction = async (given: Record<string, string>): Promise<{ code: number; text: string }> => {
  const inputs: Record<string, string> = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])),
    command: `${process.execPath} ${program}`,
    home: join(folder, 'home'),
    ...given,
  };
  let text = '';
  for (const step of action.runs.steps.filter(({ run }) => run !== undefined)) {
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/gu, (_, input: string) => inputs[input] ?? ''),
      ]),
    );
    const ended = await runProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], {
      cwd: folder,
      env: { ...env, GITHUB_OUTPUT: join(folder, 'outputs'), GITHUB_STEP_SUMMARY: join(folder, 'summary') },
    });
    text += ended.stdout + ended.stderr;
    if (ended.code !== 0) return { code: ended.code ?? 1, text };
  }
  return { code: 0, text };
};

const mock = (model: string): string => `--provider mock --model ${model} --profile custom --suites reasonmath --tasks-per-suite 40`;
const outputs = (): Promise<string> => readFile(join(folder, 'outputs'), 'utf8');
const summary = (): Promise<string> => readFile(join(folder, 'summary'), 'utf8');

describe('the action for pull requests', () => {
  test('is composite and keeps weights and runs in a cache', () => {
    expect(action.runs.using).toBe('composite');
    const [restore, run, save, gate] = action.runs.steps;
    expect([restore?.uses, save?.uses]).toEqual([
      expect.stringContaining('actions/cache/restore@'),
      expect.stringContaining('actions/cache/save@'),
    ]);
    expect([restore, save].map((step) => step?.with?.['path'])).toEqual(['${{ inputs.home }}', '${{ inputs.home }}']);
    expect(save?.with?.['key']).toBe(restore?.with?.['key']);
    // A gate that fails ends the job, so what is worth keeping is kept before it.
    expect([run?.id, gate?.id]).toEqual(['run', 'gate']);
  });

  test('passes with a least score that holds, and leaves a summary and JUnit', async () => {
    const ended = await runAction({ 'run-args': mock('oracle'), min: 'reasonmath=80' });
    expect(ended.code, ended.text).toBe(0);
    expect(await outputs()).toBe('state=passed\n');
    expect(await summary()).toContain('Gate passed');
    expect(await readFile(join(folder, 'bench-loop-gate.xml'), 'utf8')).toContain('failures="0"');
  });

  test('fails against a baseline that was better, with the tasks that were lost', async () => {
    const made = await runAction({ 'run-args': mock('oracle'), min: 'reasonmath=1' });
    expect(made.code, made.text).toBe(0);
    const baseline = join(folder, 'baseline.json');
    await runProgram('cp', [join(folder, 'bench-loop-report.json'), baseline], { cwd: folder, env: {} });
    const ended = await runAction({ 'run-args': mock('constant'), baseline });
    expect(ended.code, ended.text).toBe(3);
    expect(await outputs()).toContain('state=failed\n');
    expect(await summary()).toContain('Tasks lost (40)');
  });

  test('an undecided gate passes or fails as it is told', async () => {
    const run = mock('oracle').replace('40', '4');
    const passed = await runAction({ 'run-args': run, min: 'reasonmath=90', undecided: 'pass' });
    expect(passed.code, passed.text).toBe(0);
    expect(await outputs()).toContain('state=undecided\n');
    expect((await runAction({ 'run-args': run, min: 'reasonmath=90', undecided: 'fail' })).code).toBe(4);
  });

  test('a run that can’t begin ends with its own code and message', async () => {
    const ended = await runAction({ 'run-args': '--provider mock --model nonsense=1' });
    expect(ended.code).toBe(2);
    expect(ended.text).toContain('bench-loop:');
  });
});
