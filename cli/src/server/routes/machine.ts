import { mkdir, statfs } from 'node:fs/promises';
import { Hono } from 'hono';
import type { MachineAnswer } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';

const freeBytes = async (home: string): Promise<number | null> => {
  try {
    await mkdir(home, { recursive: true });
    const { bavail, bsize } = await statfs(home);
    return bavail * bsize;
  } catch {
    return null;
  }
};

/** What this machine is, and the room on its disk. */
export const createMachineRoutes = ({ home, demo }: ServerContext) => {
  const read = async () => {
    const { readMachine, version } = await import('@benchloop/engine');
    return { machine: await readMachine(home), version };
  };
  let once: ReturnType<typeof read> | null = null;
  return new Hono().get('/', async (context) => {
    const answer: MachineAnswer = { ...(await (once ??= read())), freeDiskBytes: await freeBytes(home), ...(demo ? { demo } : {}) };
    return context.json(answer);
  });
};
