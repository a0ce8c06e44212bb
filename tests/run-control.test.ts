import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '@benchloop/spec';
import { runCli, startCli, type CliProcess } from './support/cli.ts';
import { sendChat, startModelServer } from './support/model-server.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'control-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const slow = ['run', '--provider', 'mock', '--model', 'oracle;ttft=200', '--suites', 'reasonmath', '--tasks-per-suite', '40', '--json'];

const until = async (started: CliProcess, text: RegExp): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (!text.test(started.stderr())) {
    if (started.child.exitCode !== null || Date.now() > deadline) throw new Error(`${text} was not said:\n${started.stderr()}`);
    await sleep(20);
  }
};

const idIn = (text: string): string => /run (\S+):/.exec(text)?.[1] as string;

test('Ctrl-C finishes the trial in flight, leaves a resumable run, and ends with 130', async () => {
  const started = startCli(slow, home);
  await until(started, /2\/40/);
  started.child.kill('SIGINT');
  const { code, stdout, stderr } = await started.result;
  expect(code).toBe(130);
  expect(stderr).toMatch(/Stopping after the trial in flight[^]*Go on with: bench-loop resume/);
  const { run, trials } = JSON.parse(stdout) as Report;
  expect(run.status).toBe('interrupted');
  expect(trials.length).toBeGreaterThanOrEqual(3);
  const resumed = await runCli(['resume', run.id, '--json'], home);
  expect(resumed.code).toBe(0);
  const finished = JSON.parse(resumed.stdout) as Report;
  expect(finished.run.status).toBe('complete');
  expect(new Set(finished.trials.map(({ id }) => id)).size).toBe(40);
});

/** A server that answers until `isSilent` says no more; `asked` resolves with the first question that is left open. */
const startServerThatFallsSilent = async (isSilent: () => boolean) => {
  let leaveOpen: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (leaveOpen = resolve));
  const server = await startModelServer((_request, response) => (isSilent() ? leaveOpen() : sendChat(response, 'Answer: 1')));
  return { server, asked };
};

const onServer = (endpoint: string): CliProcess =>
  startCli(['run', '--endpoint', endpoint, '--suites', 'reasonmath', '--tasks-per-suite', '3'], home, { BENCHLOOP_TIMEOUT: '5min' });

test('Ctrl-C twice stops the trial in flight as well', async () => {
  let said = () => '';
  const { server, asked } = await startServerThatFallsSilent(() => /run \S+: 3 trials/.test(said()));
  const started = onServer(server.endpoint);
  said = started.stderr;
  await asked;
  started.child.kill('SIGINT');
  await until(started, /after the trial in flight\. Ctrl-C again/);
  started.child.kill('SIGINT');
  const { code, stderr } = await started.result;
  await server.close();
  expect(code).toBe(130);
  expect(stderr).toMatch(/Stopping now; the trial in flight is not kept[^]*Go on with: bench-loop resume/);
});

test('Ctrl-C before the first trial stops at once, and nothing is stored', async () => {
  const { server, asked } = await startServerThatFallsSilent(() => true);
  const started = onServer(server.endpoint);
  await asked;
  started.child.kill('SIGINT');
  const { code, stderr } = await started.result;
  await server.close();
  expect(code).toBe(130);
  expect(stderr).toMatch(/Stopping\.\nStopped before a trial began; nothing new was stored\.\n$/);
  expect(await readdir(join(home, 'runs')).catch(() => [])).toEqual([]);
});

test('a run whose results nobody reads any more ends as it would, and is stored', async () => {
  const started = startCli(['run', '--provider', 'mock', '--model', 'oracle', '--suites', 'reasonmath', '--tasks-per-suite', '2'], home);
  started.child.stdout?.destroy();
  const { code, stderr } = await started.result;
  expect(stderr).toMatch(/Stored as \S+\. Check it with/);
  expect(stderr).not.toMatch(/EPIPE|node:/);
  expect(code).toBe(0);
});

test('a second run on the same server waits for its turn, says so, and both finish; localhost is the same server', async () => {
  let open = 0;
  let most = 0;
  const server = await startModelServer((_request, response) => {
    most = Math.max(most, (open += 1));
    setTimeout(() => {
      open -= 1;
      sendChat(response, 'Answer: 1');
    }, 100);
  });
  const math = (tasks: string) => ['--suites', 'reasonmath', '--tasks-per-suite', tasks, '--json'];
  const first = startCli(['run', '--endpoint', server.endpoint, ...math('60'), '--trials', '3'], home);
  await until(first, /run \S+: 180 trials/);
  const second = startCli(['run', '--endpoint', server.endpoint.replace('127.0.0.1', 'localhost'), ...math('3')], home);
  await until(second, /queued: 1 run ahead on the same endpoint; run \S+ \(process \d+\) has it now/);
  expect(second.stderr()).toContain(idIn(first.stderr()));
  const results = await Promise.all([first.result, second.result]);
  await server.close();
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect(most).toBe(1);
});

test('a run whose process died does not block the next one', async () => {
  const first = startCli(slow, home);
  await until(first, /1\/40/);
  first.child.kill('SIGKILL');
  await first.result;
  const next = await runCli(['resume', idIn(first.stderr()), '--json'], home);
  expect(next.code).toBe(0);
  expect((JSON.parse(next.stdout) as Report).trials).toHaveLength(40);
});
