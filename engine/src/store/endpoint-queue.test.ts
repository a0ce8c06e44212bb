import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { normaliseEndpoint } from '../kit/normalise-endpoint.ts';
import { joinEndpointQueue } from './endpoint-queue.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'queue-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const never = new AbortController().signal;
const ignore = () => undefined;

test('the second waits until the first leaves, and is told who has the endpoint', async () => {
  const first = await joinEndpointQueue(home, 'loopback:8080', 'run-1');
  await first.wait(never, ignore);
  const second = await joinEndpointQueue(home, 'loopback:8080', 'run-2');
  const positions: unknown[] = [];
  let entered = false;
  const waiting = second.wait(never, (position) => positions.push(position)).then(() => (entered = true));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(entered).toBe(false);
  expect(positions).toMatchObject([{ ahead: 1, holder: { runId: 'run-1', pid: process.pid } }]);
  await first.leave();
  await waiting;
  expect(entered).toBe(true);
  await second.leave();
});

test('three get their turn in the order in which they came', async () => {
  const order: number[] = [];
  const places = [];
  for (const number of [1, 2, 3]) places.push({ number, place: await joinEndpointQueue(home, 'a', `run-${number}`) });
  await Promise.all(
    places.toReversed().map(async ({ number, place }) => {
      await place.wait(never, ignore);
      order.push(number);
      await place.leave();
    }),
  );
  expect(order).toEqual([1, 2, 3]);
});

test('other endpoints do not wait', async () => {
  const first = await joinEndpointQueue(home, 'a', 'run-1');
  await first.wait(never, ignore);
  const second = await joinEndpointQueue(home, 'b', 'run-2');
  await second.wait(never, ignore);
});

test('the ticket of a process that died is removed and counted', async () => {
  const child = spawn(process.execPath, ['-e', 'process.exit()']);
  await new Promise((resolve) => child.on('exit', resolve));
  const probe = await joinEndpointQueue(home, 'a', 'probe');
  const folder = join(home, 'queue', (await readdir(join(home, 'queue')))[0] as string);
  await probe.leave();
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, '00000000000000000001-dead.json'),
    JSON.stringify({ pid: child.pid, processStart: null, runId: 'dead', since: 'x' }),
  );
  const place = await joinEndpointQueue(home, 'a', 'run-1');
  await place.wait(never, ignore);
  expect(place.recovered()).toBe(1);
});

test.skipIf(process.platform !== 'linux')('a pid that now belongs to another process does not hold the queue', async () => {
  const probe = await joinEndpointQueue(home, 'a', 'probe');
  const folder = join(home, 'queue', (await readdir(join(home, 'queue')))[0] as string);
  await probe.leave();
  await writeFile(
    join(folder, '00000000000000000001-old.json'),
    JSON.stringify({ pid: process.pid, processStart: '1', runId: 'old', since: 'x' }),
  );
  const place = await joinEndpointQueue(home, 'a', 'run-1');
  await place.wait(never, ignore);
  expect(place.recovered()).toBe(1);
});

test('waiting ends when it is stopped', async () => {
  const first = await joinEndpointQueue(home, 'a', 'run-1');
  await first.wait(never, ignore);
  const second = await joinEndpointQueue(home, 'a', 'run-2');
  await expect(second.wait(AbortSignal.timeout(100), ignore)).rejects.toThrow(/aborted/);
});

test.each([
  ['http://localhost:8080/v1', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', '127.0.0.1:8080/v1/'],
  ['HTTP://LOCALHOST:8080', 'http://127.0.0.2:8080/other'],
  ['https://example.org', 'https://EXAMPLE.org:443/v1'],
])('%s and %s are the same endpoint', (a, b) => {
  expect(normaliseEndpoint(a)).toBe(normaliseEndpoint(b));
});

test.each([
  ['http://localhost:8080', 'http://localhost:8081'],
  ['http://example.org', 'http://example.com'],
  ['http://example.org', 'http://localhost'],
])('%s and %s are different endpoints', (a, b) => {
  expect(normaliseEndpoint(a)).not.toBe(normaliseEndpoint(b));
});
