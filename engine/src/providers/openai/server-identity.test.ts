import { afterEach, expect, test } from 'vitest';
import * as fake from '../../discovery/testing/fake-servers.ts';
import type { ScriptedServer } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions } from '../conformance.ts';
import { createOpenAiProvider } from './provider.ts';
import { modelWith, serverIdentity } from './server-identity.ts';

const running: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const connect = async (routes: fake.FakeRoutes, otherwise?: (path: string) => fake.FakeReply) => {
  const server = await fake.start(fake.routed(routes, otherwise));
  running.push(server);
  const provider = createOpenAiProvider();
  const options = { ...conformanceOptions, endpoint: server.url, model: null };
  const never = new AbortController().signal;
  return { result: await provider.connect(options, never), listed: await provider.listModels(options, never) };
};

test.each([
  ['vllm', fake.vllmRoutes, { version: '0.11.0' }, { quantization: 'AWQ', contextInForce: 32_768 }],
  ['sglang', fake.sglangRoutes, { version: '0.5.4' }, { quantization: 'fp8', contextInForce: 40_960 }],
  ['mlx', fake.mlxRoutes, { version: null }, { quantization: '4bit', parameters: 8e9 }],
  [
    'llama-server',
    fake.llamaServerRoutes,
    { version: 'b6900-1234abcd', slots: 4, flags: { contextOfAllSlots: expect.stringMatching(/^32768/u) as string } },
    { quantization: 'UD-Q4_K_XL', contextInForce: 32_768, contextTrained: 40_960 },
  ],
])('%s is known when connecting and when listing', async (kind, routes, server, model) => {
  const { result, listed } = await connect(routes);
  expect(result).toMatchObject({
    ok: true,
    connection: { server: { kind, place: 'local', ...server }, model: { providerId: 'openai', ...model } },
  });
  expect(listed).toMatchObject({ ok: true, models: [model] });
});

test('LM Studio tells the context in force by its own route', async () => {
  const { result } = await connect(fake.lmStudioRoutes, fake.lmStudioOtherwise);
  expect(result).toMatchObject({
    ok: true,
    connection: { server: { kind: 'lm-studio' }, model: { contextInForce: 4_096, contextTrained: 40_960 } },
  });
});

test('a host on the internet is known by its list alone', async () => {
  const reached = {
    ok: true as const,
    base: 'https://models.example.com/api/v1',
    origin: 'https://models.example.com',
    headers: {},
    waitedMs: 0,
    models: [{ id: 'a/b', record: { pricing: { prompt: '0' }, context_length: 8_192, supported_parameters: ['tools'] } }],
  };
  const identity = await serverIdentity(reached, { ...conformanceOptions, endpoint: reached.base }, AbortSignal.timeout(0));
  expect(identity?.kind).toBe('openrouter');
  expect(modelWith(identity, { id: 'a/b', record: {} })).toMatchObject({ contextInForce: 8_192, capabilities: { tools: 'yes' } });
  expect(modelWith(identity, { id: 'other-7B', record: {} })).toMatchObject({ name: 'other-7B', contextInForce: null });
});

test('a kind that the person states goes before what the answers show, and is recorded as such', async () => {
  const server = await fake.start(fake.routed(fake.llamaServerRoutes));
  running.push(server);
  const options = { ...conformanceOptions, endpoint: server.url, model: null };
  const as = async (serverKind: string) => {
    const result = await createOpenAiProvider().connect({ ...options, serverKind }, new AbortController().signal);
    if (!result.ok) throw new Error(result.error.message);
    const facts = result.connection.server;
    return { kind: facts.kind, stated: facts.flags['kind-stated-by'], counts: result.connection.countTokens !== undefined };
  };
  expect(await as('vllm')).toEqual({ kind: 'vllm', stated: 'the person', counts: false });
  expect(await as('llama-server')).toEqual({ kind: 'llama-server', stated: 'the person', counts: true });
});
