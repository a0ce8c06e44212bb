import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addSavedEndpoint } from '../discovery/saved-endpoints.ts';
import * as fake from '../discovery/testing/fake-servers.ts';
import { saveKey } from '../keys/keys.ts';
import { startLoopbackProxy } from '../kit/testing/loopback-proxy.ts';
import type { ScriptedServer, ServerScript } from '../kit/testing/scripted-server.ts';
import { digestOfModel } from '../providers/llama-cpp/model-parts.ts';
import { rememberTested } from '../store/tested-abilities.ts';
import { discoverServers, providerFor, stackForModel } from './discover.ts';
import { surveyModels } from './survey-models.ts';

const providers = ['llama-cpp', 'ollama', 'openai'];
const machine = { memoryBytes: 16e9, gpus: [] };

let home: string;
let running: ScriptedServer[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'discover-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  await rm(home, { recursive: true, force: true });
});

const serve = async (...scripts: ServerScript[]): Promise<number[]> => {
  const servers = await Promise.all(scripts.map((script) => fake.start(script)));
  running.push(...servers);
  return servers.map(({ port }) => port);
};

const placeModel = async (name: string): Promise<void> => {
  await mkdir(join(home, 'models'), { recursive: true });
  await writeFile(join(home, 'models', name), 'GGUF and no head');
};

const find = (name: string, ports: number[]) => stackForModel(name, { home, env: {}, ports, providers });

test('a named model is taken from disk first, then from the server that has it', async () => {
  const ports = await serve(fake.routed(fake.ollamaRoutes), fake.routed(fake.vllmRoutes));
  await placeModel('qwen.gguf');
  expect(await find('Qwen', ports)).toBeNull();
  expect(await find('llama3.2', ports)).toEqual({ provider: 'ollama', endpoint: running[0]?.url, model: 'llama3.2:latest' });
  expect(await find('qwen/qwen2.5-7b-instruct-awq', ports)).toEqual({
    provider: 'openai',
    endpoint: `${running[1]?.url}/v1`,
    model: 'Qwen/Qwen2.5-7B-Instruct-AWQ',
  });
});

test('several servers, or none, are one message each', async () => {
  const lists = ['m', 'M'].map((id) => fake.routed({ '/v1/models': { body: { data: [{ id }] } } }));
  const ports = await serve(...lists, fake.routed(fake.lmStudioRoutes, fake.lmStudioOtherwise));
  await expect(find('text-embedding-nomic', ports)).rejects.toThrow(/There is no model/u);
  await expect(find('qwen3-8c', ports)).rejects.toThrow(/Near it: qwen3-8b/u);
  expect(await find('m', ports)).toMatchObject({ model: 'm' });
  await expect(find('M.gguf', ports)).rejects.toThrow(/Several servers have "M\.gguf": m at .* \(OpenAI-compatible server\), M at /u);
});

test('an address of this machine gets the provider of its kind', async () => {
  await serve(fake.routed(fake.ollamaRoutes), fake.routed(fake.llamaServerRoutes));
  const ask = (url: string, known = providers) => providerFor(url, { home, env: {}, providers: known });
  expect(await ask(`${running[0]?.url}/v1`)).toBe('ollama');
  expect(await ask(`${running[0]?.url}/v1`, ['openai'])).toBeNull();
  expect(await ask(running[1]?.url ?? '')).toBeNull();
});

test('a server with only the Responses API is spoken to by that', async () => {
  const responses = { '/v1/responses': { status: 400, body: { error: { message: 'input is required' } } } };
  const missing = () => ({ status: 404, body: { detail: 'Not Found' } });
  await serve(
    fake.routed({ '/v1/models': { body: { data: [{ id: 'm-only' }] } }, ...responses }, missing),
    fake.routed(responses, missing),
  );
  const known = [...providers, 'openai-responses'];
  const ask = (index: number) => providerFor(running[index]?.url ?? '', { home, env: {}, providers: known });
  expect(await ask(0)).toBe('openai-responses');
  expect(await ask(1)).toBe('openai-responses');
  expect(await providerFor(running[0]?.url ?? '', { home, env: {}, providers })).toBeNull();
  const ports = [running[0]?.port ?? 0];
  expect(await stackForModel('m-only', { home, env: {}, ports, providers: known })).toMatchObject({ provider: 'openai-responses' });
});

