import { afterEach, describe, expect, test } from 'vitest';
import type { Connection, Provider } from '@benchloop/spec';
import * as fake from '../discovery/testing/fake-servers.ts';
import { reply, startScriptedServer, type ScriptedServer, type ServerScript } from '../kit/testing/scripted-server.ts';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { conformanceOptions } from './conformance.ts';
import { createGeminiProvider } from './gemini/provider.ts';
import { ollamaServer } from './ollama/cases/notation.ts';
import { createOllamaProvider } from './ollama/provider.ts';
import { createOpenAiResponsesProvider } from './openai-responses/provider.ts';
import { createOpenAiProvider } from './openai/provider.ts';

const running: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const connect = async (provider: Provider, script: ServerScript, model: string | null) => {
  const server = await startScriptedServer(script);
  running.push(server);
  const result = await provider.connect({ ...conformanceOptions, endpoint: server.url, model }, AbortSignal.timeout(10_000));
  if (!result.ok) throw new Error(result.error.message);
  return { connection: result.connection, server };
};

const stop = async (connection: Connection, server: ScriptedServer): Promise<void> => {
  await server.close();
  expect(await connection.identify?.()).toBeNull();
  expect((await connection.identifyServer?.()) ?? null).toBeNull();
};

const listWith = (provider: Provider['id'], ids: readonly string[]): string =>
  provider === 'gemini'
    ? JSON.stringify({ models: ids.map((id) => ({ name: `models/${id}` })) })
    : JSON.stringify({ data: ids.map((id) => ({ id })) });

describe.each([createAnthropicProvider(), createGeminiProvider(), createOpenAiResponsesProvider(), createOpenAiProvider()])(
  '$id',
  (provider) => {
    test('sees a model that another one replaces, and does not guess among several', async () => {
      let ids = ['m', 'n'];
      const { connection, server } = await connect(
        provider,
        ({ path }) => (/models/u.test(path) ? reply(200, listWith(provider.id, ids)) : reply(404, '')),
        'm',
      );
      expect((await connection.identify?.())?.name).toBe('m');
      ids = ['other'];
      expect((await connection.identify?.())?.name).toBe('other');
      ids = ['n', 'm'];
      expect((await connection.identify?.())?.name).toBe('m');
      await stop(connection, server);
    });
  },
);

test('openai sees another server and another template behind the same address and name', async () => {
  let routes: fake.FakeRoutes = fake.llamaServerRoutes;
  const { connection, server } = await connect(createOpenAiProvider(), (request, index) => fake.routed(routes)(request, index), null);
  expect(await connection.identify?.()).toEqual(connection.model);
  expect(await connection.identifyServer?.()).toMatchObject({ kind: 'llama-server', version: connection.server.version });
  const props = fake.llamaServerRoutes['/props']?.body as Record<string, unknown>;
  routes = { ...fake.llamaServerRoutes, '/props': { body: { ...props, chat_template: 'another {{ template }}' } } };
  expect((await connection.identify?.())?.templateDigest).not.toBe(connection.model.templateDigest);
  routes = fake.vllmRoutes;
  expect(await connection.identifyServer?.()).toMatchObject({ kind: 'vllm' });
  await stop(connection, server);
});

test('ollama sees another version, and that it is no Ollama any more', async () => {
  let version = '0.17.4';
  let gone = false;
  const script: ServerScript = (request, index) =>
    gone ? reply(404, 'not found', { 'content-type': 'text/plain' }) : ollamaServer({ chat: () => [], version })(request, index);
  const { connection, server } = await connect(createOllamaProvider(), script, 'm');
  expect(await connection.identifyServer?.()).toEqual({ kind: 'ollama', version: '0.17.4' });
  version = '0.18.0';
  expect(await connection.identifyServer?.()).toEqual({ kind: 'ollama', version: '0.18.0' });
  gone = true;
  expect(await connection.identifyServer?.()).toEqual({ kind: 'another server', version: null });
  await stop(connection, server);
});
