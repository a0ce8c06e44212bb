import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueuedJob, RunRow } from '@benchloop/spec';
import { linkOfRunningApp } from './only-one.ts';
import { startServer, type RunningServer } from './start-server.ts';

const files = { answer: () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }) };

let home = '';
let server: RunningServer;
let cookie = '';

type Answer = { status: number; body: unknown; headers: Record<string, string | string[] | undefined> };
type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** A request with exactly these headers and this path: `fetch` would set and tidy some itself. */
const ask = ({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, method, path, headers: { host: `127.0.0.1:${server.port}`, ...headers } },
      (answer) => {
        let text = '';
        answer.on('data', (bytes: Buffer) => (text += bytes.toString()));
        answer.on('end', () => {
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, headers: answer.headers });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const tokenOf = (link: string): string => link.split('#token=')[1] ?? '';
const json = { 'content-type': 'application/json' };
const post = (path: string, data: unknown = {}): Promise<Answer> =>
  ask({ method: 'POST', path, headers: { ...json, cookie }, body: JSON.stringify(data) });
const open = async (token: string): Promise<Answer> =>
  ask({ method: 'POST', path: '/api/session', headers: json, body: JSON.stringify({ token }) });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-app-'));
  process.env['BENCHLOOP_HOME'] = home;
  server = await startServer({ home, port: null, files });
  const opened = await open(tokenOf(server.giveLink()));
  cookie = String(opened.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
});
afterEach(async () => {
  await server.close();
  delete process.env['BENCHLOOP_HOME'];
  await rm(home, { recursive: true, force: true });
});

describe('the guard', () => {
  test('a page is given to anybody of this machine, data only with a session', async () => {
    expect((await ask({ path: '/' })).status).toBe(200);
    expect((await ask({ path: '/api/runs' })).status).toBe(401);
    expect((await ask({ path: '/api/runs', headers: { cookie: `benchloop-${server.port}=guess` } })).status).toBe(401);
    expect((await ask({ path: '/api/runs', headers: { cookie } })).status).toBe(200);
  });

  test('a token opens one session, once', async () => {
    const token = tokenOf(server.giveLink());
    expect((await open(token)).status).toBe(200);
    expect((await open(token)).status).toBe(401);
    expect((await open('')).status).toBe(401);
    expect((await open('x'.repeat(200))).status).toBe(401);
  });

  test('the cookie is no script’s and no other site’s', async () => {
    const { headers } = await open(tokenOf(server.giveLink()));
    expect(headers['set-cookie']?.[0]).toMatch(/HttpOnly/u);
    expect(headers['set-cookie']?.[0]).toMatch(/SameSite=Strict/u);
  });

  test('guessing is slowed down', async () => {
    const answers = [];
    for (let one = 0; one < 25; one += 1) answers.push((await open(`guess-${one}`)).status);
    expect(answers.at(-1)).toBe(429);
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example:8877'])(
    'a name that was made to point here is refused: Host %j',
    async (host) => {
      for (const path of ['/', '/api/runs']) expect([400, 421]).toContain((await ask({ path, headers: { host, cookie } })).status);
    },
  );

  test('localhost and the IPv6 loopback are this app’s names', async () => {
    for (const host of ['localhost', '[::1]'])
      expect((await ask({ path: '/api/runs', headers: { host: `${host}:${server.port}`, cookie } })).status).toBe(200);
  });

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1', 'http://localhost.evil.example'])(
    'another origin is refused, also with the cookie: %s',
    async (origin) => {
      expect((await ask({ path: '/api/runs', headers: { origin, cookie } })).status).toBe(403);
      expect((await ask({ method: 'POST', path: '/api/queue', headers: { ...json, origin, cookie }, body: '{}' })).status).toBe(403);
    },
  );

  test('a request that another site began is refused', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', cookie };
    expect((await ask({ path: '/api/runs', headers })).status).toBe(403);
  });

  test('no answer allows another site to read it', async () => {
    const answers = await Promise.all([ask({ path: '/' }), ask({ path: '/api/runs', headers: { cookie } }), ask({ path: '/api/runs' })]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/u);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  test('a giant body is refused', async () => {
    const body = JSON.stringify({ token: 'x'.repeat(2_000_000) });
    // The server may hang up before the whole body was sent.
    for (const path of ['/api/session', '/api/queue']) {
      const answer = await ask({ method: 'POST', path, headers: { ...json, cookie }, body }).catch((error: Error) => error.message);
      expect(typeof answer === 'string' ? answer : answer.status).toEqual(
        typeof answer === 'string' ? expect.stringMatching(/hang up|EPIPE|ECONNRESET/u) : 413,
      );
    }
    expect((await jobsOf()).length).toBe(0);
  });

  test('a giant body that does not say its size is refused too', async () => {
    const status = await new Promise<number | string>((resolve) => {
      const headers = { host: `127.0.0.1:${server.port}`, ...json, cookie, 'transfer-encoding': 'chunked' };
      const sent = request(
        { host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/queue', headers, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', ({ message }) => resolve(message));
      sent.write('{"jobs":"');
      for (let part = 0; part < 32; part += 1) sent.write('x'.repeat(64 * 1024));
      sent.end('"}');
    });
    expect(status).toEqual(typeof status === 'string' ? expect.stringMatching(/hang up|EPIPE|ECONNRESET/u) : 413);
    expect((await jobsOf()).length).toBe(0);
  });
});

test('it listens on the loopback alone: no other address of this machine answers', async () => {
  const outer = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of outer) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: address, port: server.port, timeout: 5000 }, () => resolve(true));
      socket.on('error', () => resolve(false)).on('timeout', () => socket.destroy(new Error('silent')));
      socket.on('connect', () => socket.destroy());
    });
    expect([address, connected]).toEqual([address, false]);
  }
});

