import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askEngineChild } from './ask-child.ts';
import { keepSpare, takeChild } from './spare-child.ts';

const boards = { do: 'leaderboard', query: { filter: {}, everyRun: false } } as const;

describe('a spare process of the engine', () => {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'spare-'));
    vi.stubEnv('BENCHLOOP_HOME', home);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(home, { recursive: true, force: true });
  });

  const ended = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()));

  test('answers the next question and is taken once', async () => {
    const server = new AbortController();
    keepSpare(server.signal);
    const spare = takeChild();
    expect(spare.connected).toBe(true);
    const other = takeChild();
    expect(other.pid).not.toBe(spare.pid);
    for (const child of [spare, other]) {
      child.kill('SIGKILL');
      await ended(child);
    }
    expect(await askEngineChild(boards, server.signal)).toMatchObject({ say: 'boards', boards: [] });
    // Kept by the first question, used by the second.
    expect(await askEngineChild(boards, server.signal)).toMatchObject({ say: 'boards', boards: [] });
    server.abort();
  });

  test('of another data home is left alone', async () => {
    const server = new AbortController();
    keepSpare(server.signal);
    vi.stubEnv('BENCHLOOP_HOME', `${home}-other`);
    const child = takeChild();
    vi.stubEnv('BENCHLOOP_HOME', home);
    const spare = takeChild();
    expect(child.pid).not.toBe(spare.pid);
    for (const one of [child, spare]) {
      one.kill('SIGKILL');
      await ended(one);
    }
    server.abort();
  });

  test('ends with the server', async () => {
    const server = new AbortController();
    keepSpare(server.signal);
    server.abort();
    const next = takeChild();
    expect(next.connected).toBe(true);
    next.kill('SIGKILL');
    await ended(next);
    keepSpare(server.signal);
    const none = takeChild();
    none.kill('SIGKILL');
    await ended(none);
  });
});
