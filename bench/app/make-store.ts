import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunStore, rebuildIndex } from '@benchloop/engine';
import type { Run, TraceEvent, Trial } from '@benchloop/spec';

export type Store = { home: string; runIds: string[]; longRunId: string; longTrialId: string };

const longReplyBytes = 5 * 1024 ** 2;
const line = 'The harbour master wrote the tide, the wind and the name of each ship into the log.\n';

const makeRun = async (program: string, home: string): Promise<{ run: Run; trials: Trial[]; trace: TraceEvent[] }> => {
  const args = ['run', '--provider', 'mock', '--model', 'skill=60', '--profile', 'custom', '--suites', 'toolcall', '--json'];
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, BENCHLOOP_HOME: home },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0 && status !== 1) throw new Error(`the run ended with ${status}: ${stderr}`);
  const store = createRunStore(home);
  const [id] = readdirSync(join(home, 'runs'));
  if (id === undefined) throw new Error('the run left no folder');
  const { trials } = await store.loadTrials(id);
  return { run: await store.loadRun(id), trials, trace: await store.loadTrace(id, trials[0]?.traceFile ?? '') };
};

/** The trace with a reply of 5 MB in place of its own. */
const withLongReply = (trace: readonly TraceEvent[]): TraceEvent[] =>
  trace.map((event) =>
    event.type === 'generation'
      ? { ...event, generation: { ...event.generation, text: line.repeat(Math.ceil(longReplyBytes / line.length)), toolCalls: [] } }
      : event,
  );

/** A data home with `runs` stored runs that differ in model and verdicts, and one run of `tasks` trials whose first has a reply of 5 MB. */
export const makeStore = async (program: string, size: { runs: number; tasks: number }): Promise<Store> => {
  const home = mkdtempSync(join(tmpdir(), 'bench-app-'));
  const source = mkdtempSync(join(tmpdir(), 'bench-app-source-'));
  const { run, trials, trace } = await makeRun(program, source);
  rmSync(source, { recursive: true, force: true });
  const store = createRunStore(home);
  const write = async (id: string, model: string, lines: readonly Trial[], files: Record<string, string> = {}): Promise<void> => {
    const folder = join(home, 'runs', id);
    mkdirSync(join(folder, 'traces'), { recursive: true });
    writeFileSync(join(folder, 'trials.jsonl'), `${lines.map((one) => JSON.stringify(one)).join('\n')}\n`);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await store.freeze({ ...run, id, model: run.model === null ? null : { ...run.model, name: model } });
  };
  const idOf = (place: number): string => `${run.id.slice(0, -6)}${place.toString(16).padStart(6, '0')}`;
  const runIds = Array.from({ length: size.runs }, (_, place) => idOf(place));
  for (const [place, id] of runIds.entries()) {
    const judged = trials.map((trial, at): Trial => {
      const passed = (at * 7919 + place * 104_729) % size.runs < place;
      return { ...trial, traceFile: null, score: trial.score === null ? null : { ...trial.score, passed, value: Number(passed) } };
    });
    await write(id, `model-${place}`, judged);
  }
  const longRunId = idOf(size.runs);
  const many = Array.from({ length: size.tasks }, (_, place): Trial => {
    const trial = trials[place % trials.length] as Trial;
    const taskId = `${trial.taskId}-${place}`;
    return { ...trial, taskId, id: `${trial.suiteId}/${taskId}#0`, traceFile: place === 0 ? 'traces/long.jsonl' : null };
  });
  const traceText = `${withLongReply(trace)
    .map((event) => JSON.stringify(event))
    .join('\n')}\n`;
  await write(longRunId, 'long', many, { 'traces/long.jsonl': traceText });
  await rebuildIndex(home);
  return { home, runIds, longRunId, longTrialId: many[0]?.id ?? '' };
};

/** Trials of a stored run, as its file tells them. */
export const storedTrials = (home: string, runId: string): Trial[] =>
  readFileSync(join(home, 'runs', runId, 'trials.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Trial);
