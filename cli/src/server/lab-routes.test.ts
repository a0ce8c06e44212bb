import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSuiteFolder } from '@benchloop/engine';
import type { Board, ChatAsk, ChatEvent, Comparison, Decision, QueuedJob, Sweep, SweepPreview, Use } from '@benchloop/spec';
import { startServer, type RunningServer } from './start-server.ts';

const files = { answer: () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }) };

let home = '';
let server: RunningServer;
let cookie = '';

type Answer<Body> = { status: number; body: Body };
type Problem = { message: string; nextStep: string };

const raw = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/api/${path}`, { ...init, headers: { cookie, 'content-type': 'application/json' } });
const get = async <Body>(path: string): Promise<Answer<Body>> => {
  const answer = await raw(path);
  return { status: answer.status, body: (await answer.json()) as Body };
};
const post = async <Body>(path: string, data: unknown): Promise<Answer<Body>> => {
  const answer = await raw(path, { method: 'POST', body: JSON.stringify(data) });
  return { status: answer.status, body: (await answer.json()) as Body };
};
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));
const allEnded = async (): Promise<QueuedJob[]> => {
  for (;;) {
    const { jobs } = (await get<{ jobs: QueuedJob[] }>('queue')).body;
    if (jobs.every(({ state }) => state !== 'waiting' && state !== 'running')) return jobs;
    await pause();
  }
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-lab-'));
  process.env['BENCHLOOP_HOME'] = home;
  server = await startServer({ home, port: null, files, mayMock: true });
  const token = server.giveLink().split('#token=')[1] ?? '';
  const opened = await fetch(`http://127.0.0.1:${server.port}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await server.close();
  delete process.env['BENCHLOOP_HOME'];
  await rm(home, { recursive: true, force: true });
});

const askOf = (model: string, change: Partial<ChatAsk> = {}): ChatAsk => ({
  settings: { provider: 'mock', model },
  messages: [{ role: 'user', content: 'What is 2 and 3?' }],
  sampling: { temperature: 0, topP: null, seed: null },
  maxTokens: 200,
  thinking: 'default',
  tools: false,
  ...change,
});
const linesOf = (text: string): ChatEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChatEvent);
const chat = async (ask: ChatAsk): Promise<ChatEvent[]> =>
  linesOf(await (await raw('chat/reply', { method: 'POST', body: JSON.stringify(ask) })).text());
const textOf = (events: readonly ChatEvent[], channel: string): string =>
  events.flatMap((event) => (event.type === 'text' && event.channel === channel ? [event.text] : [])).join('');

describe('chat', () => {
  test('streams thinking and answer apart, and ends with the times of the reply', async () => {
    const events = await chat(askOf('say=<b>five</b>;think=two and three'));
    expect(textOf(events, 'reasoning')).toBe('two and three');
    expect(textOf(events, 'answer')).toBe('<b>five</b>');
    const end = events.find(({ type }) => type === 'turn-end');
    expect(end).toMatchObject({ text: '<b>five</b>', reasoning: 'two and three', finish: 'stop' });
    expect(end?.type === 'turn-end' && end.ttftMs !== null && end.ttftMs >= 0).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'done' });
  });

  test('demonstration tools are carried out only where they are on, and a model that calls for ever is stopped', async () => {
    const model = 'call=calculate{"operation":"add","a":2,"b":3}';
    const on = await chat(askOf(model, { tools: true }));
    const used = on.filter(({ type }) => type === 'tool');
    expect(used[0]).toMatchObject({ name: 'calculate', result: '5', isError: false });
    expect(used.length).toBeLessThanOrEqual(6);
    expect((await chat(askOf(model))).some(({ type }) => type === 'tool')).toBe(false);
  });

  test('a failing model is told with a next step, and the next message works again', async () => {
    const events = await chat(askOf('say=fine;fail=serverx1'));
    expect(events.find(({ type }) => type === 'failed')).toMatchObject({ problem: { nextStep: expect.stringMatching(/./u) as string } });
    expect(textOf(await chat(askOf('say=fine;fail=serverx1')), 'answer')).toBe('fine');
  });

  test('stopping the request stops the model', async () => {
    const slow = askOf(`say=${'word '.repeat(200)};itl=100`);
    const stop = new AbortController();
    const answer = await raw('chat/reply', { method: 'POST', body: JSON.stringify(slow), signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
    // The same model answers the next message, which it would refuse while it is busy.
    const again = { ...slow, maxTokens: 2 };
    for (;;) {
      const events = await chat(again);
      if (events.some(({ type }) => type === 'turn-end')) break;
      expect(events.at(-1)).toMatchObject({ type: 'failed', problem: { message: 'This model answers already.' } });
      await pause();
    }
  });

  test.each([{ messages: [] }, { maxTokens: 0 }, { settings: { 'api-key': 'x' } }])(
    'a request of another form is refused: %j',
    async (change) => {
      expect((await post('chat/reply', { ...askOf('say=x'), ...change })).status).toBe(400);
    },
  );
});

