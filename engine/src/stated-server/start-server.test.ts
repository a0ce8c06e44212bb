import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { freePort, startStatedServer } from './start-server.ts';

// Starting a process takes seconds on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const program = (body: string): string[] => [process.execPath, '-e', body];
/** Healthy from its third answer on; tells the process id and whether it sees a variable of BenchLoop. */
const server = (port: number): string[] =>
  program(`let asked = 0;
    require('node:http').createServer((request, response) => {
      asked += 1;
      if (request.url === '/health') response.writeHead(asked < 3 ? 503 : 200);
      response.end(JSON.stringify({ pid: process.pid, sees: process.env.BENCHLOOP_API_KEY ?? null }));
    }).listen(${port}, '127.0.0.1')`);

const start = async (words: readonly string[], port: number, signal = new AbortController().signal, readyWithinMs = 50_000) =>
  startStatedServer({ words, port, signal, readyWithinMs });
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a stated server', () => {
  test('is waited for, hears nothing of keys, and ends when it is stopped', async () => {
    vi.stubEnv('BENCHLOOP_API_KEY', 'secret');
    const port = await freePort();
    const started = await start(server(port), port);
    vi.unstubAllEnvs();
    const told = (await (await fetch(`${started.endpoint}/who`)).json()) as { pid: number; sees: string | null };
    expect(told.sees).toBeNull();
    expect(started.loadMs).toBeGreaterThan(0);
    expect(isAlive(told.pid)).toBe(true);
    await started.stop();
    await started.stop();
    expect(isAlive(told.pid)).toBe(false);
  });

  test('that is not there is said to be so', async () => {
    await expect(start(['/no/such/program', '--x'], 1)).rejects.toMatchObject({
      message: expect.stringContaining('there is no program "/no/such/program"') as string,
      nextStep: expect.stringContaining('/no/such/program --x') as string,
    });
  });

  test('that ends at once is told with its last words', async () => {
    await expect(start(program(`console.error('no such model'); process.exit(3)`), 1)).rejects.toThrow(
      /ended with code 3 before it was ready. It said: no such model/u,
    );
  });

  test('that never answers, or is not waited for any more, does not stay behind', async () => {
    const port = await freePort();
    const silent = program('console.log(process.pid); setInterval(() => {}, 1000)');
    await expect(start(silent, port, undefined, 1500)).rejects.toThrow(/did not answer/u);
    await expect(start(silent, port, AbortSignal.timeout(1500))).rejects.toThrow(/was stopped while it started/u);
  });

  test('ends when the process that wanted it is killed', async () => {
    const port = await freePort();
    const source = JSON.stringify(new URL('start-server.ts', import.meta.url).href);
    const asked = JSON.stringify({ words: server(port), port, readyWithinMs: 50_000 });
    const body = `const { startStatedServer } = await import(${source});
      const { endpoint } = await startStatedServer({ ...${asked}, signal: new AbortController().signal });
      console.log(await (await fetch(endpoint + '/who')).text());`;
    const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', body], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [told] = (await once(owner.stdout, 'data')) as [Buffer];
      const { pid } = JSON.parse(told.toString()) as { pid: number };
      expect(isAlive(pid)).toBe(true);
      owner.kill('SIGKILL');
      await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 50_000 });
    } finally {
      owner.kill('SIGKILL');
    }
  });
});
