import { reply, startScriptedServer, type ScriptedServer, type ServerScript, type ServerStep } from '../../kit/testing/scripted-server.ts';

/** A route's reply: an object is sent as JSON with 200, anything else as it is. */
export type FakeReply = { status?: number; headers?: Record<string, string>; body: unknown };
export type FakeRoutes = Record<string, FakeReply>;

const json = (body: unknown): FakeReply => ({ body });
const openAiList = (entries: object[]): FakeReply => json({ object: 'list', data: entries });

const stepsOf = ({ status = 200, headers = {}, body }: FakeReply): ServerStep[] => {
  const isText = typeof body === 'string';
  return reply(status, isText ? body : JSON.stringify(body), { ...(isText ? { 'content-type': 'text/html' } : {}), ...headers });
};

/** Answers each route by the table, and every other one by `otherwise`. */
export const routed =
  (routes: FakeRoutes, otherwise: (path: string) => FakeReply = () => ({ status: 404, body: { error: 'not found' } })): ServerScript =>
  ({ path }) =>
    stepsOf(routes[path] ?? otherwise(path));

export const hanging: ServerScript = () => [{ hang: true }];

export const start = (script: ServerScript, host?: string): Promise<ScriptedServer> => startScriptedServer(script, host);

export const lmStudioRoutes: FakeRoutes = {
  '/v1/models': openAiList([{ id: 'qwen3-8b', object: 'model', owned_by: 'organization_owner' }]),
  '/api/v0/models': openAiList([
    {
      id: 'qwen3-8b',
      object: 'model',
      type: 'llm',
      publisher: 'lmstudio-community',
      arch: 'qwen3',
      compatibility_type: 'gguf',
      quantization: 'Q4_K_M',
      state: 'loaded',
      max_context_length: 40_960,
      loaded_context_length: 4_096,
      capabilities: ['tool_use'],
    },
    {
      id: 'text-embedding-nomic',
      object: 'model',
      type: 'embeddings',
      arch: 'nomic-bert',
      compatibility_type: 'gguf',
      quantization: 'Q8_0',
      state: 'not-loaded',
      max_context_length: 2_048,
    },
  ]),
};

/** LM Studio answers what it does not know with 200. */
export const lmStudioOtherwise = (path: string): FakeReply => ({
  headers: { 'x-powered-by': 'Express' },
  body: { error: `Unexpected endpoint or method. (GET ${path})` },
});

const ollamaTag = {
  name: 'llama3.2:latest',
  model: 'llama3.2:latest',
  size: 2_019_393_189,
  digest: 'a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72',
  details: {
    format: 'gguf',
    family: 'llama',
    families: ['llama'],
    parameter_size: '3.2B',
    quantization_level: 'Q4_K_M',
    context_length: 131_072,
  },
  capabilities: ['completion', 'tools'],
};

export const ollamaRoutes: FakeRoutes = {
  '/': { headers: { 'content-type': 'text/plain' }, body: 'Ollama is running' },
  '/api/version': json({ version: '0.12.3' }),
  '/api/tags': json({
    models: [
      ollamaTag,
      {
        name: 'gpt-oss:120b-cloud',
        size: 384,
        digest: 'ff',
        remote_model: 'gpt-oss:120b',
        remote_host: 'https://ollama.com:443',
        details: {},
      },
    ],
  }),
  '/api/ps': json({ models: [{ name: 'llama3.2:latest', size: 3e9, size_vram: 3e9, context_length: 4_096 }] }),
  '/v1/models': openAiList([{ id: 'llama3.2:latest', object: 'model', owned_by: 'library' }]),
};

export const llamaServerRoutes: FakeRoutes = {
  '/v1/models': openAiList([
    {
      id: '/models/Qwen3-30B-A3B-UD-Q4_K_XL.gguf',
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 40_960, n_params: 30_532_122_624, size: 17_715_663_360 },
    },
  ]),
  '/props': json({
    default_generation_settings: { n_ctx: 32_768 },
    total_slots: 4,
    model_path: '/models/Qwen3-30B-A3B-UD-Q4_K_XL.gguf',
    chat_template: '{% if enable_thinking %}{% endif %}',
    chat_template_caps: { supports_tools: true, supports_system_role: true },
    modalities: { vision: false },
    build_info: 'b6900-1234abcd',
  }),
};

