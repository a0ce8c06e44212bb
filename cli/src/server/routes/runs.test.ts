import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipSync, type Zippable } from 'fflate';
import type { DamagedRun, QueuedJob, RunRow, RunView, TrialRow, TrialStory, TrialStudy, TrialWire } from '@benchloop/spec';
import { startServer, type RunningServer } from '../start-server.ts';

const files = { answer: () => new Response('<!doctype html>') };
const hostile = '<script>alert(1)</script>\u202E';

let home = '';
let server: RunningServer;
let cookie = '';
let runId = '';

type Ask = { method?: string; body?: unknown; bytes?: Uint8Array };
const ask = async <Body>(
  path: string,
  { method = 'GET', body, bytes }: Ask = {},
): Promise<{ status: number; body: Body; headers: Headers; bytes: Uint8Array }> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(bytes === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: new Uint8Array(bytes) }),
  });
  const content = new Uint8Array(await answer.arrayBuffer());
  const isJson =
    (answer.headers.get('content-type') ?? '').includes('application/json') && answer.headers.get('content-disposition') === null;
  return {
    status: answer.status,
    body: (isJson ? JSON.parse(new TextDecoder().decode(content)) : null) as Body,
    headers: answer.headers,
    bytes: content,
  };
};
const post = <Body>(path: string, body: unknown = {}) => ask<Body>(path, { method: 'POST', body });

const jobOf = async (id: string): Promise<QueuedJob> => {
  for (;;) {
    const { jobs } = (await ask<{ jobs: QueuedJob[] }>('queue')).body;
    const job = jobs.find((one) => one.id === id);
    if (job !== undefined && job.state !== 'waiting' && job.state !== 'running') return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const runMock = async (model: string): Promise<QueuedJob> => {
  const settings = { provider: 'mock', model, profile: 'custom', suites: 'toolcall', 'tasks-per-suite': '4' };
  const { jobs } = (await post<{ jobs: QueuedJob[] }>('queue', { jobs: [{ settings, group: null }] })).body;
  return jobOf(jobs[0]?.id ?? '');
};
const list = async () => (await ask<{ runs: RunRow[]; damaged: DamagedRun[] }>('runs')).body;
const importZip = (bytes: Uint8Array) =>
  ask<{ runId?: string; message?: string; nextStep?: string }>('transfer/import', { method: 'POST', bytes });
const exported = async (id = runId): Promise<Uint8Array> => (await ask(`transfer/export/${id}`)).bytes;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-runs-'));
  process.env['BENCHLOOP_HOME'] = home;
  server = await startServer({ home, port: null, files });
  const opened = await ask('session', { method: 'POST', body: { token: server.giveLink().split('#token=')[1] } });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  runId = (await runMock(`say=${hostile};think=hm`)).runId ?? '';
}, 120_000);
afterAll(async () => {
  await server.close();
  delete process.env['BENCHLOOP_HOME'];
  await rm(home, { recursive: true, force: true });
});

test('the page of a run gets its words, numbers and what has no verdict; never the digests of its files', async () => {
  const { body } = await ask<RunView>(`runs/${runId}/view`);
  expect(body.words.verdict).not.toBe('');
  expect(body.run.files).toEqual({});
  expect(body).toMatchObject({ damage: null, withoutVerdictCount: 0, summary: { coverage: 1 } });
});

test('a trial is told with its conversation, its turns, its raw bytes and the task made again; hostile text stays text', async () => {
  const { trials } = (await ask<{ trials: TrialRow[] }>(`runs/${runId}/trials`)).body;
  expect(trials).toHaveLength(4);
  const [row] = trials;
  const trial = encodeURIComponent(row?.id ?? '');
  const { body: story, headers } = await ask<TrialStory>(`runs/${runId}/story?trial=${trial}`);
  expect(headers.get('content-type')).toContain('application/json');
  const reply = story.messages.at(-1);
  expect(reply).toMatchObject({ role: 'assistant', content: hostile, reasoning: 'hm' });
  expect(story.turns[0]).toMatchObject({ turn: 0, error: null });
  const { body: wire } = await ask<TrialWire>(`runs/${runId}/wire?trial=${trial}&turn=0&attempt=${story.turns[0]?.attempt ?? 0}`);
  expect(wire.reply.length).toBeGreaterThan(0);
  const { body: study } = await ask<TrialStudy>(`runs/${runId}/study?trial=${trial}`);
  expect(study).toMatchObject({ missing: null, task: { missing: null, changed: false, messages: story.messages.slice(0, -1) } });
  expect(study.calls?.made).toEqual([]);
  expect(study.calls?.asked.every(({ servedBy, fault }) => servedBy === null && fault !== null)).toBe(true);
});

