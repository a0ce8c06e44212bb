import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Download, HubAnswer, HubChoicesAnswer, ModelsAnswer } from '@benchloop/spec';
import { startServer, type RunningServer } from '../start-server.ts';

const files = { answer: () => new Response('<!doctype html>') };
const secretKey = 'sk-local-0123456789';

type Host = {
  url: string;
  seen: { path: string; authorization: string | undefined; range: string | undefined }[];
  close: () => Promise<void>;
};

/** A host on loopback with a scripted answer; it notes what it was asked. */
const startHost = async (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Host> => {
  const seen: Host['seen'] = [];
  const server: Server = createServer((request, response) => {
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization, range: request.headers.range });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const json = (response: ServerResponse, data: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data));

let home = '';
let server: RunningServer;
let cookie = '';
let hosts: Host[] = [];
const kept = { ...process.env };

const host = async (answer: Parameters<typeof startHost>[0]): Promise<Host> => {
  const started = await startHost(answer);
  hosts.push(started);
  return started;
};

const ask = async (path: string, data?: unknown): Promise<{ status: number; text: string; body: unknown }> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: data === undefined ? 'GET' : 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    ...(data === undefined ? {} : { body: JSON.stringify(data) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
};

const open = async (): Promise<void> => {
  server = await startServer({ home, port: null, files });
  const token = server.giveLink().split('#token=')[1];
  const opened = await fetch(`http://127.0.0.1:${server.port}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'benchloop-models-'));
  Object.assign(process.env, { BENCHLOOP_HOME: home, BENCHLOOP_API_KEY: 'sk-general-9876543210', HF_ENDPOINT: 'http://127.0.0.1:9' });
  for (const name of ['HF_TOKEN', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) delete process.env[name];
  await open();
});
afterEach(async () => {
  await server.close();
  for (const one of hosts) await one.close();
  hosts = [];
  process.env = { ...kept };
  await rm(home, { recursive: true, force: true });
});

const openAi = (models: string[]) => (request: IncomingMessage, response: ServerResponse) =>
  (request.url ?? '').endsWith('/models')
    ? json(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
    : void response.writeHead(404).end('{}');

describe('models', () => {
  test('a file on disk is named by an id that holds no path, and no path is taken from a page', async () => {
    await mkdir(join(home, 'models'));
    await writeFile(join(home, 'models', 'tiny.Q4_0.gguf'), Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(200)]));
    const { text, body } = await ask('models');
    const card = (body as ModelsAnswer).models.find(({ name }) => name.startsWith('tiny'));
    expect(card).toMatchObject({ place: 'disk', provider: 'llama-cpp', endpoint: null });
    expect(card?.id).toMatch(/^disk:tiny[^/]*#[0-9a-f]{16}$/u);
    expect(text).not.toContain(home);
    for (const model of [join(home, 'models', 'tiny.Q4_0.gguf'), '../x', '~/x.gguf', 'C:\\x.gguf', 'models/tiny.gguf']) {
      const refused = await ask('queue', { jobs: [{ settings: { model, provider: 'llama-cpp' }, group: null }] });
      expect(refused.status).toBe(400);
    }
    expect((await ask('queue', { jobs: [{ settings: { suites: './suite', profile: 'custom' }, group: null }] })).status).toBe(400);
    expect((await ask('queue')).body).toEqual({ jobs: [] });
  });

  test('a typed endpoint is asked without any other server’s key, and a redirect to another server is not followed', async () => {
    const other = await host(openAi(['stolen']));
    const honest = await host(openAi(['<script>alert(1)</script>']));
    await ask('endpoints', { url: other.url, name: 'other', key: secretKey });
    expect((await ask('models/at', { endpoint: honest.url })).body).toEqual({ models: ['<script>alert(1)</script>'] });
    expect(honest.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
    const before = other.seen.length;
    const sly = await host((request, response) => void response.writeHead(307, { location: `${other.url}${request.url ?? ''}` }).end());
    expect((await ask('models/at', { endpoint: sly.url })).status).toBe(400);
    expect(other.seen.length).toBe(before);
    for (const endpoint of ['file:///etc/passwd', 'gopher://x', 'javascript:alert(1)'])
      expect((await ask('models/at', { endpoint })).status).toBe(400);
  });
});

test('a first look tells at once who answers, and whom a longer look still waits for', async () => {
  const quick = await host(openAi(['quick']));
  const silent = await host(() => undefined);
  for (const { url } of [quick, silent]) await ask('endpoints', { url: `${url}/v1`, name: null, key: null });
  const first = (await ask('models?look=first')).body as ModelsAnswer;
  const isSilent = (text: string) => text.includes(silent.url);
  expect(first.waiting?.some(isSilent)).toBe(true);
  expect(first.troubles.some(isSilent)).toBe(false);
  const whole = (await ask('models')).body as ModelsAnswer;
  expect(whole.waiting).toBeUndefined();
  expect(whole.troubles.some(isSilent)).toBe(true);
  expect(whole.servers.map(({ endpoint }) => endpoint)).toContain(`${quick.url}/v1`);
});

test('a saved endpoint is found with its key, which no answer holds; removing it forgets the key', async () => {
  const local = await host((request, response) =>
    request.headers.authorization === `Bearer ${secretKey}` ? openAi(['held'])(request, response) : void response.writeHead(401).end('{}'),
  );
  const added = await ask('endpoints', { url: `${local.url}/v1`, name: null, key: secretKey });
  expect(added.body).toMatchObject({ endpoints: [{ url: `${local.url}/v1`, key: expect.stringMatching(/keychain|file/u) }] });
  const survey = await ask('models');
  expect((survey.body as ModelsAnswer).models).toContainEqual(expect.objectContaining({ id: 'held', provider: 'openai' }));
  for (const { text } of [added, survey, await ask('endpoints')]) expect(text).not.toContain(secretKey);
  const [{ name }] = (added.body as { endpoints: [{ name: string }] }).endpoints;
  expect((await ask('endpoints/remove', { name })).body).toMatchObject({ endpoints: [] });
  expect((await ask('endpoints', { url: `${local.url}/v1`, name: null, key: null })).body).toMatchObject({ endpoints: [{ key: 'none' }] });
  expect((await ask('endpoints', { url: 'file:///x', name: null, key: null })).status).toBe(400);
});

const gguf = (bytes: number): Buffer => Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(bytes - 4, 7)]);

describe('Hugging Face', () => {
  test('that it cannot be reached is a state with a next step, no failure', async () => {
    const { status, body } = await ask('models/hub', { text: 'qwen', format: 'gguf', sized: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'offline', host: '127.0.0.1:9', problem: { nextStep: expect.stringContaining('starter model') } });
    expect((await ask('models/hub/choices', { repo: 'a/b' })).body).toMatchObject({ state: 'offline' });
  });

  test('results and files are read with their sizes; entries of another shape are left out', async () => {
    const hub = await host((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      if (pathname === '/api/models')
        return json(response, [
          {
            id: 'maker/Small-GGUF',
            downloads: 12,
            likes: 3,
            gated: false,
            gguf: { total: 5e8, architecture: 'llama', context_length: 4096 },
          },
          { id: 'maker/Closed', gated: 'manual', downloads: 'many' },
          { id: '../../etc', downloads: 1 },
          'nothing',
        ]);
      if (pathname === '/api/models/maker/Small-GGUF/tree/main')
        return json(response, [
          { type: 'file', path: 'small-Q4_K_M.gguf', size: 3000 },
          { type: 'file', path: 'small-Q8_0-00001-of-00002.gguf', size: 4000 },
          { type: 'file', path: 'small-Q8_0-00002-of-00002.gguf', size: 4000 },
          { type: 'file', path: 'mmproj-small.gguf', size: 10 },
        ]);
      return void response.writeHead(404).end('{}');
    });
    process.env['HF_ENDPOINT'] = hub.url;
    const { body } = await ask('models/hub', { text: 'small', format: 'gguf', sized: true });
    const { models } = body as Extract<HubAnswer, { state: 'found' }>;
    expect(models).toMatchObject([
      {
        repo: 'maker/Small-GGUF',
        downloads: 12,
        gated: false,
        parameters: 5e8,
        smallestBytes: 3000,
        fits: { fits: true },
        fitsFile: { name: 'Q8_0', sizeBytes: 8000, fitting: 2, all: 2 },
      },
      { repo: 'maker/Closed', downloads: null, gated: true, smallestBytes: null, fits: null },
    ]);
    expect(hub.seen[0]?.path).toContain('search=small&filter=gguf');
    const { choices } = (await ask('models/hub/choices', { repo: 'maker/Small-GGUF' })).body as Extract<
      HubChoicesAnswer,
      { state: 'found' }
    >;
    expect(choices).toMatchObject([
      { source: 'hf:maker/Small-GGUF:Q4_K_M', files: 1, sizeBytes: 3000, estimateContextTokens: null },
      { source: 'hf:maker/Small-GGUF:Q8_0', files: 2, sizeBytes: 8000 },
    ]);
    expect((await ask('models/hub/choices', { repo: '../../x' })).status).toBe(400);
  });
});

describe('downloads', () => {
  const listed = async (): Promise<Download[]> => ((await ask('downloads')).body as { downloads: Download[] }).downloads;
  const until = async (isSo: (download: Download) => boolean): Promise<Download> => {
    for (;;) {
      const found = (await listed()).find(isSo);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const parts = async (): Promise<string[]> => (await readdir(join(home, 'models'))).filter((name) => name.includes('.part'));

  test('a download is paused, goes on from where it was, is cancelled without a trace, and ends on the disk', async () => {
    const content = gguf(400_000);
    let isSlow = true;
    const hub = await host((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://x');
      if (pathname === '/api/models/maker/one/tree/main')
        return json(response, [{ type: 'file', path: 'one-Q4_0.gguf', size: content.length }]);
      if (!pathname.endsWith('.gguf')) return void response.writeHead(404).end();
      const start = Number(/^bytes=(\d+)-/u.exec(request.headers.range ?? '')?.[1] ?? 0);
      const headers = { etag: '"one"', 'content-length': content.length - start };
      const range = { ...headers, 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
      response.writeHead(start > 0 ? 206 : 200, start > 0 ? range : headers);
      // The rest never comes while the host is slow.
      if (isSlow) response.write(content.subarray(start, start + 100_000));
      else response.end(content.subarray(start));
    });
    process.env['HF_ENDPOINT'] = hub.url;
    const started = await ask('downloads', { source: 'hf:maker/one:Q4_0', endpoint: null });
    const { id } = (started.body as { download: Download }).download;
    await until((one) => one.id === id && one.receivedBytes >= 100_000);
    await ask(`downloads/${id}/pause`, {});
    await until(({ state }) => state === 'paused');
    await server.close();
    await open();
    expect(await listed()).toMatchObject([{ id, state: 'paused', totalBytes: content.length }]);
    await ask(`downloads/${id}/resume`, {});
    await until(({ state, receivedBytes }) => state === 'running' && receivedBytes >= 200_000);
    expect(hub.seen.at(-1)?.range).toMatch(/^bytes=[1-9]\d*-$/u);
    await ask(`downloads/${id}/cancel`, {});
    expect(await until(({ state }) => state === 'cancelled')).toMatchObject({ receivedBytes: 0 });
    expect(await parts()).toEqual([]);
    isSlow = false;
    await ask(`downloads/${id}/resume`, {});
    expect(await until(({ state }) => state === 'done')).toMatchObject({ receivedBytes: content.length, problem: null });
    await access(join(home, 'models', 'one-Q4_0.gguf'));
    expect((await ask(`downloads/${id}/forget`, {})).body).toEqual({ downloads: [] });
    expect((await ask(`downloads/${id}/constructor`, {})).status).toBe(404);
  });

  test.each(['/etc/passwd', '../x.gguf', 'http://127.0.0.1:1/x.gguf', 'file:///x', 'hf:'])('%s is not fetched', async (source) => {
    expect((await ask('downloads', { source, endpoint: null })).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test('a source that is not there ends with what happened and what to do', async () => {
    await ask('downloads', { source: 'hf:maker/none:Q4_0', endpoint: null });
    const failed = await until(({ state }) => state === 'failed');
    expect(failed.problem?.message).toContain('hf:maker/none');
    expect(failed.problem?.nextStep).not.toBe('');
  });
});

test('suites, profiles, harnesses and this machine are told, and what a run takes', async () => {
  expect((await ask('suites')).body).toMatchObject({
    suites: expect.arrayContaining([expect.objectContaining({ id: 'toolcall', judge: 'scorer' })]),
    profiles: expect.arrayContaining([expect.objectContaining({ id: 'smoke' })]),
    harnesses: expect.arrayContaining([expect.objectContaining({ id: 'raw' })]),
  });
  const { body, text } = await ask('machine');
  expect(body).toMatchObject({ freeDiskBytes: expect.any(Number), machine: { memoryBytes: expect.any(Number) } });
  expect(text).not.toContain(home);
  const settings = { provider: 'mock', model: 'oracle', profile: 'custom', suites: 'dataextract', 'tasks-per-suite': '3', trials: '2' };
  expect((await ask('queue/plan', { settings })).body).toMatchObject({
    trials: 6,
    budget: { trials: 6, expectedMs: null, completionTokens: null, requests: { least: 6 } },
  });
});