describe('no text of a request reaches the file system', () => {
  test.each([
    '/../../../../etc/passwd',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/../../package.json',
    '/etc/passwd%00.html',
  ])('%s is only a page', async (path) => {
    const { status, body } = await ask({ path, headers: { cookie } });
    expect([200, 400, 404]).toContain(status);
    expect(String(body)).not.toContain('root:');
  });

  test.each(['..', '%2e%2e', '..%2f..%2fetc', '%2fetc%2fpasswd', 'a%00b', 'UPPER', '20260101-000000-abcdef'])('run id %s', async (id) => {
    const reads = [
      '',
      '/trace?trial=x',
      '/view',
      '/trials',
      '/story?trial=x',
      '/study?trial=x',
      '/wire?trial=x&turn=0',
      '/report?format=json',
    ];
    const changes = [`runs/${id}/verify`, `runs/${id}/retry`, `runs/${id}/undo-delete`, `queue/resume/${id}`];
    const asked: Ask[] = [
      ...reads.map((end) => ({ path: `/api/runs/${id}${end}` })),
      { path: `/api/transfer/export/${id}` },
      ...changes.map((path) => ({ method: 'POST', path: `/api/${path}`, body: '{}' })),
    ];
    for (const each of asked) {
      const { status, body } = await ask({ ...each, headers: { ...json, cookie } });
      expect([each.path, [400, 404].includes(status) ? 'refused' : status]).toEqual([each.path, 'refused']);
      expect(JSON.stringify(body)).not.toContain('root:');
    }
    const notes = JSON.stringify({ name: 'x', tags: [], notes: '' });
    if (!/^[0-9a-z-]+$/u.test(id))
      expect([400, 404]).toContain(
        (await ask({ method: 'PUT', path: `/api/runs/${id}/notes`, headers: { ...json, cookie }, body: notes })).status,
      );
    expect([400, 404]).toContain((await ask({ method: 'DELETE', path: `/api/runs/${id}`, headers: { cookie } })).status);
  });
});

const jobsOf = async (): Promise<QueuedJob[]> =>
  ((await ask({ path: '/api/queue', headers: { cookie } })).body as { jobs: QueuedJob[] }).jobs;
