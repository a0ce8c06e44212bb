import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireAsset, starterModel } from './support/assets.ts';
import { startCli } from './support/cli.ts';

/** BenchLoop is killed in the middle of a run, and nothing that it started may stay behind. */

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'left-behind-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

type Process = { pid: number; parent: number; command: string };

/** Processes that live, by Linux's own table; one that has ended and waits to be collected is none. */
const processes = async (): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      const [, state, parent] = /\) (\w) (\d+) /u.exec(stat ?? '') ?? [];
      return state === undefined || state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
    }),
  );
  return found.flat();
};

const below = (all: readonly Process[], pid: number): Process[] =>
  all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(all, child.pid)]);

const until = async <Found>(look: () => Promise<Found | null>, isOver: () => boolean): Promise<Found> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (isOver()) throw new Error('the run ended before it could be killed');
    await sleep(50);
  }
};

/** A server that never finishes a reply, so that the run lasts until it is killed. */
const hangingServer = `require('node:http').createServer((request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'm' }] }));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': \\n\\n');
}).listen(Number(process.argv[2]), '127.0.0.1');`;

const once = ['--profile', 'custom', '--tasks-per-suite', '20', '--yes'];

const expectNothingLeft = async (name: string, stack: readonly string[]): Promise<void> => {
  const { child, result } = startCli(['run', ...stack, ...once], home);
  const pid = child.pid ?? 0;
  try {
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const started = await until(async () => {
      const found = below(await processes(), pid);
      return found.some(({ command }) => command.includes(name)) ? found : null;
    }, isOver);
    child.kill('SIGKILL');
    await result;
    const pids = new Set(started.map((each) => each.pid));
    await expect.poll(async () => (await processes()).filter((each) => pids.has(each.pid)), { timeout: 60_000 }).toEqual([]);
  } finally {
    child.kill('SIGKILL');
  }
};

// Elsewhere there is no /proc to look into.
describe.skipIf(process.platform !== 'linux')('when BenchLoop is killed', () => {
  test.each([
    [
      'a server by its command',
      'hanging.cjs',
      () => ['--server-command', `"${process.execPath}" "${join(home, 'hanging.cjs')}" {port}`, '--suites', 'reasonmath'],
    ],
    ['the sandbox', 'sandbox-child', () => ['--provider', 'mock', '--model', 'oracle;ttft=50', '--suites', 'coding', '--trials', '20']],
  ] as const)('%s ends', async (_title, name, stack) => {
    await writeFile(join(home, 'hanging.cjs'), hangingServer);
    await expectNothingLeft(name, stack());
  });

  test('the embedded engine ends', async (context) => {
    const model = requireAsset(context, starterModel());
    await expectNothingLeft('engine-entry', ['--model', model.path, '--threads', '1', '--ctx', '1024', '--suites', 'reasonmath']);
  });
});
