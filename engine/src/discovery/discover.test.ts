import { afterEach, describe, expect, test, vi } from 'vitest';
import { startLoopbackProxy } from '../kit/testing/loopback-proxy.ts';
import type { ScriptedServer, ServerScript } from '../kit/testing/scripted-server.ts';
import { discover, type DiscoverOptions } from './discover.ts';
import * as fake from './testing/fake-servers.ts';

const running: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const serve = async (script: ServerScript, host?: string): Promise<ScriptedServer> => {
  const server = await fake.start(script, host);
  running.push(server);
  return server;
};

/** What discovery says of servers on ports of their own, with no address from anywhere else. */
const look = async (scripts: ServerScript[], options: Partial<DiscoverOptions> = {}) => {
  const servers = await Promise.all(scripts.map((script) => serve(script)));
  return { servers, found: await discover({ env: {}, ports: servers.map(({ port }) => port), ...options }) };
};

const only = async (script: ServerScript) => {
  const { found } = await look([script]);
  expect(found.servers).toHaveLength(1);
  return found.servers[0];
};

describe('a kind comes from what a server answers', () => {
  test('134: LM Studio, though it answers every route with 200', async () => {
    expect(await only(fake.routed(fake.lmStudioRoutes, fake.lmStudioOtherwise))).toMatchObject({
      kind: 'lm-studio',
      evidence: [{ probe: '/api/v0/models' }],
      models: [
        {
          id: 'qwen3-8b',
          state: 'loaded',
          chats: true,
          contexts: { trained: 40_960, perSlot: 4_096 },
          model: {
            quantization: 'Q4_K_M',
            family: 'qwen3',
            parameters: 8e9,
            contextInForce: 4_096,
            capabilities: { tools: 'yes', vision: 'no' },
          },
        },
        { id: 'text-embedding-nomic', chats: false, state: 'not-loaded' },
      ],
    });
  });

  test('LM Studio without a model shows itself by its answer to unknown routes', async () => {
    const routes = { '/v1/models': { body: { object: 'list', data: [] } }, '/api/v0/models': { body: { object: 'list', data: [] } } };
    expect(await only(fake.routed(routes, fake.lmStudioOtherwise))).toMatchObject({ kind: 'lm-studio', models: [] });
  });

  test('LM Studio 0.4 by its newer API', async () => {
    const body = {
      models: [
        {
          key: 'openai/gpt-oss-20b',
          type: 'llm',
          architecture: 'gpt-oss',
          quantization: { name: 'MXFP4', bits_per_weight: 4 },
          size_bytes: 12e9,
          params_string: '20B',
          loaded_instances: [{ id: 'a', config: { context_length: 8_192 } }],
          max_context_length: 131_072,
          capabilities: { vision: false, trained_for_tool_use: true },
        },
      ],
    };
    expect(await only(fake.routed({ '/api/v1/models': { body } }, fake.lmStudioOtherwise))).toMatchObject({
      kind: 'lm-studio',
      models: [
        {
          contexts: { trained: 131_072, perSlot: 8_192 },
          model: { quantization: 'MXFP4', parameters: 20e9, sizeBytes: 12e9, capabilities: { tools: 'yes', vision: 'no' } },
        },
      ],
    });
  });

  test('135: llama-server that also answers /api/tags', async () => {
    const routes = { ...fake.llamaServerRoutes, '/api/tags': fake.ollamaRoutes['/api/tags'] as fake.FakeReply };
    expect(await only(fake.routed(routes))).toMatchObject({ kind: 'llama-server', facts: { version: 'b6900-1234abcd' } });
  });

  test('136: KoboldCpp that answers as Ollama', async () => {
    expect(await only(fake.routed(fake.koboldRoutes))).toMatchObject({
      kind: 'koboldcpp',
      facts: { version: '1.99' },
      models: [{ model: { name: 'Mistral-7B-Q5_K_M', quantization: 'Q5_K_M', contextInForce: 8_192 } }],
    });
  });

  test('137 and 138: a web app and a service that answers any JSON are no LLM servers', async () => {
    const { found } = await look([
      fake.routed({}, () => ({ body: '<!doctype html><title>App</title>' })),
      fake.routed({}, () => ({ body: {} })),
      fake.routed({}, () => ({ body: [] })),
      fake.routed({}, () => ({ body: { status: 'ok', version: '1', models: [] } })),
      fake.routed({}, () => ({ status: 401, body: '<html>log in</html>' })),
    ]);
    expect(found.servers).toEqual([]);
    expect(found.others).toHaveLength(5);
  });

  test.each([
    [
      'vllm',
      fake.vllmRoutes,
      { facts: { version: '0.11.0' }, models: [{ model: { quantization: 'AWQ', contextInForce: 32_768, contextTrained: null } }] },
    ],
    [
      'sglang',
      fake.sglangRoutes,
      { facts: { version: '0.5.4' }, models: [{ contexts: { allocated: 200_000, perSlot: 40_960 }, model: { quantization: 'fp8' } }] },
    ],
    [
      'tgi',
      fake.tgiRoutes,
      { facts: { version: '3.3.4', slots: 128 }, models: [{ model: { quantization: 'bfloat16', contextInForce: 4_096 } }] },
    ],
    ['mlx', fake.mlxRoutes, { models: [{ model: { quantization: '4bit', parameters: 8e9, contextInForce: null } }] }],
    ['jan', fake.janRoutes, { needsKey: true, models: [] }],
    [
      'llama-swap',
      fake.llamaSwapRoutes,
      {
        models: [
          { id: 'qwen', state: 'loaded' },
          { id: 'gemma', state: 'not-loaded' },
        ],
      },
    ],
    ['docker-model-runner', fake.dockerRoutes, { models: [{ id: 'ai/smollm2:latest' }] }],
    ['localai', fake.localaiRoutes, { facts: { version: 'v3.6.0 (abc)' } }],
    ['litellm', fake.litellmRoutes, { needsKey: true, facts: { version: '1.80.0' } }],
    [
      'openrouter',
      fake.openRouterRoutes,
      { models: [{ runs: 'cloud', model: { capabilities: { tools: 'yes', thinking: 'yes', vision: 'no' } } }] },
    ],
  ])('139: %s', async (kind, routes, facts) => {
    expect(await only(fake.routed(routes))).toMatchObject({ kind, ...facts });
  });

  test('139: a server that asks for a key is said to, and gets none', async () => {
    const { servers, found } = await look([fake.routed({ '/v1/models': { status: 401, body: { error: 'Unauthorized' } } })], {
      keyOf: () => Promise.resolve('secret'),
    });
    expect(found.servers).toMatchObject([{ kind: 'openai-compatible', needsKey: true }]);
    expect(servers[0]?.requests.every(({ headers, method }) => method === 'GET' && headers['authorization'] === undefined)).toBe(true);
  });

  test('a proxy is named with what stands behind it', async () => {
    const routes = { ...fake.llamaSwapRoutes, '/props': fake.llamaServerRoutes['/props'] as fake.FakeReply };
    expect(await only(fake.routed(routes))).toMatchObject({ kind: 'llama-swap', title: 'llama-swap → llama-server' });
  });

  test('140: a cloud entry of Ollama is known as one', async () => {
    expect(await only(fake.routed(fake.ollamaRoutes))).toMatchObject({
      kind: 'ollama',
      facts: { version: '0.12.3', place: 'local' },
      models: [
        {
          id: 'llama3.2:latest',
          runs: 'here',
          state: 'loaded',
          model: {
            parameters: 3.2e9,
            quantization: 'Q4_K_M',
            sizeBytes: 2_019_393_189,
            contextTrained: 131_072,
            contextInForce: 4_096,
            weightsDigest: expect.stringMatching(/^sha256:a80c4f/u) as string,
            capabilities: { tools: 'yes', thinking: 'no', vision: 'no', system: 'unknown' },
          },
        },
        { id: 'gpt-oss:120b-cloud', runs: 'cloud', model: { sizeBytes: null } },
      ],
    });
  });

  test.each([
    [{ object: 'list', data: [{ id: '/srv/models/x-7B-Q4_0.gguf', meta: null }] }, ['x-7B-Q4_0.gguf']],
    [
      { data: Array.from({ length: 500 }, (_, index) => ({ id: `model-${index}` })) },
      Array.from({ length: 500 }, (_, index) => `model-${index}`),
    ],
    [{ data: null }, []],
    [{ data: ['a', { id: '' }, 7, null, { name: 'b' }] }, ['a', 'b']],
    [[{ id: 'bare' }], ['bare']],
  ])('141: odd lists are read or empty', async (body, names) => {
    const server = await only(fake.routed({ '/v1/models': { body } }));
    expect(server?.kind).toBe('openai-compatible');
    expect(server?.models.map(({ model }) => model.name)).toEqual(names);
  });

  test('144: the context is that of one slot; the total is noted as a range', async () => {
    const server = await only(fake.routed(fake.llamaServerRoutes));
    expect(server).toMatchObject({
      facts: { slots: 4, flags: { contextOfAllSlots: '32768 (shared) to 131072 (apart), over 4 slots' } },
      models: [
        {
          contexts: { trained: 40_960, perSlot: 32_768, allocated: null, serverMax: null },
          model: {
            parameters: 30_532_122_624,
            quantization: 'UD-Q4_K_XL',
            contextInForce: 32_768,
            capabilities: { tools: 'yes', thinking: 'yes', vision: 'no' },
          },
        },
      ],
    });
  });
});