describe('a host on the internet', () => {
  const rejected = { status: 400, body: { error: { message: 'input is required' } } };
  const notThere = (status: number) => () => ({ status, body: { detail: 'no such route' } });
  const both = { '/v1/chat/completions': rejected, '/v1/responses': rejected };
  const elsewhere = { status: 307, headers: { location: 'http://other.example/v1/responses' }, body: '' };
  /** What is chosen for `http://models.example`, which a proxy brings to a scripted server. */
  const chosenAt = async (script: ServerScript, address = 'http://models.example', apiKey: string | null = null) => {
    await serve(script);
    const proxy = await startLoopbackProxy({ targetPort: running[0]?.port ?? 0 });
    vi.stubEnv('http_proxy', proxy.url);
    vi.stubEnv('no_proxy', '');
    try {
      const chosen = await providerFor(address, { home, env: {}, apiKey, providers: [...providers, 'openai-responses'] });
      return { chosen, seen: proxy.seen };
    } finally {
      vi.unstubAllEnvs();
      await proxy.close();
    }
  };
  const chat = 'POST http://models.example/v1/chat/completions';
  const responses = 'POST http://models.example/v1/responses';
  const rootChat = 'POST http://models.example/chat/completions';
  const rootResponses = 'POST http://models.example/responses';
  const atRoot = [rootChat, rootResponses];

  test.each([404, 405])('that answers %d to a chat is spoken to by Responses where it has that', async (status) => {
    const script = fake.routed({ '/v1/responses': rejected }, notThere(status));
    expect(await chosenAt(script)).toEqual({ chosen: 'openai-responses', seen: [chat, responses] });
    expect(running[0]?.requests.map(({ body }) => body)).toEqual(['{}', '{}']);
  });

  test.each([
    ['http://models.example', [chat, responses, ...atRoot], 'openai-responses'],
    ['http://models.example/v1', [chat, responses], null],
  ])('whose Responses are at its root, named as %s', async (address, seen, chosen) =>
    expect(await chosenAt(fake.routed({ '/responses': rejected }), address)).toEqual({ chosen, seen }),
  );

  test.each([
    ['with chats is asked nothing more', fake.routed(both), [chat]],
    ['that wants a key for a chat has that route', fake.routed({ '/v1/chat/completions': { ...rejected, status: 401 } }), [chat]],
    ['with neither route', fake.routed({}, notThere(404)), [chat, responses, ...atRoot]],
    ['that sends a chat elsewhere', fake.routed({ '/v1/chat/completions': elsewhere }), [chat, ...atRoot]],
    ['that sends a response elsewhere', fake.routed({ '/v1/responses': elsewhere }), [chat, responses, ...atRoot]],
    ['that shows a web page', fake.routed({ '/v1/responses': { body: '<html></html>' } }), [chat, responses, ...atRoot]],
    ['with chats at its root', fake.routed({ '/chat/completions': rejected, '/responses': rejected }), [chat, responses, rootChat]],
  ])('%s', async (_title, script, seen) => expect(await chosenAt(script)).toEqual({ chosen: null, seen }));

  test('is not asked with a key that could be read on its way', async () => {
    expect(await chosenAt(fake.routed({ '/v1/responses': rejected }), undefined, 'secret-key')).toEqual({ chosen: null, seen: [] });
  });
});

test('a saved endpoint is asked with the key that is kept for it', async () => {
  const noKeychain = {
    read: () => Promise.reject(new Error('none')),
    write: () => Promise.reject(new Error('none')),
    remove: () => Promise.resolve(false),
  };
  await serve((request, index) =>
    fake.routed(
      request.headers['authorization'] === 'Bearer key-1'
        ? fake.vllmRoutes
        : { '/v1/models': { status: 401, body: { error: 'Unauthorized' } } },
    )(request, index),
  );
  const url = running[0]?.url ?? '';
  await addSavedEndpoint(home, { url, name: 'mine' });
  expect((await discoverServers({ home, env: {}, ports: [] })).servers).toMatchObject([{ needsKey: true }]);
  await saveKey({ endpoint: url, key: 'key-1', home, keychain: noKeychain });
  expect((await discoverServers({ home, env: {}, ports: [] })).servers).toMatchObject([
    { kind: 'vllm', source: { from: 'saved', name: 'mine' } },
  ]);
});

