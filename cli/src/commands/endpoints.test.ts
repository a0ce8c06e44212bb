import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEndpointsCommand } from './endpoints.ts';

let home: string;
const printed: string[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'endpoints-command-'));
  printed.length = 0;
  vi.stubEnv('BENCHLOOP_HOME', home);
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(home, { recursive: true, force: true });
});

const run = async (...args: string[]): Promise<void> => {
  const program = new Command('bench-loop').exitOverride();
  createEndpointsCommand().register(program);
  await program.parseAsync(['endpoints', ...args], { from: 'user' });
};

test('an address is saved under a name and forgotten again', async () => {
  await run('add', 'http://192.168.1.20:8000/v1', '--name', 'desk');
  expect(JSON.parse(await readFile(join(home, 'endpoints.json'), 'utf8'))).toEqual({
    endpoints: [{ name: 'desk', url: 'http://192.168.1.20:8000/v1' }],
  });
  await run('remove', 'desk', '--json');
  expect(printed[0]).toBe('Saved http://192.168.1.20:8000/v1 as desk.\n');
  expect(JSON.parse(printed[1] ?? '')).toEqual({ name: 'desk', url: 'http://192.168.1.20:8000/v1', keyRemoved: false });
});

test('a key that is none is refused before anything is saved', async () => {
  await expect(run('add', 'http://192.168.1.20:8000/v1', '--api-key', 'two words')).rejects.toThrow(/holds spaces/u);
  await expect(readFile(join(home, 'endpoints.json'))).rejects.toThrow(/ENOENT/u);
});

test('what is no address and what was never saved is one message each', async () => {
  await expect(run('add', 'ftp://host')).rejects.toThrow(/can’t be saved/u);
  await expect(run('remove', 'desk')).rejects.toThrow(/No saved endpoint/u);
});
