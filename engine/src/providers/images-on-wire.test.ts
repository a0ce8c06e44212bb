import type { ModelRequest } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { createCallMemory } from '../kit/wire/call-memory.ts';
import { messagesBody, createTraits as anthropicTraits } from './anthropic/messages-body.ts';
import { generateBody } from './gemini/generate-body.ts';
import { chatBody as ollamaBody } from './ollama/chat-body.ts';
import { createTraits as responsesTraits, responsesBody } from './openai-responses/responses-body.ts';
import { chatBody, createTraits } from './openai/chat-body.ts';

const request: ModelRequest = {
  messages: [{ role: 'user', content: 'What?', images: [{ mediaType: 'image/png', data: 'QUJD' }] }],
  sampling: { temperature: 0, topP: null, seed: null },
  maxTokens: 8,
  thinking: 'default',
  cachePrompt: false,
};

const text = { type: 'text', text: 'What?' };
const address = 'data:image/png;base64,QUJD';

test.each([
  ['openai', chatBody('m', request, createTraits(false)), 'messages', [{ type: 'image_url', image_url: { url: address } }, text]],
  [
    'openai-responses',
    responsesBody('m', request, responsesTraits()),
    'input',
    [
      { type: 'input_image', image_url: address },
      { type: 'input_text', text: 'What?' },
    ],
  ],
  [
    'anthropic',
    messagesBody('m', request, { traits: anthropicTraits(), memory: createCallMemory() }),
    'messages',
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }, text],
  ],
])('a picture stands before the text, as %s takes it', (_id, body, member, content) => {
  expect(JSON.parse(body)).toMatchObject({ [member]: [{ role: 'user', content }] });
});

test('a picture stands beside the text, as Ollama and Gemini take it', () => {
  const capabilities = { tools: 'unknown', thinking: 'unknown', vision: 'yes', system: 'unknown' } as const;
  expect(JSON.parse(ollamaBody({ model: 'm', capabilities, contextTokens: null }, request))).toMatchObject({
    messages: [{ role: 'user', content: 'What?', images: ['QUJD'] }],
  });
  expect(JSON.parse(generateBody(request, createCallMemory()))).toMatchObject({
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }, { text: 'What?' }] }],
  });
});