test('one list of all models, with what is known and what fits', async () => {
  const ports = await serve(fake.routed(fake.ollamaRoutes), fake.routed(fake.lmStudioRoutes, fake.lmStudioOtherwise));
  await placeModel('Small-135M-Q4_1.gguf');
  const { models } = await surveyModels({ home, env: {}, ports, machine: Promise.resolve(machine) });
  expect(models).toMatchObject([
    {
      name: 'llama3.2:latest',
      place: 'local',
      where: 'Ollama',
      bitsPerWeight: expect.closeTo(5.05, 1) as number,
      fits: { fits: true, place: 'memory' },
    },
    { name: 'gpt-oss:120b-cloud', place: 'cloud', sizeBytes: null, fits: null },
    { name: 'qwen3-8b', where: 'LM Studio', contextInForce: 4_096, fits: null },
    {
      name: 'Small-135M-Q4_1.gguf',
      place: 'disk',
      quantization: 'Q4_1',
      parameters: 135e6,
      contextTrained: null,
      estimateContextTokens: null,
      capabilities: { tools: 'unknown' },
      fits: { fits: true },
    },
  ]);
});

test('an ability that a check saw is in the list, as one that was tested', async () => {
  const ports = await serve(fake.routed(fake.llamaServerRoutes));
  const survey = async () => (await surveyModels({ home, env: {}, ports, machine: Promise.resolve(machine) })).models[0];
  const before = await survey();
  expect(before).toMatchObject({ tested: [] });
  await rememberTested(
    home,
    { kind: 'llama-server', model: { name: before?.aliases[0] ?? before?.name ?? '', weightsDigest: null } },
    { thinking: 'yes', tools: 'no' },
  );
  expect(await survey()).toMatchObject({
    tested: ['tools', 'thinking'],
    capabilities: { ...before?.capabilities, thinking: 'yes', tools: 'no' },
  });
});

test('an ability that a check saw in the embedded engine stands beside the file', async () => {
  await placeModel('Small-135M-Q4_1.gguf');
  const path = join(home, 'models', 'Small-135M-Q4_1.gguf');
  const first = async () => (await surveyModels({ home, env: {}, ports: [], machine: Promise.resolve(machine) })).models[0];
  const weightsDigest = await digestOfModel(path, home, () => undefined);
  await rememberTested(home, { kind: 'llama.cpp', model: { name: 'Small-135M-Q4_1', weightsDigest } }, { jsonSchema: 'yes' });
  const seen = { place: 'disk', tested: ['jsonSchema'], capabilities: { jsonSchema: 'yes', tools: 'unknown' } };
  expect(await first()).toMatchObject(seen);
  await writeFile(path, 'GGUF and another head');
  expect(await first()).toMatchObject({ tested: [] });
  await digestOfModel(path, home, () => undefined);
  expect(await first()).toMatchObject({ tested: [] });
  await writeFile(path, 'GGUF and no head');
  await digestOfModel(path, home, () => undefined);
  expect(await first()).toMatchObject(seen);
});

test('an Ollama whose list tells no abilities is asked for each model; files that are none are said to be', async () => {
  const tags = { models: [{ name: 'm:latest', digest: 'a', size: 1e9, details: { family: 'llama', parameter_size: '1B' } }] };
  const show = { model_info: { 'general.architecture': 'llama', 'llama.context_length': 8192 }, capabilities: ['completion', 'tools'] };
  const routes = { ...fake.ollamaRoutes, '/api/tags': { body: tags }, '/api/show': { body: { details: {}, ...show } } };
  const ports = await serve(fake.routed(routes), fake.routed({ ...routes, '/api/show': { status: 500, body: {} } }));
  await placeModel('cut.gguf');
  await writeFile(join(home, 'models', 'cut.gguf'), 'GGUF');
  await writeFile(join(home, 'models', 'none.gguf'), 'hello');
  const { models } = await surveyModels({ home, env: {}, ports, deadlineMs: 60_000, machine: Promise.resolve(machine) });
  expect(models).toMatchObject([
    { name: 'm:latest', contextTrained: 8192, capabilities: { tools: 'yes', vision: 'no' } },
    { name: 'm:latest', contextTrained: null, capabilities: { tools: 'unknown' } },
    { name: 'cut.gguf', problem: 'cut off', fits: null },
    { name: 'none.gguf', problem: 'no GGUF file', fits: null, memoryEstimateBytes: null },
  ]);
});
