import { UserError } from '@benchloop/spec';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as fake from '../discovery/testing/fake-servers.ts';
import {
  chunk,
  head,
  lastChunk,
  reply,
  startScriptedServer,
  type ScriptedServer,
  type ServerScript,
} from '../kit/testing/scripted-server.ts';
import { digest, ollamaServer, tag } from '../providers/ollama/cases/notation.ts';
import { providerFor } from './discover.ts';
import { createParts } from './lists.ts';
import { endpointOf, listEndpointModels, pullToServer } from './models.ts';

let home: string;
let running: ScriptedServer[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'models-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  await rm(home, { recursive: true, force: true });
});

const serve = async (script: ServerScript): Promise<ScriptedServer> => {
  const server = await startScriptedServer(script);
  running.push(server);
  return server;
};

/** Ollama as discovery and its provider see it. */
const ollama = (other: Parameters<typeof ollamaServer>[0]['other'] = () => null): ServerScript =>
  ollamaServer({
    chat: () => [],
    other: (request) => other(request) ?? (request.path === '/' ? reply(200, 'Ollama is running', { 'content-type': 'text/plain' }) : null),
  });

const list = (endpoint: string | null, provider: string | null = null, apiKey: string | null = null) =>
  listEndpointModels({ endpoint, provider, apiKey, allowInsecure: false, home, env: {} });

test('a server is asked by what it is: Ollama tells the digest of the weights, and nothing is loaded', async () => {
  const server = await serve(ollama());
  expect(await list(`${server.url}/v1`)).toMatchObject([
    {
      providerId: 'ollama',
      name: 'm:latest',
      weightsDigest: `sha256:${digest}`,
      licence: 'Apache License',
      capabilities: { tools: 'yes' },
    },
  ]);
  expect(server.requests.filter(({ path }) => path === '/api/chat')).toEqual([]);
});

test('any other server is asked by the common API', async () => {
  const server = await serve(fake.routed(fake.vllmRoutes));
  expect(await list(server.url)).toMatchObject([{ providerId: 'openai', name: 'Qwen/Qwen2.5-7B-Instruct-AWQ' }]);
});

test('a provider that was named is taken, with the key in its own header', async () => {
  const server = await serve(() => reply(200, '{"data":[{"id":"claude-x","type":"model","max_input_tokens":200000}]}'));
  expect(await list(server.url, 'anthropic', 'key-1')).toMatchObject([
    { providerId: 'anthropic', name: 'claude-x', contextTrained: 200_000 },
  ]);
  expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['key-1']);
});

test('the address of a cloud service has its provider, without asking it', async () => {
  const ask = (url: string) => providerFor(url, { home, env: {}, providers: [...createParts().providers.keys()] });
  expect(await ask('https://api.anthropic.com')).toBe('anthropic');
  expect(await ask('generativelanguage.googleapis.com/v1beta')).toBe('gemini');
  expect(await ask('https://api.openai.com/v1')).toBeNull();
  expect(await ask('https://api.anthropic.com.example.org')).toBeNull();
  expect(endpointOf('anthropic')).toBe('https://api.anthropic.com');
  expect(() => endpointOf('openai')).toThrow(UserError);
});

const pullLines = (...lines: unknown[]) => [
  head(200, { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }),
  ...lines.map((line) => chunk(`${JSON.stringify(line)}\n`)),
];
const pull = (server: ScriptedServer, model: string, signal = new AbortController().signal, seen: (number | null)[] = []) =>
  pullToServer({
    model,
    endpoint: server.url,
    apiKey: null,
    allowInsecure: false,
    signal,
    home,
    env: {},
    onProgress: ({ share }) => seen.push(share),
  });
const asked = (server: ScriptedServer): unknown[] =>
  server.requests.filter(({ path }) => path === '/api/pull').map(({ body }) => (JSON.parse(body) as { model: string }).model);

test('an Ollama fetches a model with progress, and tells what it has then', async () => {
  const half = { status: 'pulling a', digest: 'a', total: 300, completed: 150 };
  const server = await serve(ollama(({ path }) => (path === '/api/pull' ? [...pullLines(half, { status: 'success' }), lastChunk] : null)));
  const seen: (number | null)[] = [];
  expect(await pull(server, 'ollama:m', undefined, seen)).toMatchObject({ name: tag.name, weightsDigest: `sha256:${digest}` });
  expect(seen).toContain(0.5);
  await pull(server, 'hf:owner/repo:Q4_K_M').catch(() => null);
  expect(asked(server)).toEqual(['m', 'hf.co/owner/repo:Q4_K_M']);
});

test('a pull that is stopped ends at once, and the same pull goes on', async () => {
  let stopped = false;
  const server = await serve(
    ollama(({ path }) => {
      if (path !== '/api/pull') return null;
      const line = { status: 'pulling a', digest: 'a', total: 300, completed: stopped ? 300 : 100 };
      return stopped ? [...pullLines(line, { status: 'success' }), lastChunk] : [...pullLines(line), { hang: true }];
    }),
  );
  const stop = new AbortController();
  const first = pullToServer({
    model: 'm',
    endpoint: server.url,
    apiKey: null,
    allowInsecure: false,
    signal: stop.signal,
    home,
    env: {},
    onProgress: () => stop.abort(),
  });
  await expect(first).rejects.toThrow(/aborted/u);
  await server.allClosed();
  stopped = true;
  expect(await pull(server, 'm')).toMatchObject({ name: tag.name });
});

test('a server that fetches nothing, and a model that is none, are one message each', async () => {
  await expect(pull(await serve(fake.routed(fake.vllmRoutes)), 'm')).rejects.toThrow(/is vLLM, which fetches no models/u);
  const server = await serve(
    ollama(({ path }) => (path === '/api/pull' ? reply(200, '{"error":"pull model manifest: file does not exist"}\n') : null)),
  );
  await expect(pull(server, 'ollama:nothing')).rejects.toThrow(UserError);
  await expect(pull(server, 'ollama:')).rejects.toThrow(/No model was named/u);
});

test('a registry over plain HTTP is asked on this machine, and elsewhere only where the person allows it', async () => {
  const server = await serve(ollama(({ path }) => (path === '/api/pull' ? [...pullLines({ status: 'success' }), lastChunk] : null)));
  const sent = () => server.requests.filter(({ path }) => path === '/api/pull').map(({ body }) => JSON.parse(body) as unknown);
  await expect(pull(server, 'ollama:http://192.168.1.9:5000/library/m')).rejects.toMatchObject({
    message: expect.stringContaining('names a registry over plain HTTP'),
    nextStep: expect.stringContaining('--insecure'),
  });
  expect(sent()).toEqual([]);
  await pull(server, 'ollama:http://127.0.0.1:5000/library/m').catch(() => null);
  expect(sent()).toEqual([{ model: 'http://127.0.0.1:5000/library/m', stream: true, insecure: true }]);
  await pull(server, 'm');
  expect(sent().at(-1)).toEqual({ model: 'm', stream: true });
});
