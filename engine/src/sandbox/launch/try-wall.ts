import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { ProbeTargets } from '../child/wall-probe.ts';
import type { ChildProgram } from '../runtime-files.ts';
import { killGroup, spawnBehind, type Wall } from './child-process.ts';

const patienceMs = 60_000;
const mostBytes = 65_536;

const resultSchema = z.object({
  read: z.boolean(),
  wrote: z.boolean(),
  connected: z.boolean(),
  spawned: z.boolean(),
  environment: z.array(z.string()),
});

/** Names that a system sets by itself, whatever it is given. */
const harmless = new Set(['PWD', 'SystemRoot', '__CF_USER_TEXT_ENCODING']);

/** A canary file in a folder of its own and a server on loopback, to be missed by what is tried. */
export const setCanaries = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchloop-canary-'));
  const file = join(folder, 'secret');
  const secret = `canary ${Math.random()}`;
  await writeFile(file, secret);
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    secret,
    targets: { canaryFile: file, canaryFolder: folder, port: typeof address === 'object' && address !== null ? address.port : 0 },
    visits: (): number => visits,
    /** True where the folder is as it was. */
    untouched: async (): Promise<boolean> => (await readdir(folder)).join() === 'secret' && (await readFile(file, 'utf8')) === secret,
    remove: async (): Promise<void> => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const runProbe = (program: ChildProgram, wall: Wall, targets: ProbeTargets & { folder: string }): Promise<string> =>
  new Promise((resolve) => {
    const { folder, ...told } = targets;
    const nodeArgs = ['--no-warnings', program.probe, JSON.stringify(told)];
    const child = spawnBehind(wall, { folder, readable: program.readable, nodeArgs });
    let text = '';
    let complaints = '';
    const patience = setTimeout(() => killGroup(child), patienceMs);
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > mostBytes) killGroup(child);
    });
    child.stderr?.on('data', (chunk: Buffer) => (complaints = `${complaints}${chunk.toString('utf8')}`.slice(-2000)));
    child.on('error', (error) => (complaints = error.message));
    child.on('close', () => {
      clearTimeout(patience);
      killGroup(child);
      resolve(text === '' ? `!${complaints.trim() || 'it ended without an answer'}` : text);
    });
  });

/**
 * Tries a wall of the operating system: a program with all of Node's abilities runs behind it and tries to read, write, connect and
 * start a process. Returns why the wall does not hold; null = it does.
 */
export const faultOfWall = async (program: ChildProgram, wall: Wall): Promise<string | null> => {
  const canaries = await setCanaries();
  const folder = await mkdtemp(join(tmpdir(), 'benchloop-sandbox-'));
  try {
    const text = await runProbe(program, wall, { ...canaries.targets, folder });
    if (text.startsWith('!')) return `it does not start: ${text.slice(1, 300)}`;
    const found = resultSchema.parse(JSON.parse(text));
    if (found.read) return 'a file outside of it can be read';
    if (found.wrote || !(await canaries.untouched())) return 'a file outside of it can be written';
    if (found.connected || canaries.visits() > 0) return 'a server on this machine can be reached';
    if (found.spawned) return 'another process can be started';
    const names = found.environment.filter((name) => !harmless.has(name));
    return names.length > 0 ? `the environment holds ${names.join(', ')}` : null;
  } catch (error) {
    return `its probe did not answer: ${(error as Error).message.slice(0, 200)}`;
  } finally {
    await canaries.remove();
    await rm(folder, { recursive: true, force: true });
  }
};
