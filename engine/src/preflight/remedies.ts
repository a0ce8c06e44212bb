import type { Model, ServerFacts, Tokens } from '@benchloop/spec';

const nextSize = (tokens: Tokens): Tokens => 2 ** Math.ceil(Math.log2(tokens));

type Remedy = (size: Tokens, server: ServerFacts, providerId: string) => string;

/** How each kind of server is given a larger window. */
const contextOf: Record<string, Remedy> = {
  'llama.cpp': (size) => `Run with --ctx ${size}.`,
  'llama-server': (size, { slots }) =>
    `Start llama-server with -c ${size * (slots ?? 1)}${(slots ?? 1) > 1 ? ` (${size} for each of its ${slots} slots)` : ''}.`,
  // Its OpenAI-compatible API takes no context.
  ollama: (size, _server, providerId) =>
    `Run with ${providerId === 'ollama' ? '' : '--provider ollama '}--ctx ${size}, or start it as OLLAMA_CONTEXT_LENGTH=${size} ollama serve.`,
  'lm-studio': (size) => `Load the model with lms load MODEL --context-length ${size}.`,
  vllm: (size) => `Start vLLM with --max-model-len ${size}.`,
  sglang: (size) => `Start SGLang with --context-length ${size}.`,
  tgi: (size) => `Start TGI with --max-total-tokens ${size}.`,
  koboldcpp: (size) => `Start KoboldCpp with --contextsize ${size}.`,
  localai: (size) => `Set context_size: ${size} in the model’s configuration of LocalAI.`,
};

const anyContext: Remedy = (size) =>
  `Give the server a context of ${size} tokens (llama-server: -c ${size}; Ollama: OLLAMA_CONTEXT_LENGTH=${size}; vLLM: --max-model-len ${size}; LM Studio: lms load MODEL --context-length ${size}).`;

/** The setting that makes the window of the model's server hold this many tokens. */
export const contextRemedy = ({ server, model }: { server: ServerFacts; model: Pick<Model, 'providerId'> }, tokens: Tokens): string =>
  (contextOf[server.kind] ?? anyContext)(nextSize(tokens), server, model.providerId);

const aroundServer = 'run with --harness hermes, which writes the tools into the prompt';

const toolsOf: Record<string, string> = {
  'llama-server': 'start llama-server with --jinja',
  vllm: 'start vLLM with --enable-auto-tool-choice --tool-call-parser NAME',
  sglang: 'start SGLang with --tool-call-parser NAME',
  ollama: 'take a model that lists tools in ollama show MODEL',
  'lm-studio': 'take a model that LM Studio marks for tool use',
};

/** The settings that make a server take tools, or go round it. */
export const toolRemedy = (server: ServerFacts): string =>
  `${aroundServer}, or ${toolsOf[server.kind] ?? 'switch on the server’s tool calling (llama-server: --jinja; vLLM: --enable-auto-tool-choice --tool-call-parser NAME)'}`;

/** The same where the model's own template has no place for tools. */
export const templateRemedy: string = `${aroundServer}, or take a model whose chat template has tools`;