test.each(['../../etc/passwd', 'none', '', hostile])('a trial id that is none is refused: %j', async (trial) => {
  for (const path of ['story', 'study', 'wire', 'trace']) {
    const answer = await ask<{ message: string }>(`runs/${runId}/${path}?trial=${encodeURIComponent(trial)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('no such trial');
  }
});

test('every report format is a download; another one is not', async () => {
  for (const format of ['console', 'json', 'md', 'csv', 'junit', 'html', 'card-svg', 'card-png']) {
    const { status, headers, bytes } = await ask(`runs/${runId}/report?format=${format}`);
    expect([format, status]).toEqual([format, 200]);
    expect(headers.get('content-disposition')).toContain('attachment');
    expect(bytes.length).toBeGreaterThan(100);
  }
  expect((await ask(`runs/${runId}/report?format=exe`)).status).toBe(404);
});

test('a run goes out as a zip and comes back as it was, with its notes', async () => {
  const notes = { name: hostile, tags: ['a', 'b'], notes: 'seen' };
  await ask(`runs/${runId}/notes`, { method: 'PUT', body: notes });
  const before = await readFile(join(home, 'runs', runId, 'trials.jsonl'), 'utf8');
  const zip = await exported();
  expect((await importZip(zip)).status).toBe(400);
  await ask(`runs/${runId}`, { method: 'DELETE' });
  expect((await list()).runs).toEqual([]);
  expect((await importZip(zip)).body.runId).toBe(runId);
  expect(await readFile(join(home, 'runs', runId, 'trials.jsonl'), 'utf8')).toBe(before);
  expect((await list()).runs[0]).toMatchObject({ id: runId, notes });
  expect((await post(`runs/${runId}/verify`)).body).toMatchObject({ holds: true, rescored: 4 });
  expect((await readdir(home)).filter((name) => name.startsWith('import-'))).toEqual([]);
});

const withAttributes = (zip: Uint8Array, mode: number): Uint8Array => {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  bytes.writeUInt8(3, at + 5);
  bytes.writeUInt32LE((mode << 16) >>> 0, at + 38);
  return bytes;
};

const withListedSize = (zip: Uint8Array, size: number): Uint8Array => {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(size, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return bytes;
};

const otherId = '20200101-000000-abcdef';

test('hostile zips are refused, each with the reason, and leave nothing behind', async () => {
  const run = await readFile(join(home, 'runs', runId, 'run.json'), 'utf8');
  const renamed = run.replaceAll(runId, otherId);
  const good: Zippable = { 'run.json': text(renamed), 'trials.jsonl': text('') };
  const cases: [string, Uint8Array, RegExp][] = [
    ['no zip', text('hello'), /no zip/u],
    ['cut off', zipSync(good).subarray(0, 200), /cut off|no zip/u],
    ['traversal', zipSync({ ...good, '../../evil.jsonl': text('x') }), /no file of a run/u],
    ['traversal in traces', zipSync({ ...good, 'traces/../../evil.jsonl': text('x') }), /no file of a run/u],
    ['absolute path', zipSync({ ...good, '/etc/evil': text('x') }), /no file of a run/u],
    ['backslash', zipSync({ ...good, 'traces\\evil.jsonl': text('x') }), /no file of a run/u],
    ['program', zipSync({ ...good, 'run.sh': text('x') }), /no file of a run/u],
    ['link', withAttributes(zipSync(good), 0o120_777), /link/u],
    ['device', withAttributes(zipSync(good), 0o020_666), /link or a special file/u],
    ['bomb', withListedSize(zipSync(good), 200 * 1024 ** 2), /far more than a run/u],
    ['giant', withListedSize(zipSync(good), 3 * 1024 ** 3), /too much/u],
    [
      'larger than it says',
      withListedSize(zipSync({ ...good, 'trials.jsonl': text('x'.repeat(5000)) }), 10),
      /larger than the table says|damaged/u,
    ],
    ['no run', zipSync({ 'trials.jsonl': text('') }), /no run/u],
    ['no JSON', zipSync({ ...good, 'run.json': text('{') }), /no JSON/u],
    ['wrong schema', zipSync({ ...good, 'run.json': text('{"formatVersion":99}') }), /does not fit the run format/u],
    ['id as a path', zipSync({ ...good, 'run.json': text(run.replaceAll(runId, '../../evil')) }), /does not fit the run format/u],
    ['bad trial', zipSync({ ...good, 'trials.jsonl': text('{"id":1}\n') }), /line 1 of its trials/u],
    ['two runs', zipSync({ 'a/run.json': text(renamed), 'b/run.json': text(renamed), 'a/trials.jsonl': text('') }), /more than one run/u],
  ];
  for (const [name, zip, reason] of cases) {
    const { status, body } = await importZip(zip);
    expect([name, status]).toEqual([name, 400]);
    expect(body.message).toMatch(reason);
    expect(body.nextStep).not.toBe('');
  }
  expect((await list()).runs.map(({ id }) => id)).toEqual([runId]);
  expect((await readdir(home)).filter((name) => name.startsWith('import-'))).toEqual([]);
});

test('a damaged folder is listed with what to do, can be deleted and put back; a copied run is taken in', async () => {
  const broken = '20210101-000000-aaaaaa';
  await mkdir(join(home, 'runs', broken));
  await writeFile(join(home, 'runs', broken, 'run.json'), '{');
  await mkdir(join(home, 'runs', '20210101-000000-bbbbbb'));
  const { runs, damaged } = await list();
  expect(runs.map(({ id }) => id)).toEqual([runId]);
  expect(damaged.map(({ id }) => id).toSorted()).toEqual([broken, '20210101-000000-bbbbbb']);
  expect(damaged.find(({ id }) => id === broken)).toMatchObject({ reason: expect.stringContaining('damaged') as string });
  for (const { nextStep } of damaged) expect(nextStep).not.toBe('');
  const view = await ask<{ nextStep: string }>(`runs/${broken}/view`);
  expect(view.status).toBe(400);
  expect(view.body.nextStep).toContain('Restore');
  for (const { id } of damaged) expect((await ask(`runs/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await list()).damaged).toEqual([]);

  const copy = '20210101-000000-cccccc';
  await cp(join(home, 'runs', runId), join(home, 'runs', copy), { recursive: true });
  const path = join(home, 'runs', copy, 'run.json');
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(runId, copy));
  expect((await list()).runs.map(({ id }) => id)).toContain(copy);
  await writeFile(join(home, 'runs', copy, 'trials.jsonl'), 'nonsense\n');
  expect((await ask<RunView>(`runs/${copy}/view`)).body.damage?.reason).toContain('line 1');
  const row = (await ask<{ trials: TrialRow[] }>(`runs/${runId}/trials`)).body.trials[0];
  await rm(join(home, 'runs', copy), { recursive: true });
  expect(row).toBeDefined();
});

