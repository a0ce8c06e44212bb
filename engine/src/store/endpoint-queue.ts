import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { processStart } from '../kit/process-start.ts';

const ticketSchema = z.object({ pid: z.number().int(), processStart: z.string().nullable(), runId: z.string(), since: z.string() });
type Ticket = z.infer<typeof ticketSchema>;

const pollMs = 250;
/** A ticket drawn just before mine may become visible only now. */
const settleMs = 50;

export type QueuePosition = { ahead: number; holder: { runId: string; pid: number; since: string } | null };
export type QueuePlace = {
  /** Resolves when it is this run's turn, or rejects when the signal is aborted. */
  wait: (signal: AbortSignal, onPosition: (position: QueuePosition) => void) => Promise<void>;
  leave: () => Promise<void>;
  /** Tickets of ended processes that were removed on the way. */
  recovered: () => number;
};

const isAlive = (ticket: Ticket): boolean => {
  try {
    process.kill(ticket.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // The pid may have been given to a new process since.
  const start = processStart(ticket.pid);
  return ticket.processStart === null || start === null || start === ticket.processStart;
};

/**
 * A place in the queue of one endpoint, across all processes that share the data home. Tickets are files named by the
 * time they were drawn; the oldest ticket of a living process has its turn. A dead owner's ticket is removed.
 */
export const joinEndpointQueue = async (home: string, queueKey: string, runId: string): Promise<QueuePlace> => {
  const folder = join(home, 'queue', createHash('sha256').update(queueKey).digest('hex').slice(0, 24));
  await mkdir(folder, { recursive: true });
  let removed = 0;
  const name = `${String(process.hrtime.bigint()).padStart(20, '0')}-${randomBytes(4).toString('hex')}.json`;
  const mine: Ticket = { pid: process.pid, processStart: processStart(process.pid), runId, since: new Date().toISOString() };
  await writeFile(join(folder, `${name}.tmp`), JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  await rename(join(folder, `${name}.tmp`), join(folder, name));

  const read = async (file: string): Promise<Ticket | null> => {
    const text = await readFile(join(folder, file), 'utf8').catch(() => null);
    if (text === null) return null;
    try {
      return ticketSchema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };
  const ahead = async (): Promise<Ticket[]> => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && file < name).sort();
    const tickets: Ticket[] = [];
    for (const file of files) {
      const ticket = await read(file);
      if (ticket !== null && isAlive(ticket)) tickets.push(ticket);
      else if (ticket !== null) {
        await rm(join(folder, file), { force: true });
        removed += 1;
      }
    }
    return tickets;
  };

  return {
    wait: async (signal, onPosition) => {
      await sleep(settleMs, undefined, { signal });
      for (let last = -1; ;) {
        const before = await ahead();
        if (before.length === 0) return;
        if (before.length !== last) onPosition({ ahead: before.length, holder: before[0] ?? null });
        last = before.length;
        await sleep(pollMs, undefined, { signal });
      }
    },
    leave: () => rm(join(folder, name), { force: true }),
    recovered: () => removed,
  };
};
