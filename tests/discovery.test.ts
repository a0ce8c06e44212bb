import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { discoverServers, loadReport, stackForModel, type FoundServer, type ModelRow } from '@benchloop/engine';
import type { Report } from '@benchloop/spec';
import { starterModelPath } from '../scripts/test-assets/paths.ts';
import { llamaServer, requireAsset, type RealServer } from './support/assets.ts';
import { runCli } from './support/cli.ts';
import { liteLlmProxy } from './support/lite-llm-proxy.ts';
import { ollamaServer } from './support/ollama-server.ts';

let home: string;
const running: RealServer[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'discovery-'));
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(home, { recursive: true });
});

const keep = async (starting: Promise<RealServer>): Promise<RealServer> => {
  const server = await starting;
  running.push(server);
  return server;
};

/** Nothing of the person's own, so that only the servers of the test are found. */
const quiet = { HOME: '', USERPROFILE: '', XDG_CACHE_HOME: '', LOCALAPPDATA: '' };

const find = async (servers: readonly RealServer[]): Promise<FoundServer[]> => {
  const env = { ...quiet, BENCHLOOP_ENDPOINTS: servers.map(({ endpoint }) => endpoint).join(',') };
  return (await discoverServers({ home, env, ports: [] })).servers;
};

const startLlama = (context: TestContext) => keep(requireAsset(context, llamaServer()).start({ contextTokens: 2048 }));

test('llama.cpp’s own server is known with its context, weights and size', async (context) => {
  const server = await startLlama(context);
  expect(await find([server])).toMatchObject([
    {
      kind: 'llama-server',
      facts: { place: 'local', slots: 1 },
      models: [{ id: 'smollm2', state: 'loaded', model: { parameters: 134_515_008, contextInForce: 2048, contextTrained: 8192 } }],
    },
  ]);
});

test('LiteLLM before it is known as the gateway that it is', async (context) => {
  const upstream = await startLlama(context);
  const proxy = await keep(requireAsset(context, liteLlmProxy()).start(upstream));
  // Its first answers come too slowly for a search, which does not wait.
  await expect
    .poll(() => find([proxy]), { timeout: 60_000, interval: 1_000 })
    .toMatchObject([{ kind: 'litellm', title: 'LiteLLM', models: [{ id: 'smollm2' }] }]);
});

test('Ollama is known, and a model that is named without an endpoint is taken from it', async (context) => {
  const server = await keep(requireAsset(context, ollamaServer()).start());
  const [found] = await find([server]);
  expect(found).toMatchObject({
    kind: 'ollama',
    facts: { place: 'local' },
    models: [
      {
        id: 'smollm2:latest',
        runs: 'here',
        model: { quantization: 'Q4_1', family: 'llama', weightsDigest: expect.stringMatching(/^sha256:/u) as string },
      },
    ],
  });
  expect(
    await stackForModel('smollm2', { home, env: { ...quiet, OLLAMA_HOST: server.endpoint }, ports: [], providers: ['ollama', 'openai'] }),
  ).toEqual({
    provider: 'ollama',
    endpoint: server.endpoint,
    model: 'smollm2:latest',
  });
});

test('a model from another program’s folder is listed with what its file tells, and runs', async (context) => {
  const folder = join(starterModelPath(), '..');
  requireAsset(context, llamaServer());
  const env = { ...quiet, BENCHLOOP_MODEL_FOLDERS: folder };
  const listed = JSON.parse((await runCli(['models', 'list', '--json'], home, env)).stdout) as ModelRow[];
  expect(listed.find(({ path }) => path === starterModelPath())).toMatchObject({
    place: 'disk',
    quantization: 'Q4_1',
    parameters: 134_515_008,
    contextTrained: 8192,
    capabilities: { tools: 'no', system: 'yes' },
    fits: { fits: true },
  });
  const args = [
    'run',
    '--model',
    'smollm2-135m-instruct.q4_1',
    '--suites',
    'reasonmath',
    '--tasks-per-suite',
    '1',
    '--max-tokens',
    '8',
    '--json',
  ];
  const { code, stdout, stderr } = await runCli(args, home, env);
  expect(code, stderr).toBe(0);
  const { run } = JSON.parse(stdout) as Report;
  expect((await loadReport(home, run.id)).run).toMatchObject({ status: 'complete', plan: { provider: { value: 'llama-cpp' } } });
});