describe('the search', () => {
  test('143: a port that hangs ends with the deadline and hides no other', async () => {
    const { servers, found } = await look([fake.hanging, fake.routed(fake.ollamaRoutes), fake.hanging], { deadlineMs: 500 });
    expect(found.servers).toMatchObject([{ kind: 'ollama', partly: false }]);
    expect(found.silent).toEqual([servers[0]?.url, servers[2]?.url]);
  });

  test('one route that hangs leaves the others of the same server', async () => {
    const normal = fake.routed(fake.vllmRoutes);
    const { found } = await look([(request, index) => (request.path === '/info' ? [{ hang: true }] : normal(request, index))], {
      deadlineMs: 500,
    });
    expect(found.servers).toMatchObject([{ kind: 'vllm', partly: true }]);
  });

  test('a body without end is cut', async () => {
    const endless: ServerScript = () => [
      { write: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n' },
      ...Array.from({ length: 40 }, () => ({ write: '['.repeat(16_384) })),
      { hang: true },
    ];
    const { found } = await look([endless], { deadlineMs: 800 });
    expect(found.servers).toEqual([]);
    expect(found.others).toHaveLength(1);
  });

  test('dead ports are nothing to speak of, unless the person named them', async () => {
    const closed = await serve(fake.hanging);
    const [gone] = running.splice(0);
    await gone?.close();
    const found = await discover({ env: {}, ports: [closed.port], saved: [{ name: 'mine', url: `http://127.0.0.1:${closed.port}/v1` }] });
    expect(found).toEqual({
      servers: [],
      silent: [],
      others: [],
      unreachable: [{ address: closed.url, source: { from: 'saved', name: 'mine' } }],
      skipped: [],
    });
  });

  test('a server on both addresses of this machine is one; localhost finds the one that it listens on', async () => {
    const six = await serve(fake.routed(fake.vllmRoutes), '::1').catch(() => null);
    if (six === null) return;
    const both = await discover({ env: { BENCHLOOP_ENDPOINTS: `localhost:${six.port}` }, ports: [six.port] });
    expect(both.servers.map(({ endpoint }) => endpoint)).toEqual([`http://[::1]:${six.port}/v1`]);
    expect(both.unreachable).toEqual([]);
  });

  test('localhost is not called unreachable by one of its addresses, and once where it is by both', async () => {
    const four = await serve(fake.routed(fake.vllmRoutes));
    const env = { BENCHLOOP_ENDPOINTS: `localhost:${four.port}` };
    expect(await discover({ env, ports: [] })).toMatchObject({ servers: [{ kind: 'vllm' }], unreachable: [] });
    await four.close();
    running.splice(running.indexOf(four), 1);
    expect(await discover({ env, ports: [] })).toMatchObject({ servers: [], unreachable: [{ address: `http://127.0.0.1:${four.port}` }] });
  });

  test('a redirect is not followed', async () => {
    const { found } = await look([fake.routed({}, () => ({ status: 301, headers: { location: 'http://127.0.0.1:9/' }, body: '' }))]);
    expect(found.servers).toEqual([]);
  });

  test('a named address gets its key, on its path and nowhere else', async () => {
    const server = await serve((request, index) =>
      fake.routed(
        request.headers['authorization'] === 'Bearer key-1'
          ? { '/proxy/v1/models': { body: { data: [{ id: 'm' }] } } }
          : { '/proxy/v1/models': { status: 401, body: { error: 'no' } } },
      )(request, index),
    );
    const asked: string[] = [];
    const found = await discover({
      env: {},
      ports: [],
      saved: [{ name: 'proxy', url: `${server.url}/proxy/v1` }],
      keyOf: (address) => {
        asked.push(address);
        return Promise.resolve('key-1');
      },
    });
    expect(asked).toEqual([`${server.url}/proxy/v1`]);
    expect(found.servers).toMatchObject([{ endpoint: `${server.url}/proxy/v1`, needsKey: false, models: [{ id: 'm' }] }]);
  });

  test('a keychain that never answers costs the key, not the search', async () => {
    const server = await serve(fake.routed(fake.vllmRoutes));
    const found = await discover({
      env: {},
      ports: [],
      saved: [{ name: 'a', url: server.url }],
      keyOf: () => Promise.reject(new Error('locked')),
    });
    expect(found.servers.map(({ kind }) => kind)).toEqual(['vllm']);
  });
});

test('a saved address elsewhere is asked through the proxy of the environment, and this machine is not', async () => {
  const server = await fake.start(fake.routed(fake.vllmRoutes));
  const proxy = await startLoopbackProxy({ targetPort: server.port });
  vi.stubEnv('http_proxy', proxy.url);
  vi.stubEnv('no_proxy', '');
  try {
    const far = { name: 'far', url: 'http://models.example/v1' };
    const near = { name: 'near', url: server.url };
    const { servers } = await discover({ env: {}, ports: [], saved: [far, near] });
    expect(servers.map(({ endpoint, kind, facts }) => [endpoint, kind, facts.place])).toEqual([
      ['http://models.example/v1', 'vllm', 'remote'],
      [`${server.url}/v1`, 'vllm', 'local'],
    ]);
    expect(proxy.seen).toContain('GET http://models.example/v1/models');
    expect(proxy.seen.every((line) => line.startsWith('GET http://models.example/'))).toBe(true);
  } finally {
    vi.unstubAllEnvs();
    await proxy.close();
    await server.close();
  }
});

describe('the API of a server of no known kind', () => {
  const list = { '/v1/models': { body: { data: [{ id: 'm' }] } } };
  const rejected = { status: 400, body: { error: { message: "'input' is required" } } };
  const missing = () => ({ status: 404, body: { detail: 'Not Found' } });

  test('is Responses where only that route rejects an empty question, and no text is sent', async () => {
    const { servers, found } = await look([fake.routed({ ...list, '/v1/responses': rejected }, missing)]);
    expect(found.servers).toMatchObject([{ kind: 'openai-compatible', api: 'responses', models: [{ id: 'm' }] }]);
    const posts = servers[0]?.requests.filter(({ method }) => method === 'POST') ?? [];
    expect(new Set(posts.map(({ path, body }) => `${path} ${body}`))).toEqual(new Set(['/v1/chat/completions {}', '/v1/responses {}']));
  });

  test.each([
    ['both', { '/v1/chat/completions': rejected, '/v1/responses': rejected }, 'chat-completions'],
    ['a 404 of its model', { '/v1/chat/completions': { status: 404, body: { error: 'model "" not found' } } }, 'chat-completions'],
    ['a key for everything', { '/v1/chat/completions': { status: 401, body: { error: 'key' } } }, 'chat-completions'],
    ['a web page', { '/v1/chat/completions': { body: '<html></html>' } }, null],
    ['neither', {}, null],
  ])('%s', async (_name, routes, api) => {
    expect((await look([fake.routed({ ...list, ...routes }, missing)])).found.servers).toMatchObject([{ kind: 'openai-compatible', api }]);
  });

  test('of a server without a list of models is tried only where the person named it', async () => {
    const server = await serve(fake.routed({ '/v1/responses': rejected }, missing));
    expect((await discover({ env: {}, ports: [server.port] })).servers).toEqual([]);
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    const saved = [{ name: 'mine', url: server.url }];
    expect((await discover({ env: {}, ports: [], saved })).servers).toMatchObject([
      { kind: 'openai-compatible', api: 'responses', models: [], endpoint: `${server.url}/v1` },
    ]);
  });

  test.each([
    ['at the root', '', { '/responses': rejected }, ''],
    ['below the path that the person named, and nowhere else', '/v1', { '/responses': rejected }, null],
    ['at the root, where a web page stands at /v1', '', { '/v1/chat/completions': { body: '<html></html>' }, '/responses': rejected }, ''],
    ['nowhere, where the root has chats', '', { '/chat/completions': rejected, '/responses': rejected }, null],
  ])('without a list is Responses %s', async (_title, end, routes, base) => {
    const server = await serve(fake.routed(routes, missing));
    const { servers } = await discover({ env: {}, ports: [], saved: [{ name: 'mine', url: `${server.url}${end}` }] });
    expect(servers.map(({ api, endpoint }) => [api, endpoint])).toEqual(base === null ? [] : [['responses', `${server.url}${base}`]]);
  });

  test('of a known kind is not asked', async () => {
    const { servers } = await look([fake.routed(fake.vllmRoutes)]);
    expect(servers[0]?.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