export const vllmRoutes: FakeRoutes = {
  '/version': json({ version: '0.11.0' }),
  '/v1/models': openAiList([
    { id: 'Qwen/Qwen2.5-7B-Instruct-AWQ', object: 'model', owned_by: 'vllm', root: 'Qwen/Qwen2.5-7B-Instruct-AWQ', max_model_len: 32_768 },
  ]),
};

export const sglangRoutes: FakeRoutes = {
  '/server_info': json({
    model_path: 'Qwen/Qwen3-8B',
    tp_size: 1,
    version: '0.5.4',
    quantization: 'fp8',
    context_length: 40_960,
    max_total_num_tokens: 200_000,
  }),
  '/model_info': json({ model_path: 'Qwen/Qwen3-8B', is_generation: true }),
  '/v1/models': openAiList([{ id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'sglang', max_model_len: 40_960 }]),
};

export const tgiRoutes: FakeRoutes = {
  '/info': json({
    model_id: 'HuggingFaceTB/SmolLM2-1.7B-Instruct',
    model_dtype: 'torch.bfloat16',
    max_input_tokens: 4_095,
    max_total_tokens: 4_096,
    max_concurrent_requests: 128,
    version: '3.3.4',
    docker_label: 'sha-1234',
    router: 'text-generation-router',
  }),
};

const python = { server: 'BaseHTTP/0.6 Python/3.12.4' };

export const mlxRoutes: FakeRoutes = {
  '/v1/models': { headers: python, body: { object: 'list', data: [{ id: 'mlx-community/Qwen3-8B-4bit', object: 'model', created: 1 }] } },
  '/health': { headers: python, body: { status: 'ok' } },
};

export const koboldRoutes: FakeRoutes = {
  ...ollamaRoutes,
  '/api/extra/version': json({ result: 'KoboldCpp', version: '1.99', protected: false }),
  '/api/extra/true_max_context_length': json({ value: 8_192 }),
  '/v1/models': openAiList([{ id: 'koboldcpp/Mistral-7B-Q5_K_M', owned_by: 'koboldcpp' }]),
};

export const janRoutes: FakeRoutes = {
  '/': { body: '<!doctype html><html><head><title>Jan API Reference</title></head></html>' },
  '/v1/models': { status: 401, headers: { 'content-type': 'text/plain' }, body: 'Invalid or missing authorization token' },
};

export const llamaSwapRoutes: FakeRoutes = {
  '/running': json({ running: [{ model: 'qwen', state: 'ready' }] }),
  '/v1/models': openAiList([
    { id: 'qwen', owned_by: 'llama-swap' },
    { id: 'gemma', owned_by: 'llama-swap' },
  ]),
};

export const dockerRoutes: FakeRoutes = {
  '/': { headers: { 'content-type': 'text/plain' }, body: 'Docker Model Runner\n\nThe service is running.\n' },
  '/engines/v1/models': openAiList([{ id: 'ai/smollm2:latest', object: 'model', owned_by: 'docker' }]),
};

export const localaiRoutes: FakeRoutes = {
  '/system': json({ backends: ['llama-cpp'], loaded_models: [] }),
  '/version': json({ version: 'v3.6.0 (abc)' }),
  '/v1/models': openAiList([{ id: 'gpt-4', object: 'model' }]),
};

export const litellmRoutes: FakeRoutes = {
  '/health/liveliness': json("I'm alive!"),
  '/health/readiness': json({ status: 'healthy', litellm_version: '1.80.0' }),
  '/v1/models': { status: 401, body: { error: { message: 'Authentication Error, No api key passed in.', code: '401' } } },
};

export const openRouterRoutes: FakeRoutes = {
  '/api/v1/models': json({
    data: [
      {
        id: 'qwen/qwen3-8b',
        context_length: 40_960,
        pricing: { prompt: '0.00000004', completion: '0.00000014' },
        supported_parameters: ['tools', 'reasoning'],
        architecture: { input_modalities: ['text'] },
      },
    ],
  }),
};
