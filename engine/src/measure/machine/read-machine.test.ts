import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { machineSchema } from '@benchloop/spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { machineId } from './machine-id.ts';
import { numericRelease, parseOsRelease } from './operating-system.ts';
import { readMachine } from './read-machine.ts';
import { runCommand } from './run-command.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bench-loop-machine-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

describe('this machine', () => {
  test('is told in the words of the specification', async () => {
    const machine = await readMachine(home, { engine: 'llama.cpp b1' });
    expect(machineSchema.parse(machine)).toEqual(machine);
    expect(machine.cpu.physicalCores).toBeLessThanOrEqual(machine.cpu.logicalCores);
    expect(machine.runtime).toEqual({ node: process.version, engine: 'llama.cpp b1' });
  });

  test('is told without host name, user name, or any path', async () => {
    const { os, ...rest } = await readMachine(home);
    const words = textsIn(rest).flatMap((text) => text.toLowerCase().split(/[^a-z0-9._-]+/));
    for (const name of [hostname(), userInfo().username]) expect(words).not.toContain(name.toLowerCase());
    const all = JSON.stringify({ os, ...rest });
    for (const path of [home, homedir(), tmpdir(), process.cwd()]) expect(all).not.toContain(JSON.stringify(path).slice(1, -1));
    expect(all).not.toMatch(/([0-9a-f]{2}:){5}[0-9a-f]{2}/i);
  });
});

describe('the machine’s key', () => {
  test('is made once, for its owner only, and differs between homes', async () => {
    const id = await machineId(home);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await machineId(home)).toBe(id);
    expect(await readdir(home)).toEqual(['machine-id']);
    if (process.platform !== 'win32') expect((await stat(join(home, 'machine-id'))).mode & 0o777).toBe(0o600);
    expect(await machineId(join(home, 'other', 'home'))).not.toBe(id);
  });

  test('is the same for several that ask at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => machineId(home)));
    expect(new Set(ids).size).toBe(1);
  });

  test('is made anew where the file is damaged', async () => {
    await writeFile(join(home, 'machine-id'), 'nonsense');
    const id = await machineId(home);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect((await readFile(join(home, 'machine-id'), 'utf8')).trim()).toBe(id);
  });

  test('in a home that can’t be is one message', async () => {
    await writeFile(join(home, 'file'), '');
    await expect(machineId(join(home, 'file', 'home'))).rejects.toMatchObject({
      name: 'UserError',
      nextStep: expect.stringContaining('BENCHLOOP_HOME'),
    });
    await mkdir(join(home, 'ok'));
  });
});

describe('the operating system', () => {
  test.each([
    ['PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\n', 'Debian GNU/Linux 12 (bookworm)'],
    ["NAME='Void'\n", 'Void'],
    ['NAME=Fedora\n', 'Fedora'],
    ['', null],
    ['PRETTY_NAME=""\n', null],
    ['no such file', null],
  ])('%j is %j', (text, name) => expect(parseOsRelease(text)).toBe(name));

  test.each([
    ['6.8.0-45-generic', '6.8.0-45'],
    ['6.1.0-my-laptop', '6.1.0'],
    ['15.1.1\n', '15.1.1'],
    ['10.0.26100', '10.0.26100'],
    ['', null],
    ['custom', null],
  ])('release %j is told as %j', (text, numbers) => expect(numericRelease(text)).toBe(numbers));
});

test('a command gives its output, or null when it is absent or fails', async () => {
  expect(await runCommand(process.execPath, ['-e', 'process.stdout.write(process.argv[1])', '$HOME; echo no'])).toBe('$HOME; echo no');
  expect(await runCommand('bench-loop-no-such-program', [])).toBeNull();
  expect(await runCommand(process.execPath, ['-e', 'process.exit(9)'])).toBeNull();
});
