import { afterEach, expect, test } from 'vitest';
import { startScriptedServer, type ScriptedServer } from '../kit/testing/scripted-server.ts';
import { ollamaServer } from '../providers/ollama/cases/notation.ts';
import { buildRun, buildSuite } from '../summary/fixtures.ts';
import { createParts } from './lists.ts';
import { connect, type Session } from './session.ts';

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const session = (more: Partial<Session>): Session => ({
  home: '',
  parts: createParts(),
  listener: () => undefined,
  stopSoon: new AbortController().signal,
  stopNow: new AbortController().signal,
  ignoreQueue: true,
  apiKey: null,
  allowInsecure: false,
  ...more,
});

const planFor = (provider: string) => {
  const { plan } = buildRun({ suites: [buildSuite('reasonmath', ['rates-01'])] });
  return { ...plan, provider: { value: provider, origin: 'flag' as const } };
};

test('a cold start unloads a loaded model first, and its loading is timed', async () => {
  server = await startScriptedServer(ollamaServer({ chat: () => [], loaded: 8192 }));
  const local = { endpoint: server.url, model: 'm' };
  const warm = await connect(planFor('ollama'), local, session({}));
  expect(warm.server).toMatchObject({ loadMs: null, flags: { loaded: 'before this run' } });
  const cold = await connect(planFor('ollama'), local, session({ coldStart: true }));
  expect(cold.server.loadMs).toBeGreaterThanOrEqual(0);
  const kept = server.requests
    .filter(({ path }) => path === '/api/chat')
    .map(({ body }) => (JSON.parse(body) as { keep_alive: unknown }).keep_alive);
  expect(kept[0]).toBe(0);
  expect(kept).toHaveLength(2);
});

test('where nothing can be unloaded a cold start is one message, and not a fast load', async () => {
  await expect(connect(planFor('mock'), { endpoint: null, model: 'oracle' }, session({ coldStart: true }))).rejects.toMatchObject({
    message: expect.stringMatching(/cold start was asked for, but mock can’t be made/u) as string,
    nextStep: expect.stringMatching(/--cold-start/u) as string,
  });
});
