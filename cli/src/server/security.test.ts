import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import type { ServerContext } from './context.ts';
import { createBus } from './bus.ts';
import { routes } from './routes/index.ts';
import { startServer, type RunningServer } from './start-server.ts';

const files = { answer: () => new Response('<!doctype html><title>page</title>', { headers: { 'Content-Type': 'text/html' } }) };
const planted = 'sk-planted-0123456789abcdef';
const plantedGeneral = 'sk-general-fedcba9876543210';
const kept = { ...process.env };

let home = '';
let server: RunningServer;
let cookie = '';
let endpoint: Server;
let endpointUrl = '';

type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };
type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** A request with exactly this path and these headers: `fetch` would tidy both. */
const ask = ({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, method, path, headers: { host: `127.0.0.1:${server.port}`, ...headers } },
      (answer) => {
        let text = '';
        const give = () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
        answer.on('data', (bytes: Buffer) => {
          text += bytes.toString();
          // A stream of events never ends by itself.
          if ((answer.headers['content-type'] ?? '').includes('event-stream')) {
            sent.destroy();
            give();
          }
        });
        answer.on('end', give);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
const withSession = (path: string): Promise<Answer> => ask({ path, headers: { cookie } });
const json = { 'content-type': 'application/json' };
const post = (path: string, data: unknown): Promise<Answer> =>
  ask({ method: 'POST', path, headers: { ...json, cookie }, body: JSON.stringify(data) });

const openSession = async (): Promise<string> => {
  const body = JSON.stringify({ token: server.giveLink().split('#token=')[1] });
  const opened = await ask({ method: 'POST', path: '/api/session', headers: json, body });
  return String(opened.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-security-'));
  endpoint = createServer((_request, response) => void response.writeHead(401).end('{}'));
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  endpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`;
  Object.assign(process.env, { BENCHLOOP_HOME: home, BENCHLOOP_API_KEY: plantedGeneral, HF_ENDPOINT: 'http://127.0.0.1:9' });
  server = await startServer({ home, port: null, files });
  cookie = await openSession();
});
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => endpoint.close(() => resolve()));
  process.env = { ...kept };
  await rm(home, { recursive: true, force: true });
});

/** Every address of the app that is read, with something in the place of its names. */
const readAddresses = (): string[] => {
  const context = {
    home,
    env: process.env,
    bus: createBus(),
    queue: { list: () => [], live: () => null },
    demo: false,
    mayMock: false,
    signal: AbortSignal.any([]),
  } as unknown as ServerContext;
  const all = routes.flatMap(({ path, create }) =>
    create(context).routes.flatMap((one) => (one.method === 'GET' ? [`/api/${path}${one.path === '/' ? '' : one.path}`] : [])),
  );
  return [...new Set(all)].map((path) => path.replaceAll(/:\w+/gu, '20260101-000000-abcdef'));
};

test('a planted key is in no answer of any address that is read, and in no message of a failure', async () => {
  expect((await post('/api/endpoints', { url: endpointUrl, name: 'mine', key: planted })).status).toBe(200);
  const addresses = readAddresses();
  expect(addresses).toContain('/api/endpoints');
  expect(addresses.length).toBeGreaterThan(15);
  for (const path of [...addresses, '/', '/api/nothing', '/api/runs/20260101-000000-abcdef/report?format=json']) {
    const { text, headers } = await withSession(path);
    expect([path, text.includes(planted), text.includes(plantedGeneral)]).toEqual([path, false, false]);
    expect(JSON.stringify(headers)).not.toContain('sk-');
  }
  for (const [path, data] of [
    ['/api/models/at', { endpoint: endpointUrl }],
    ['/api/endpoints', { url: 'nonsense', name: null, key: planted }],
    ['/api/endpoints', { url: endpointUrl, name: 7, key: planted }],
    ['/api/queue/preflight', { settings: { endpoint: endpointUrl, model: 'any' } }],
  ] as const)
    expect((await post(path, data)).text).not.toContain('sk-');
}, 120_000);

describe('who asks', () => {
  test('without a session nothing is told, wherever the token stands but in the cookie that it opened', async () => {
    const token = server.giveLink().split('#token=')[1] ?? '';
    const session = cookie.split('=')[1] ?? '';
    for (const path of [`/api/runs?token=${token}`, `/api/runs?session=${session}`, `/api/runs#token=${token}`, '/api/runs'])
      expect([path, (await ask({ path })).status]).toEqual([path, 401]);
    const guesses: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { 'x-token': session },
      { cookie: `other=${session}` },
      { cookie: `${cookie}x` },
    ];
    for (const headers of guesses) expect((await ask({ path: '/api/runs', headers })).status).toBe(401);
    expect((await ask({ path: `/?token=${token}` })).text).not.toContain(token);
  });

  test.each([
    '//api/runs',
    '/api//runs',
    '/%61pi/runs',
    '/api/%2e%2e/api/runs',
    '/API/runs',
    '/api/runs/',
    '/api/runs/..;/',
    '/api%2fruns',
    '/x/../api/runs',
  ])('%s without a session tells no data', async (path) => {
    const { status, text } = await ask({ path });
    expect([200, 400, 401, 404]).toContain(status);
    expect(text).not.toContain('"runs"');
  });

  test.each([
    '/../../../etc/passwd',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cetc%5cpasswd',
    '/%252e%252e/etc/passwd',
    '/api/runs/%2e%2e%2f%2e%2e%2fetc/report?format=json',
    '/api/transfer/export/..%2f..',
    '/api/transfer/export/%2fetc',
    '/api/runs/C:%5c/view',
    'http://evil.example/etc/passwd',
  ])('%s reaches no file', async (path) => {
    const { status, text } = await withSession(path);
    expect([200, 400, 404]).toContain(status);
    expect(text).not.toContain('root:');
    if (path.startsWith('/api')) expect(status).not.toBe(200);
  });

  test('the policy of every answer allows no script and no style of a page’s own text', async () => {
    for (const { headers } of [await ask({ path: '/' }), await withSession('/api/queue'), await withSession('/api/none')]) {
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });
});

