import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli, startCli, type CliResult } from './support/cli.ts';

const example = 'docs/examples/my-suite';

let home: string;
let suite: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'custom-'));
  suite = join(home, 'suite');
  await cp(example, suite, { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const runIds = () => readdir(join(home, 'runs')).catch(() => [] as string[]);
const oracle = (...args: string[]) => runCli(['run', '--provider', 'mock', '--model', 'oracle', ...args], home);

describe('a folder of tasks', () => {
  test('runs by its path, beside a suite of this build; verify finds it again, and by another path when it was moved', async () => {
    const result = await oracle('--suites', `${suite},reasonmath`, '--tasks-per-suite', '2');
    expect(result.stderr).not.toMatch(/unexpected/);
    expect(result.code).toBe(0);
    const [id = ''] = await runIds();
    expect(await readFile(join(home, 'runs', id, 'run.json'), 'utf8')).not.toContain(suite);
    expect((await runCli(['verify', id], home)).stdout).toMatch(/^Holds/);
    await rename(suite, `${suite}-moved`);
    const lost = await runCli(['verify', id], home);
    expect(lost.stderr).toMatch(/has the suite "my-suite"[^]*--suites-from PATH/);
    expect(lost.code).toBe(2);
    expect((await runCli(['verify', id, '--suites-from', `${suite}-moved`], home)).stdout).toMatch(/^Holds/);
  });

  test('that is stopped is resumed', async () => {
    const slow = 'oracle;ttft=1500';
    const run = startCli(['run', '--provider', 'mock', '--model', slow, '--suites', suite], home);
    const started = Date.now();
    while (!run.stderr().includes('1/4') && Date.now() - started < 60_000) await new Promise((resolve) => setTimeout(resolve, 50));
    run.child.kill('SIGINT');
    expect((await run.result).code).toBe(130);
    const [id = ''] = await runIds();
    const resumed = await runCli(['resume', id], home);
    expect(resumed.code).toBe(0);
    expect((await runCli(['verify', id], home)).stdout).toMatch(/^Holds/);
  });

  test('is checked, shown and exported', async () => {
    expect((await runCli(['suites', 'check', suite], home)).stdout).toBe('my-suite: 4 tasks, 40 of 40 proof cases hold.\n');
    expect((await runCli(['suites', 'show', suite], home)).stdout).toMatch(/^Office questions\n/);
    const lines = (await runCli(['suites', 'export', suite], home)).stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['meeting-day', 'desks', 'paper', 'rent']);
  });
});

describe('a folder that does not load gives one message with file, line and column, exit code 2, and no run', () => {
  const refused = async (message: RegExp) => {
    const check = await runCli(['suites', 'check', suite], home);
    expect(check.stdout).toMatch(message);
    expectClean(check);
    const run = await oracle('--suites', suite);
    expect(run.stderr).toMatch(message);
    expect(run.stderr.split('\n').filter((line) => line.startsWith('bench-loop:'))).toHaveLength(1);
    expectClean(run);
    expect(await runIds()).toEqual([]);
  };
  const expectClean = (result: CliResult) => {
    expect(result.stderr + result.stdout).not.toMatch(/unexpected failure|\n\s+at /);
    expect(result.code).toBe(2);
  };
  const task = () => join(suite, 'tasks/meeting-day.yaml');
  const change = async (from: string | RegExp, to: string) => writeFile(task(), (await readFile(task(), 'utf8')).replace(from, to));

  test('a wrong schema', async () => {
    await change('difficulty: medium', 'difficulty: brutal');
    await refused(/tasks\/meeting-day\.yaml:3:1: difficulty: /);
  });

  test('an id twice', async () => {
    await cp(task(), join(suite, 'tasks/second.yaml'));
    await refused(/tasks\/second\.yaml:1:1: id: meeting-day is used before, in tasks\/meeting-day\.yaml:1/);
  });

  test('a key that fits nothing', async () => {
    await change("value: '2026-04-14'", "value: '14 April'");
    await refused(/tasks\/meeting-day\.yaml:17:3: expect\.value: [^]*does not fit the scorer typed-answer/);
  });

  test('a proof that fails', async () => {
    await change("value: '2026-04-14'", "value: '2026-04-15'");
    await refused(/tasks\/meeting-day\.yaml:26:\d+: my-suite\/meeting-day, accepted "bare": expected score 1, got 0/);
  });

  test('a file of 200 MB', async () => {
    await truncate(join(suite, 'questions.csv'), 200_000_000);
    await refused(/questions\.csv:1:1: has 200 MB; at most 16 MB are read/);
  });

  test('a path that leads out of the folder, and a link', async () => {
    const yaml = await readFile(join(suite, 'suite.yaml'), 'utf8');
    await writeFile(join(suite, 'suite.yaml'), yaml.replace('questions.csv', '../other.csv'));
    await refused(/\.\.\/other\.csv:1:1: the path leads out of the suite’s folder/);
    await writeFile(join(suite, 'suite.yaml'), yaml);
    await rm(join(suite, 'questions.csv'));
    await symlink('/etc/hosts', join(suite, 'questions.csv'));
    await refused(/questions\.csv:1:1: is a symbolic link/);
  });

  test('a bomb of YAML aliases', async () => {
    const lines = [...'bcdefghij'].map((name, at) => `${name}: &${name} [${`*${'abcdefghij'[at]}, `.repeat(9)}x]`);
    await writeFile(task(), `a: &a [${'x, '.repeat(9)}x]\n${lines.join('\n')}\n`);
    await refused(/tasks\/meeting-day\.yaml:2:\d+: holds an alias/);
  });

  test('code among the tasks is named and not run', async () => {
    await writeFile(join(suite, 'tasks/index.js'), `require('fs').writeFileSync(${JSON.stringify(join(home, 'ran'))}, '')`);
    await mkdir(join(suite, 'node_modules'));
    await refused(/tasks\/index\.js:1:1: is no \.yaml file/);
    expect(await readdir(home)).not.toContain('ran');
  });
});