describe('the mock model', () => {
  test('is for demo data: else a chat and a sweep of it are refused', async () => {
    const other = await mkdtemp(join(tmpdir(), 'benchloop-lab-'));
    const plain = await startServer({ home: other, port: null, files });
    try {
      const at = `http://127.0.0.1:${plain.port}/api/`;
      const headers = { 'content-type': 'application/json' };
      const token = plain.giveLink().split('#token=')[1] ?? '';
      const opened = await fetch(`${at}session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
      const own = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      const statusOf = async (path: string, body: unknown) =>
        (await fetch(`${at}${path}`, { method: 'POST', headers: { ...headers, cookie: own }, body: JSON.stringify(body) })).status;
      expect(await statusOf('chat/reply', askOf('say=x'))).toBe(400);
      const sweep = { models: ['oracle', 'empty'], profile: 'smoke', provider: 'mock' };
      expect(await statusOf('stacks', sweep)).toBe(400);
      expect(await statusOf('stacks/preview', sweep)).toBe(400);
    } finally {
      await plain.close();
      await rm(other, { recursive: true, force: true });
    }
  });

  test.each(['/etc/passwd', '~/x.gguf', '../x.gguf', 'folder/x.gguf'])('a page names no path of a model: %s', async (model) => {
    const settings = { settings: { provider: 'llama-cpp', model } };
    expect((await post<Problem>('chat/reply', { ...askOf('say=x'), ...settings })).body.message).toContain('no path');
    expect((await post<Problem>('stacks', { models: [model, 'starter'], profile: 'smoke' })).body.message).toContain('no path');
    expect((await post<Problem>('stacks', { models: ['starter'], drafts: [model, 'none'], profile: 'smoke' })).status).toBe(400);
  });
});

describe('a sweep before it is started', () => {
  const base = { models: ['starter'], profile: 'custom', suites: 'reasonmath', tasksPerSuite: 1 };
  const preview = async (body: unknown) => (await post<SweepPreview & Problem>('stacks/preview', body)).body;

  test('every setting of the embedded engine is in the command that can be copied', async () => {
    const all = {
      ctx: [1024],
      threads: [1],
      gpuLayers: [0],
      kvTypes: ['q8_0', 'f16'],
      batch: [64],
      flash: ['on'],
      drafts: ['none', 'starter'],
    };
    const { settings } = await preview({ ...base, ...all });
    expect(settings.map(({ label }) => label)).toEqual([
      'KV type q8_0, draft model none',
      'KV type q8_0, draft model starter',
      'KV type f16, draft model none',
      'KV type f16, draft model starter',
    ]);
    expect(settings[1]).toEqual({
      label: 'KV type q8_0, draft model starter',
      command:
        'bench-loop run --provider llama-cpp --model starter --ctx 1024 --kv-type q8_0 --threads 1 --gpu-layers 0 --batch-size 64 --flash-attention on --draft-model starter --profile core',
      starts: null,
    });
    expect(settings[0]?.command).not.toContain('draft');
  });

  test('a server is shown as it will be started, and its command can be pasted', async () => {
    const serverCommand = 'llama-server -m {model} -ctk {kvType} --port {port}';
    const { settings } = await preview({ ...base, kvTypes: ['q8_0', 'f16'], serverCommand });
    expect(settings[0]?.starts).toBe('llama-server -m starter -ctk q8_0 --port PORT');
    expect(settings[0]?.command).toBe(`bench-loop run --server-command '${serverCommand}' --model starter --kv-type q8_0 --profile core`);
  });

  test.each([
    ['s -m {model} | tee log --port {port}', 'only a shell'],
    ['s -m {model}', '{port}'],
    ['s -m {model} -c {context} --port {port}', '{context}'],
    ['s -m {model} --port {port}', '--kv-type was given'],
    ['s {what} --port {port}', '{what}'],
  ])('%s is refused before anything starts', async (serverCommand, words) => {
    expect((await preview({ ...base, kvTypes: ['q8_0', 'f16'], serverCommand })).message).toContain(words);
    expect((await post('stacks', { ...base, kvTypes: ['q8_0', 'f16'], serverCommand })).status).toBe(400);
  });
});

describe('a task from a chat', () => {
  const task = {
    suiteId: 'mine',
    title: 'A: "title" # with signs',
    question: 'Name the river.',
    answer: 'Elbe',
    matcher: 'exact',
    options: [],
  };

  test('is a suite folder that holds every check, and grows', async () => {
    expect((await post('chat/task', task)).body).toMatchObject({ tasks: 1 });
    expect((await post('chat/task', { ...task, question: 'Name another "one", \n please.', answer: 'Oder' })).body).toMatchObject({
      tasks: 2,
    });
    const checked = await checkSuiteFolder(join(home, 'suites', 'mine'));
    expect(checked.problems).toEqual([]);
    expect(checked.tasks).toBe(2);
    expect(await readdir(join(home, 'suites'))).toEqual(['mine']);
  });

  test('what does not hold is not kept', async () => {
    const before = await readFile(join(home, 'suites', 'mine', 'questions.jsonl'), 'utf8');
    const refused = [
      { ...task, matcher: 'number', answer: '5' },
      { ...task, suiteId: 'other', matcher: 'number', answer: 'five' },
      { ...task, suiteId: '../other' },
      { ...task, suiteId: 'choices', matcher: 'choice', options: ['only one'] },
      { ...task, suiteId: 'reasonmath' },
    ];
    for (const body of refused) expect((await post<Problem>('chat/task', body)).status).toBe(400);
    expect(await readFile(join(home, 'suites', 'mine', 'questions.jsonl'), 'utf8')).toBe(before);
    expect(await readdir(join(home, 'suites'))).toEqual(['mine']);
  });
});

describe('runs beside each other', () => {
  const sweep = { models: ['oracle', 'empty'], profile: 'custom', suites: 'dataextract', tasksPerSuite: 6, provider: 'mock' };

  test('a sweep is a group of jobs; each setting is measured, compared and has its command', async () => {
    const started = (await post<{ sweep: Sweep }>('stacks', sweep)).body.sweep;
    expect(started.rows.map(({ label }) => label)).toEqual(['oracle', 'empty']);
    const jobs = await allEnded();
    expect(jobs.map(({ state, group }) => [state, group?.id])).toEqual([
      ['done', started.id],
      ['done', started.id],
    ]);
    const { rows } = (await get<{ sweep: Sweep }>(`stacks/${started.id}`)).body.sweep;
    expect(rows.map(({ passRate }) => passRate?.value)).toEqual([100, 0]);
    expect(rows[0]?.passRate?.n).toBe(6);
    expect(rows[0]?.command).toBe('bench-loop run --provider mock --model oracle --profile core');
    for (const { id } of jobs) await post(`queue/${id}/forget`, {});
    const later = (await get<{ sweep: Sweep }>(`stacks/${started.id}`)).body.sweep.rows;
    expect(later.map(({ runId, state }) => [runId, state])).toEqual(rows.map(({ runId }) => [runId, null]));
  });

  test.each([
    [{ ...sweep, models: ['oracle'] }, 'two settings'],
    [{ ...sweep, models: ['oracle', 'oracle'] }, 'two settings'],
    [{ ...sweep, threads: [1, 2, 3, 4, 5], ctx: [1024, 2048, 4096] }, '24 at most'],
    [{ ...sweep, threads: [0] }, 'does not fit'],
  ])('a sweep that makes no sense is refused', async (body, words) => {
    const answer = await post<Problem>('stacks', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(words);
  });

  test('the leaderboard ranks them in one board, a run that was asked something else has its own, and filters hold', async () => {
    await post('queue', {
      jobs: [
        { settings: { provider: 'mock', model: 'oracle', profile: 'custom', suites: 'toolcall', 'tasks-per-suite': '3' }, group: null },
      ],
    });
    await allEnded();
    const ask = (filter: Record<string, string>) => post<{ boards: Board[]; suites: string[] }>('leaderboard', { filter, everyRun: false });
    const { boards, suites } = (await ask({})).body;
    expect(boards.map(({ rows }) => rows.length)).toEqual([2, 1]);
    expect(boards[0]?.rows.map(({ model, rank }) => [model, rank?.low])).toEqual([
      ['oracle', 1],
      ['empty', 2],
    ]);
    expect(suites).toEqual(['dataextract', 'toolcall']);
    expect((await ask({ suite: 'toolcall' })).body.boards.map(({ rows }) => rows.length)).toEqual([1]);
    expect((await ask({ provider: 'ollama' })).body.boards).toEqual([]);
    expect((await post('leaderboard', { filter: { suite: 5 }, everyRun: false })).status).toBe(400);
  });

  test('two runs are compared with their flips, and one is chosen for a use', async () => {
    const { runs } = (await get<{ runs: { id: string; model: string }[] }>('runs')).body;
    const board = (await post<{ boards: Board[] }>('leaderboard', { filter: { suite: 'dataextract' }, everyRun: false })).body.boards[0];
    const ids = board?.rows.map(({ runId }) => runId) ?? [];
    const { comparison } = (await post<{ comparison: Comparison }>('compare', { runs: ids, margin: null })).body;
    expect(comparison.pairs[0]?.lost).toHaveLength(6);
    const { uses } = (await get<{ uses: Use[] }>('compare/uses')).body;
    const use = uses.find(({ id }) => id === 'extraction');
    const { decision } = (await post<{ decision: Decision }>('compare/decide', { runs: ids, use })).body;
    expect(decision.candidates).toHaveLength(2);
    expect(runs.find(({ id }) => id === decision.choice)?.model ?? 'none').not.toBe('empty');
  });

  test.each([
    [[]],
    [['a']],
    [['../../etc/passwd', 'a']],
    [['/etc/hosts.json', 'b']],
    [['a', 'a']],
    [['20200101-000000-aaaaaa', '20200101-000000-bbbbbb']],
  ])('runs that can’t be compared are refused: %j', async (runs) => {
    const { status, body } = await post<Problem>('compare', { runs, margin: null });
    expect(status).toBe(400);
    expect(body.nextStep).not.toBe('');
  });
});