test('a trace that is gone or that is a link elsewhere is said, and the rest of the trial is shown', async () => {
  const { trials } = (await ask<{ trials: TrialRow[] }>(`runs/${runId}/trials`)).body;
  const id = trials[1]?.id ?? '';
  const { trial } = (await ask<TrialStory>(`runs/${runId}/story?trial=${encodeURIComponent(id)}`)).body;
  const path = join(home, 'runs', runId, trial.traceFile ?? '');
  const kept = await readFile(path);
  await rm(path);
  expect((await ask<TrialStory>(`runs/${runId}/story?trial=${encodeURIComponent(id)}`)).body).toMatchObject({
    messages: [],
    missing: expect.stringContaining('missing') as string,
  });
  await symlink('/etc/passwd', path);
  expect((await ask<TrialStory>(`runs/${runId}/story?trial=${encodeURIComponent(id)}`)).body.missing).toContain('damaged');
  await rm(path);
  await writeFile(path, kept);
});

/** A copy of the run that was stopped before its end, whose first trial has no verdict. */
const withoutFirstVerdict = async (): Promise<string> => {
  const id = '20210101-000000-dddddd';
  const folder = join(home, 'runs', id);
  await cp(join(home, 'runs', runId), folder, { recursive: true });
  const run = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8')) as object;
  await writeFile(join(folder, 'run.json'), JSON.stringify({ ...run, id, status: 'interrupted', files: {}, digest: null }));
  const [first = '', ...rest] = (await readFile(join(folder, 'trials.jsonl'), 'utf8')).split('\n');
  const silent = { ...(JSON.parse(first) as object), outcome: 'timeout', score: null, reason: 'silent' };
  await writeFile(join(folder, 'trials.jsonl'), [JSON.stringify(silent), ...rest].join('\n'));
  return id;
};

