import { reply, type ReceivedRequest, type ServerScript, type ServerStep } from '../../../kit/testing/scripted-server.ts';

/** One line of a streamed reply, in the members that Ollama sends. */
export const line = (value: Record<string, unknown>): string =>
  `${JSON.stringify({ model: 'm:latest', created_at: '2026-01-01T00:00:00.000000Z', ...value })}\n`;

export const textLine = (content: string): string => line({ message: { role: 'assistant', content }, done: false });
export const thinkLine = (thinking: string): string => line({ message: { role: 'assistant', content: '', thinking }, done: false });
export const callLine = (...calls: unknown[]): string =>
  line({ message: { role: 'assistant', content: '', tool_calls: calls }, done: false });
export const endLine = (reason: string, metrics: Record<string, unknown> = {}, content = ''): string =>
  line({ message: { role: 'assistant', content }, done: true, done_reason: reason, ...metrics });

/** Text of a `GET /api/tags` entry and of its `POST /api/show`, as a small model has them. */
export const digest = 'ab'.repeat(32);
export const tag = {
  name: 'm:latest',
  model: 'm:latest',
  size: 2_000_000_000,
  digest: 'cd'.repeat(32),
  details: { family: 'qwen3', families: null, parameter_size: '1.7B', quantization_level: 'Q4_K_M' },
};
export const show = {
  modelfile: `# Modelfile\nFROM /somewhere/blobs/sha256-${digest}\nTEMPLATE x\n`,
  parameters: 'num_ctx                        8192\nstop                           "<|im_end|>"',
  template: '{{ .System }}{{ .Prompt }}',
  license: '\n   Apache License\n   Version 2.0',
  details: { family: 'qwen3', parameter_size: '1.7B', quantization_level: 'Q4_K_M' },
  model_info: { 'general.architecture': 'qwen3', 'general.parameter_count': 1_720_574_976, 'qwen3.context_length': 40_960 },
  capabilities: ['completion', 'tools', 'thinking'],
};

export type OllamaServer = {
  chat: (index: number) => readonly ServerStep[];
  version?: string;
  tags?: readonly unknown[];
  show?: Record<string, unknown>;
  /** What the server gives of the context that a load asks for. */
  givenContext?: (asked: number) => number;
  memory?: Record<string, unknown>;
  /** In memory before the first request. */
  loaded?: number;
  other?: (request: ReceivedRequest) => readonly ServerStep[] | null;
};

const json = (value: unknown): ServerStep[] => reply(200, JSON.stringify(value));

type Body = { messages?: unknown[]; keep_alive?: unknown; options?: { num_ctx?: number } };

/** A server that behaves as Ollama does around chats: versions, lists, loading, unloading. */
export const ollamaServer = (server: OllamaServer): ServerScript => {
  let loaded: number | null = server.loaded ?? null;
  let chats = 0;
  return (request) => {
    const own = server.other?.(request) ?? null;
    if (own !== null) return own;
    const body = request.body === '' ? {} : (JSON.parse(request.body) as Body);
    switch (request.path) {
      case '/api/version':
        return json({ version: server.version ?? '0.17.4' });
      case '/api/tags':
        return json({ models: server.tags ?? [tag] });
      case '/api/show':
        return json(server.show ?? show);
      case '/api/ps':
        return json({
          models:
            loaded === null ? [] : [{ name: 'm:latest', context_length: loaded, ...(server.memory ?? { size: 100, size_vram: 100 }) }],
        });
      case '/api/chat': {
        if ((body.messages ?? []).length > 0) return server.chat(chats++);
        const asked = body.options?.num_ctx ?? 4_096;
        loaded = body.keep_alive === 0 ? null : (server.givenContext?.(asked) ?? asked);
        return json({
          model: 'm:latest',
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: loaded === null ? 'unload' : 'load',
        });
      }
      default:
        return reply(404, '404 page not found', { 'content-type': 'text/plain' });
    }
  };
};
