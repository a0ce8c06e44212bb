import type { Provider } from '@benchloop/spec';
import { createAnthropicProvider } from './anthropic/provider.ts';
import { createGeminiProvider } from './gemini/provider.ts';
import { createLlamaCppProvider } from './llama-cpp/provider.ts';
import { createMockProvider } from './mock/provider.ts';
import { createOllamaProvider } from './ollama/provider.ts';
import { createOpenAiResponsesProvider } from './openai-responses/provider.ts';
import { createOpenAiProvider } from './openai/provider.ts';

/** Every provider, sorted by id. One line each; `npm run new provider <id>` adds it. */
export const providers: readonly (() => Provider)[] = [
  createAnthropicProvider,
  createGeminiProvider,
  createLlamaCppProvider,
  createMockProvider,
  createOllamaProvider,
  createOpenAiProvider,
  createOpenAiResponsesProvider,
];