test('trials that the machinery failed are run again in a new run; one without any says so', async () => {
  const none = await post<{ message: string }>(`runs/${runId}/retry`);
  expect(none.status).toBe(400);
  expect(none.body.message).toContain('without a verdict');
  const failed = await withoutFirstVerdict();
  const view = (await ask<RunView>(`runs/${failed}/view`)).body;
  expect(view).toMatchObject({ withoutVerdictCount: 1, withoutVerdict: [{ outcome: 'timeout', reason: 'silent' }] });
  const { status, body } = await post<{ runId: string; job: QueuedJob; kept: number; again: number }>(`runs/${view.run.id}/retry`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ kept: 3, again: 1 });
  expect((await jobOf(body.job.id)).state).toBe('done');
  const after = (await ask<RunView>(`runs/${body.runId}/view`)).body;
  expect(after.run.id).not.toBe(view.run.id);
  expect(after.run.warnings.map(({ code }) => code)).toContain('run-changed');
  expect(after).toMatchObject({ withoutVerdictCount: 0, summary: { coverage: 1 } });
  expect((await post(`runs/${body.runId}/verify`)).body).toMatchObject({ holds: true, rescored: 4 });
  expect((await ask<RunView>(`runs/${failed}/view`)).body.withoutVerdictCount).toBe(1);
}, 60_000);

const wholeSecond = 1_800_000_000;

/** Same size and time of change, other content: only a reader notices. */
const spoilUnseen = async (id: string): Promise<() => Promise<void>> => {
  const path = join(home, 'runs', id, 'trials.jsonl');
  const before = await readFile(path);
  const put = async (content: Buffer): Promise<void> => {
    await writeFile(path, content);
    await utimes(path, wholeSecond, wholeSecond);
  };
  await put(before);
  await list();
  await put(Buffer.alloc(before.length, 'x'));
  return () => put(before);
};

test('a run is deleted, put back and taken in without reading the others', async () => {
  const other = (await runMock('oracle')).runId ?? '';
  const before = (await list()).runs.find(({ id }) => id === runId);
  const mend = await spoilUnseen(runId);
  await ask(`runs/${other}`, { method: 'DELETE' });
  expect((await list()).runs.find(({ id }) => id === runId)).toEqual(before);
  await post(`runs/${other}/undo-delete`);
  const zip = await exported(other);
  await ask(`runs/${other}`, { method: 'DELETE' });
  expect((await importZip(zip)).status).toBe(200);
  const { runs } = await list();
  expect(runs.find(({ id }) => id === runId)).toEqual(before);
  expect(runs.find(({ id }) => id === other)).toMatchObject({ judged: 4, passed: 4 });
  await mend();
  expect((await post(`runs/${other}/undo-delete`)).status).toBe(409);
  expect((await ask(`runs/${other}`, { method: 'DELETE' })).status).toBe(200);
}, 60_000);

/** The events that the app tells while something is done. */
const eventsDuring = async (work: () => Promise<unknown>): Promise<string> => {
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/events`, { headers: { cookie }, signal: stop.signal });
  let heard = '';
  const listening = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) heard += decoder.decode(bytes as Uint8Array, { stream: true });
  })().catch(() => undefined);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 500));
  stop.abort();
  await listening;
  return heard;
};

test('a run is verified in a process of its own, which tells how far it is and can be cancelled', async () => {
  const heard = await eventsDuring(async () => {
    const [one, two] = await Promise.all([post(`runs/${runId}/verify`), post(`runs/${runId}/verify`)]);
    expect(one.body).toMatchObject({ holds: true, rescored: 4 });
    expect(two.body).toEqual(one.body);
  });
  // Of states that follow each other fast only the newest is told; the last one says that none is under way.
  const told = [...heard.matchAll(new RegExp(`"type":"verify","runId":"${runId}","done":(\\d+),"total":(\\d+)`, 'gu'))].map(
    ([, done, total]) => [Number(done), Number(total)],
  );
  expect(told.slice(0, -1).every(([done = 0, total]) => done > 0 && done <= 4 && total === 4)).toBe(true);
  expect(told.length).toBeGreaterThan(1);
  expect(told.at(-1)).toEqual([0, 0]);
  const [cancelled, stop] = await Promise.all([
    post<{ message: string }>(`runs/${runId}/verify`),
    new Promise((resolve) => setTimeout(resolve, 50)).then(() => post(`runs/${runId}/verify/cancel`)),
  ]);
  expect(stop.status).toBe(200);
  expect(cancelled.status).toBe(400);
  expect(cancelled.body.message).toContain('cancelled');
  expect((await post(`runs/${runId}/verify/cancel`)).status).toBe(404);
  expect((await post('runs/20200101-000000-aaaaaa/verify')).status).toBe(400);
}, 60_000);
