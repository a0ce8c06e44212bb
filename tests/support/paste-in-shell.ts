import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@benchloop/spec';
import { patienceMs } from './app.ts';

const pollMs = 200;

/** A stored run; `null` while its file is being written. */
const readRun = async (home: string, id: string): Promise<Run | null> =>
  readFile(join(home, 'runs', id, 'run.json'), 'utf8').then(
    (text) => JSON.parse(text) as Run,
    () => null,
  );

export const runOf = async (home: string, id: string): Promise<Run> => {
  const run = await readRun(home, id);
  if (run === null) throw new Error(`there is no run ${id}`);
  return run;
};

/** What a run was made of, whatever it was asked: its stack as planned and as found, and how a question was put to it. */
export const stackOf = ({ plan, model, server, manifest: { harness, sampling, thinking } }: Run) => {
  const { provider, endpoint, model: asked, contextTokens, threads, gpuLayers, kvType, batchSize, flashAttention, draftModel } = plan;
  const planned = { provider, endpoint, asked, contextTokens, threads, gpuLayers, kvType, batchSize, flashAttention, draftModel };
  const values = Object.fromEntries(Object.entries(planned).map(([name, resolved]) => [name, resolved?.value ?? null]));
  return {
    ...values,
    // What was proved of it is as much as its run had to prove.
    model: { ...model, capabilities: null },
    server: { ...server, loadMs: null },
    harness,
    sampling,
    thinking,
  };
};

/** A folder for the shell's path in which `bench-loop` is the built program. */
const folderOfProgram = async (home: string): Promise<string> => {
  const folder = join(home, 'bin');
  await mkdir(folder, { recursive: true });
  const program = join(folder, 'bench-loop');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/bench-loop.js')}' "$@"\n`);
  await chmod(program, 0o755);
  return folder;
};

/** Runs a command line as a person pastes it, ends it with Ctrl-C when its first trial is stored, and gives the run that it began. */
export const pasteInShell = async (command: string, home: string): Promise<Run> => {
  const ids = (): Promise<string[]> => readdir(join(home, 'runs'));
  const before = new Set(await ids());
  const path = `${await folderOfProgram(home)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, HOME: home, BENCHLOOP_HOME: home, NO_COLOR: '1', PATH: path };
  const shell = spawn('sh', ['-c', command], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(shell, 'close');
  // A terminal sends Ctrl-C to the shell and all that it started.
  const interrupt = (): boolean => process.kill(-(shell.pid ?? 0), 'SIGINT');
  const deadline = Date.now() + patienceMs;
  while (shell.exitCode === null && Date.now() < deadline) {
    const id = (await ids()).find((one) => !before.has(one));
    const run = id === undefined ? null : await readRun(home, id);
    const hasTrial = run !== null && (await readFile(join(home, 'runs', run.id, 'trials.jsonl'), 'utf8').catch(() => '')) !== '';
    if (run === null || !hasTrial) {
      await sleep(pollMs);
      continue;
    }
    interrupt();
    await ended;
    return runOf(home, run.id);
  }
  if (shell.exitCode === null) interrupt();
  throw new Error(`the pasted command stored no trial: ${said}`);
};
