import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stackOf, type Discovery, type FoundServer, type RunOptions } from '@benchloop/engine';
import { UserError, type Plan } from '@benchloop/spec';
import { chooseStack, withFound, type ChooseOptions, type Offer } from './choose-stack.ts';

const notes: string[] = [];
beforeEach(() => {
  notes.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const model = (id: string, chats = true): FoundServer['models'][number] => ({
  id,
  chats,
  runs: 'here',
  state: 'loaded',
  contexts: { trained: null, serverMax: null, allocated: null, perSlot: null },
  model: {
    providerId: 'openai',
    name: id,
    family: null,
    parameters: null,
    quantization: 'Q4_K_M',
    sizeBytes: 2e9,
    weightsDigest: null,
    templateDigest: null,
    contextTrained: null,
    contextInForce: null,
    licence: null,
    capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
  },
});

const server = (kind: FoundServer['kind'], endpoint: string, models: FoundServer['models']): FoundServer => ({
  endpoint,
  kind,
  title: kind === 'ollama' ? 'Ollama' : 'llama-server',
  source: { from: 'port' },
  evidence: [],
  needsKey: false,
  partly: false,
  models,
  facts: {
    kind,
    version: null,
    place: 'local',
    threads: null,
    gpuLayers: null,
    slots: null,
    loadMs: null,
    memoryEstimateBytes: null,
    flags: {},
  },
});

const nothing: Discovery = { servers: [], silent: [], others: [], unreachable: [], skipped: [] };
const two: Discovery = {
  ...nothing,
  servers: [
    server('ollama', 'http://127.0.0.1:11434/v1', [model('llama3.2:latest'), model('embedder', false)]),
    server('llama-server', 'http://127.0.0.1:8080/v1', [model('qwen.gguf')]),
  ],
};

const choose = (
  flag: RunOptions,
  more: {
    found?: Discovery;
    ask?: ChooseOptions['ask'];
    config?: RunOptions;
    providers?: string[];
    engine?: Partial<ChooseOptions['engine']>;
  } = {},
) =>
  chooseStack({
    layers: { flag, config: more.config ?? {}, environment: {} },
    home: '/nowhere',
    env: {},
    providers: more.providers ?? ['llama-cpp', 'ollama', 'openai'],
    ask: more.ask ?? null,
    engine: {
      discoverServers: () => Promise.resolve(more.found ?? nothing),
      providerFor: () => Promise.resolve(null),
      stackForModel: () => Promise.reject(new Error('nobody should look for a model')),
      stackOf,
      ...more.engine,
    },
  });

const picking =
  (index: number, seen: Offer[] = []) =>
  (offers: Offer[]): Promise<Offer | null> => {
    seen.push(...offers);
    return Promise.resolve(offers.at(index) ?? null);
  };

test('nobody to ask: the starter model, and one line that says what was seen', async () => {
  expect(await choose({}, { found: two })).toBeNull();
  expect(notes).toEqual([
    'Found Ollama at http://127.0.0.1:11434/v1 (1 model); llama-server at http://127.0.0.1:8080/v1 (1 model). The starter model runs in the embedded engine; name a server with --endpoint.\n',
  ]);
});

test('nothing found: the starter model without a question', async () => {
  const ask = vi.fn<NonNullable<ChooseOptions['ask']>>();
  expect(await choose({}, { ask })).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  expect(notes).toHaveLength(1);
});

test('a person picks among all models that can be asked, and the starter model', async () => {
  const seen: Offer[] = [];
  expect(await choose({}, { found: two, ask: picking(0, seen) })).toEqual({
    provider: 'ollama',
    endpoint: 'http://127.0.0.1:11434',
    model: 'llama3.2:latest',
  });
  expect(seen.map(({ label }) => label)).toEqual([
    'llama3.2:latest  on Ollama 127.0.0.1:11434',
    'qwen.gguf  on llama-server 127.0.0.1:8080',
    'starter model in the embedded engine',
  ]);
  expect(await choose({}, { found: two, ask: picking(1) })).toMatchObject({ provider: 'openai', endpoint: 'http://127.0.0.1:8080/v1' });
  expect(await choose({}, { found: two, ask: picking(-1) })).toBeNull();
});

test('a build without the ollama provider speaks to Ollama by the common API', async () => {
  expect(await choose({}, { found: two, ask: picking(0), providers: ['openai'] })).toEqual({
    provider: 'openai',
    endpoint: 'http://127.0.0.1:11434/v1',
    model: 'llama3.2:latest',
  });
});

test('leaving the question runs nothing', async () => {
  await expect(choose({}, { found: two, ask: () => Promise.resolve(null) })).rejects.toMatchObject({ exitCode: 130 });
});

test('a provider that was named, and a model that is a file, are left alone', async () => {
  expect(await choose({ provider: 'mock' }, { found: two })).toBeNull();
  for (const name of ['starter', './x.gguf', 'folder/x.gguf', '/abs/x', 'hf:o/r', 'C:\\x', '~/x'])
    expect(await choose({ model: name })).toBeNull();
  expect(notes).toEqual([]);
});

test('a named model may be on a server; the config file names one as well', async () => {
  const stack = { provider: 'openai', endpoint: 'http://127.0.0.1:8080/v1', model: 'qwen' };
  const engine = { stackForModel: () => Promise.resolve(stack) };
  expect(await choose({ model: 'qwen' }, { engine })).toEqual(stack);
  expect(await choose({}, { engine, config: { model: 'qwen' } })).toEqual(stack);
  expect(await choose({ model: 'qwen' }, { engine: { stackForModel: () => Promise.resolve(null) } })).toBeNull();
  await expect(
    choose(
      { model: 'qwen' },
      { engine: { stackForModel: () => Promise.reject(new UserError('Several servers have "qwen".', 'Name one.')) } },
    ),
  ).rejects.toThrow(/Several servers/u);
});

test('an address keeps its model and gets the provider of its kind', async () => {
  expect(await choose({ endpoint: 'http://127.0.0.1:11434' }, { engine: { providerFor: () => Promise.resolve('ollama') } })).toEqual({
    provider: 'ollama',
  });
  expect(await choose({ endpoint: 'http://127.0.0.1:11434', model: 'm' })).toBeNull();
});

test('an API that nobody chose is said in one line', async () => {
  const engine = { providerFor: () => Promise.resolve('openai-responses') };
  expect(await choose({ endpoint: 'http://127.0.0.1:9000' }, { engine })).toEqual({ provider: 'openai-responses' });
  expect(notes).toEqual([
    'The server at http://127.0.0.1:9000 has only the Responses API, so it is asked through that (--provider openai-responses).\n',
  ]);
});

test('only what was found out says so', () => {
  const value = (text: string) => ({ value: text, origin: 'flag' });
  const plan = { provider: value('openai'), endpoint: value('e'), model: value('m') } as unknown as Plan;
  const layers = { flag: { model: 'm' }, config: {}, environment: {} };
  expect(withFound(plan, { provider: 'openai', endpoint: 'e', model: 'm' }, layers)).toEqual({
    provider: { value: 'openai', origin: 'found' },
    endpoint: { value: 'e', origin: 'found' },
    model: { value: 'm', origin: 'flag' },
  });
  expect(withFound(plan, null, layers)).toEqual(plan);
});
