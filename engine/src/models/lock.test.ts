import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-loop-lock-'));
  path = join(folder, 'x.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const take = (onWait: (pid: number | null) => void = () => undefined) => takeLock(path, { onWait, sleep: () => wait(5) });
const isGone = async () => (await stat(path).catch(() => null)) === null;

const deadPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
};

test('one holds it at a time, and it is gone after the last', async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      const release = await take();
      inside += 1;
      most = Math.max(most, inside);
      await wait(3);
      inside -= 1;
      await release();
    }),
  );
  expect(most).toBe(1);
  expect(await isGone()).toBe(true);
});

test('the waiting one is told the owner’s process once', async () => {
  const release = await take();
  const told: (number | null)[] = [];
  const second = take((pid) => told.push(pid));
  await wait(40);
  await release();
  await (
    await second
  )();
  expect(told).toEqual([process.pid]);
});

test('a dead owner’s lock is taken over, by one of several', async () => {
  await writeFile(path, JSON.stringify({ pid: await deadPid(), host: hostname() }));
  let inside = 0;
  await Promise.all(
    [1, 2, 3].map(async () => {
      const release = await take();
      inside += 1;
      expect(inside).toBe(1);
      await wait(5);
      inside -= 1;
      await release();
    }),
  );
  expect(await isGone()).toBe(true);
});

test('a lock of another machine is kept while it shows life, and taken over when it does not', async () => {
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere' }));
  const second = take();
  await wait(30);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ host: 'elsewhere' });
  const past = new Date(Date.now() - 60_000);
  await utimes(path, past, past);
  const release = await second;
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
  await release();
});