describe('zips that only want to do harm', () => {
  const take = async (zip: Uint8Array): Promise<{ status: number; text: string }> =>
    ask({ method: 'POST', path: '/api/transfer/import', headers: { cookie }, body: Buffer.from(zip) });

  /** The same file listed twice, with its content once. */
  const doubled = (): Buffer => {
    const zip = Buffer.from(zipSync({ 'run.json': strToU8('{}') }, { level: 0 }));
    const at = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    const entry = zip.subarray(at, end);
    const tail = Buffer.from(zip.subarray(end));
    tail.writeUInt16LE(2, 8);
    tail.writeUInt16LE(2, 10);
    tail.writeUInt32LE(entry.length * 2, 12);
    return Buffer.concat([zip.subarray(0, at), entry, entry, tail]);
  };
  const countOf = (count: number): Buffer => {
    const zip = Buffer.from(zipSync({ 'run.json': strToU8('{}') }));
    zip.writeUInt16LE(count, zip.length - 12);
    return zip;
  };
  const many = (): Uint8Array =>
    zipSync(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`traces/t${at}.jsonl`, new Uint8Array()])), { level: 0 });
  const nested = (): Uint8Array => zipSync({ 'run.json': zipSync({ 'run.json': strToU8('{}') }), 'trials.jsonl': new Uint8Array() });

  test.each([
    ['two files of one name', doubled, /two files of one name/u],
    ['a count beyond the table', () => countOf(60_000), /table of contents is damaged/u],
    ['the form for huge counts', () => countOf(0xffff), /zip64/u],
    ['sixty thousand empty files', many, /holds no run/u],
    ['a zip in a zip', nested, /no JSON/u],
    ['nothing', () => new Uint8Array(), /no zip/u],
  ] as const)(
    '%s',
    async (_name, zip, reason) => {
      const { status, text } = await take(zip());
      expect(status).toBe(400);
      expect(text).toMatch(reason);
    },
    60_000,
  );
});

test('what a stored run says is text: hostile names in its files change no header and no page', async () => {
  const id = '20260101-000000-abcdef';
  await mkdir(join(home, 'runs', id), { recursive: true });
  await writeFile(join(home, 'runs', id, 'run.json'), JSON.stringify({ model: '<script>alert(1)</script>\r\nSet-Cookie: a=b' }));
  await appendFile(join(home, 'runs', id, 'trials.jsonl'), '{"id":"<script>"}\n');
  const { text, headers, status } = await withSession('/api/runs');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(text).not.toContain('<script>alert');
  expect((await withSession(`/api/runs/${id}/view`)).status).toBe(400);
});
