import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSuitesCommand } from './suites.ts';

const example = fileURLToPath(new URL('../../../docs/examples/my-suite', import.meta.url));

let folder: string;
const { exitCode } = process;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suites-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
  await rm(folder, { recursive: true, force: true });
});

const run = async (...args: string[]): Promise<string> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride().enablePositionalOptions();
  createSuitesCommand().register(program);
  await program.parseAsync(['suites', ...args], { from: 'user' });
  const text = write.mock.calls.map(([piece]) => String(piece)).join('');
  vi.restoreAllMocks();
  return text;
};

describe('suites check', () => {
  test('of the example says how many proofs hold', async () => {
    expect(await run('check', example)).toBe('my-suite: 4 tasks, 40 of 40 proof cases hold.\n');
    expect(process.exitCode).toBe(exitCode);
  });

  test('of a broken folder prints every problem with its place and the next step, exit code 2', async () => {
    await writeFile(join(folder, 'suite.yaml'), 'id: My\nversion: 1\n');
    expect((await run('check', folder)).split('\n').filter((line) => line.startsWith('suite.yaml:'))).toEqual([
      'suite.yaml:1:1: id: use small letters, digits and hyphens, at most 40',
      'suite.yaml:1:1: title: is missing',
      'suite.yaml:1:1: summary: is missing',
    ]);
    expect(process.exitCode).toBe(2);
  });

  test('as JSON, with the flag behind the path', async () => {
    expect(JSON.parse(await run('check', example, '--json'))).toEqual({
      id: 'my-suite',
      tasks: 4,
      proofs: { held: 40, cases: 40 },
      problems: [],
    });
  });
});

describe('suites show and export', () => {
  test('tell a suite of this build, and one of a folder', async () => {
    expect(await run('show', 'reasonmath')).toMatch(/--seed N makes a fresh set[^]*replies that must pass[^]*arithmetic-01/);
    expect(await run('show', example)).toMatch(/written by hand/);
    expect(JSON.parse(await run('show', 'toolcall', '--json'))).toMatchObject({ id: 'toolcall', scorer: { id: 'tool-calls' } });
  });

  test('write one task a line, of the frozen set or of a seed', async () => {
    const lines = (await run('export', 'reasonmath')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toContain('arithmetic-01');
    const file = join(folder, 'set.jsonl');
    await run('export', 'reasonmath', '--seed', '7', '--output', file);
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(lines.length);
    expect(await readFile(file, 'utf8')).not.toContain(lines[0]);
    await expect(run('export', 'reasonmath', '--seed', 'x')).rejects.toThrow(/--seed has the value "x"/);
  });

  test('the list takes its own flags', async () => {
    expect(JSON.parse(await run('--json'))).toContainEqual(expect.objectContaining({ id: 'reasonmath' }));
    expect(await run('--tasks')).toContain('    arithmetic-01');
  });
});