const runsOf = async (): Promise<RunRow[]> => ((await ask({ path: '/api/runs', headers: { cookie } })).body as { runs: RunRow[] }).runs;
const until = async <Value>(look: () => Promise<Value | null>): Promise<Value> => {
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
const settled = (id: string): Promise<QueuedJob> =>
  until(async () => (await jobsOf()).find((job) => job.id === id && job.state !== 'waiting' && job.state !== 'running') ?? null);
const mock = (extra: Record<string, string> = {}) => ({
  settings: { provider: 'mock', model: 'oracle', profile: 'custom', suites: 'dataextract', 'tasks-per-suite': '3', ...extra },
  group: null,
});
const add = async (...jobs: ReturnType<typeof mock>[]): Promise<QueuedJob[]> =>
  ((await post('/api/queue', { jobs })).body as { jobs: QueuedJob[] }).jobs;

describe('the queue', () => {
  test('runs a job in a process of its own; its run is listed, reported, deleted and put back', async () => {
    const [job] = await add(mock());
    const ended = await settled(job?.id ?? '');
    expect(ended).toMatchObject({ state: 'done', problem: null });
    const [row] = await runsOf();
    expect(row).toMatchObject({ id: ended.runId, judged: 3, passed: 3 });
    const path = `/api/runs/${ended.runId ?? ''}`;
    const { body } = await ask({ path, headers: { cookie } });
    expect(body).toMatchObject({ report: { summary: { coverage: 1 } }, notes: { name: null } });
    const trial = (body as { report: { trials: { id: string }[] } }).report.trials[0]?.id ?? '';
    const trace = await ask({ path: `${path}/trace?trial=${encodeURIComponent(trial)}`, headers: { cookie } });
    expect((trace.body as { trace: unknown[] }).trace.length).toBeGreaterThan(2);
    expect((await post(`${path}/verify`)).body).toMatchObject({ holds: true, rescored: 3 });
    expect((await ask({ method: 'DELETE', path, headers: { cookie } })).status).toBe(200);
    expect(await runsOf()).toEqual([]);
    expect((await post(`${path}/undo-delete`)).status).toBe(200);
    expect(await runsOf()).toHaveLength(1);
  });

  test('jobs of one endpoint go one after the other, in an order that can be changed, and a waiting one can be cancelled', async () => {
    const [first, second, third] = await add(mock({ model: 'oracle;ttft=50' }), mock(), mock({ trials: '2' }));
    expect((await jobsOf()).map(({ ahead }) => ahead)).toEqual([0, 1, 2]);
    await post(`/api/queue/${third?.id ?? ''}/move`, { place: 0 });
    expect((await jobsOf()).map(({ id }) => id)).toEqual([first?.id, third?.id, second?.id]);
    await post(`/api/queue/${second?.id ?? ''}/cancel`);
    expect((await settled(third?.id ?? '')).state).toBe('done');
    expect((await jobsOf()).map(({ state }) => state)).toEqual(['done', 'done', 'cancelled']);
  });

  test('a plan that cannot be run says why, and leaves no run', async () => {
    const [job] = await add(mock({ harness: 'nonsense' }));
    const ended = await settled(job?.id ?? '');
    expect(ended.state).toBe('failed');
    expect(ended.problem?.message).toContain('nonsense');
    expect(ended.problem?.nextStep).not.toBe('');
    expect(await runsOf()).toEqual([]);
  });

  test('what runs when the app ends goes on when it starts again', async () => {
    const [job] = await add(mock({ 'tasks-per-suite': '40', model: 'oracle;ttft=100' }));
    await until(async () => ((await jobsOf()).some(({ id, runId }) => id === job?.id && runId !== null) ? true : null));
    await server.close();
    server = await startServer({ home, port: null, files });
    const opened = await open(tokenOf(server.giveLink()));
    cookie = String(opened.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
    expect((await settled(job?.id ?? '')).state).toBe('done');
    expect(await runsOf()).toHaveLength(1);
    expect((await runsOf())[0]).toMatchObject({ status: 'complete', judged: 40 });
  });
});

test('a second start is given a link into the app that runs', async () => {
  const link = await linkOfRunningApp(home);
  expect(link).toContain(`http://127.0.0.1:${server.port}/#token=`);
  expect((await open(tokenOf(link ?? ''))).status).toBe(200);
});

test('events come with ids, and a page that comes back misses none', async () => {
  const read = async (headers: Record<string, string>, enough: (text: string) => boolean): Promise<string> => {
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/events`, { headers: { cookie, ...headers }, signal: stop.signal });
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (enough(text)) break;
    }
    stop.abort();
    return text;
  };
  const first = read({}, (text) => text.includes('"trial-end"') || text.includes('"type":"trial"'));
  const [job] = await add(mock());
  const seen = await first;
  const lastId = [...seen.matchAll(/^id: (.*)$/gmu)].at(-1)?.[1] ?? '';
  await settled(job?.id ?? '');
  const later = await read({ 'last-event-id': lastId }, (text) => text.includes('"state":"done"'));
  expect(later).not.toContain('"type":"reset"');
  const trials = [...`${seen}${later}`.matchAll(/"type":"trial".*?"trial":\{.*?"id":"([^"]+)"/gu)].map(([, id]) => id);
  expect(new Set(trials).size).toBe(trials.length);
  expect(trials).toHaveLength(3);
  expect(await read({ 'last-event-id': 'other-5' }, (text) => text.includes('reset'))).toContain('"type":"reset"');
});
