import { appendFile, cp, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRunStore, loadReport } from '@benchloop/engine';
import type { QueuedJob, RunView } from '@benchloop/spec';
import { createBus } from './bus.ts';
import { createRunLister, type RunList } from './list-runs.ts';
import { createRunViews } from './run-view.ts';
import { startServer } from './start-server.ts';

let home = '';
let runId = '';

/** A real run of four trials. */
const makeRun = async (): Promise<string> => {
  const server = await startServer({ home, port: null, files: { answer: () => new Response('') } });
  const at = `http://127.0.0.1:${server.port}/api/`;
  const json = { 'content-type': 'application/json' };
  const token = server.giveLink().split('#token=')[1];
  const opened = await fetch(`${at}session`, { method: 'POST', headers: json, body: JSON.stringify({ token }) });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const settings = { provider: 'mock', model: 'skill=50', profile: 'custom', suites: 'toolcall', 'tasks-per-suite': '4' };
  const body = JSON.stringify({ jobs: [{ settings, group: null }] });
  await fetch(`${at}queue`, { method: 'POST', headers: { ...json, cookie }, body });
  for (;;) {
    const { jobs } = (await (await fetch(`${at}queue`, { headers: { cookie } })).json()) as { jobs: QueuedJob[] };
    if (jobs[0]?.state === 'done') {
      await server.close();
      return jobs[0].runId ?? '';
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const folderOf = (id: string): string => join(home, 'runs', id);
const pathOf = (id: string): string => join(folderOf(id), 'trials.jsonl');

/** The same run as one that still runs and has no trial yet; gives the lines of its trials. */
const liveCopy = async (id: string): Promise<string[]> => {
  await cp(folderOf(runId), folderOf(id), { recursive: true });
  const run = JSON.parse(await readFile(join(folderOf(id), 'run.json'), 'utf8')) as object;
  await writeFile(join(folderOf(id), 'run.json'), JSON.stringify({ ...run, id, status: 'running', files: {}, digest: null }));
  const lines = (await readFile(pathOf(id), 'utf8')).split('\n').slice(0, -1);
  await writeFile(pathOf(id), '');
  return lines;
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-view-'));
  process.env['BENCHLOOP_HOME'] = home;
  runId = await makeRun();
}, 120_000);
afterAll(async () => {
  delete process.env['BENCHLOOP_HOME'];
  await rm(home, { recursive: true, force: true });
});

test('a run that grows is seen as one that is read whole, at every step and with whatever stands in its file', async () => {
  const id = '20200101-000000-cccccc';
  const [first = '', second = '', third = '', fourth = ''] = await liveCopy(id);
  const growing = createRunViews(home);
  const look = async (): Promise<RunView> => {
    const seen = await growing(id);
    expect(seen).toEqual(await createRunViews(home)(id));
    expect(seen.summary).toEqual((await loadReport(home, id)).summary);
    const { badLines, trials } = await createRunStore(home).loadTrials(id);
    expect(seen.damage?.reason ?? null).toEqual(badLines.length === 0 ? null : expect.stringContaining(`line ${badLines.join(', ')};`));
    expect(Object.values(seen.summary.outcomes).reduce((sum, count) => sum + count, 0)).toBe(trials.length);
    return seen;
  };
  await look();
  for (const part of [`${first}\n`, second.slice(0, 20), `${second.slice(20)}\n`, '\n', '{"no":"trial"}\n', `${third}\n${fourth}`]) {
    await appendFile(pathOf(id), part);
    await look();
  }
  expect((await look()).damage).not.toBeNull();
  // Mended in its place, as an editor or a copy does.
  await writeFile(pathOf(id), `${[first, second, third, fourth].join('\n')}\n`);
  expect((await look()).damage).toBeNull();
  await writeFile(`${pathOf(id)}.new`, `${first}\n`);
  await rename(`${pathOf(id)}.new`, pathOf(id));
  await look();
});

test('of a run that grows only what was added is read, and many pages cost one look', async () => {
  const id = '20200101-000000-dddddd';
  const [first = '', second = ''] = await liveCopy(id);
  await appendFile(pathOf(id), `${first}\n`);
  const view = createRunViews(home);
  const before = await view(id);
  // Spoilt where it was read before: only who reads it again notices.
  await writeFile(pathOf(id), `${'x'.repeat(Buffer.byteLength(first))}\n`);
  await appendFile(pathOf(id), `${second}\n`);
  const [one, ...others] = await Promise.all([view(id), view(id), view(id)]);
  expect(one?.damage).toBeNull();
  expect(one?.summary).not.toBe(before.summary);
  for (const other of others) expect(other.summary).toBe(one?.summary);
});

test('a finished run is looked at once, until one of its files changes', async () => {
  const view = createRunViews(home);
  const before = await view(runId);
  expect((await view(runId)).summary).toBe(before.summary);
  const trace = join(folderOf(runId), (await createRunStore(home).loadTrials(runId)).trials[0]?.traceFile ?? '');
  const [content, { atime, mtime }] = [await readFile(trace), await stat(trace)];
  await appendFile(trace, '\n');
  expect((await view(runId)).words.alarm).not.toBeNull();
  await writeFile(trace, content);
  await utimes(trace, atime, mtime);
  expect((await view(runId)).words.alarm).toBeNull();
  await expect(view('20990101-000000-eeeeee')).rejects.toThrow('There is no run');
});

test('a list is there at once and fills by itself, newest first, when many runs are not known yet', async () => {
  const many = Array.from({ length: 30 }, (_, place) => `2021${String(place + 10).padStart(4, '0')}-000000-aaaaaa`);
  const run = JSON.parse(await readFile(join(folderOf(runId), 'run.json'), 'utf8')) as object;
  for (const [place, id] of many.entries()) {
    await cp(folderOf(runId), folderOf(id), { recursive: true });
    const createdAt = new Date(Date.UTC(2021, 0, place + 1)).toISOString();
    await writeFile(join(folderOf(id), 'run.json'), JSON.stringify({ ...run, id, createdAt }));
  }
  // The newest is large: nobody waits for it, and another process reads it.
  const large = '20990101-000000-bbbbbb';
  await cp(folderOf(runId), folderOf(large), { recursive: true });
  await writeFile(join(folderOf(large), 'run.json'), JSON.stringify({ ...run, id: large, createdAt: '2099-01-01T00:00:00.000Z' }));
  await appendFile(pathOf(large), `${' '.repeat(3 * 1024 ** 2)}\n`);
  await rm(join(home, 'index.sqlite'), { force: true });
  const bus = createBus();
  const told: string[] = [];
  bus.subscribe(({ event }) => told.push(event.type));
  const list = createRunLister({ home, bus, signal: new AbortController().signal }, 0);
  const answers: RunList[] = [await list()];
  while (answers.at(-1)?.reading !== null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    answers.push(await list());
  }
  expect(answers[0]?.reading?.total).toBe(answers.at(-1)?.runs.length);
  const newestFirst = many.toReversed();
  const idsIn = ({ runs }: RunList) => runs.map(({ id }) => id).filter((id) => many.includes(id));
  for (const answer of answers) expect(idsIn(answer)).toEqual(newestFirst.slice(0, idsIn(answer).length));
  expect(idsIn(answers.at(-1) as RunList)).toEqual(newestFirst);
  expect(answers[0]?.runs.map(({ id }) => id)).not.toContain(large);
  expect(answers.at(-1)?.runs[0]).toMatchObject({ id: large, trials: 4 });
  expect(told).toContain('runs-changed');
  expect(answers.at(-1)?.damaged).toEqual([]);

  // A folder that can't be read is named at every question, until its files change.
  const path = join(folderOf(large), 'run.json');
  const whole = await readFile(path, 'utf8');
  await writeFile(path, '{');
  const patient = createRunLister({ home, bus, signal: new AbortController().signal }, 60_000);
  for (let question = 0; question < 3; question += 1) expect(await patient()).toMatchObject({ damaged: [{ id: large }], reading: null });
  await writeFile(path, whole);
  const mended = await patient();
  expect(mended).toMatchObject({ damaged: [], reading: null });
  expect(mended.runs[0]?.id).toBe(large);
}, 60_000);
