import type { AttemptContext, HarnessRequest, Message } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { generationOfReply } from '../../kit/scripted-generation.ts';
import { createBlueprintHarness } from './harness.ts';

const harness = createBlueprintHarness();

const firstRequest = async (messages: Message[]): Promise<HarnessRequest> => {
  const requests: HarnessRequest[] = [];
  await harness.attempt({
    task: { messages },
    limits: { maxTokens: 16, maxTurns: 1 },
    generate: async (request) => {
      requests.push(request);
      return generationOfReply({ text: 'Yes.' });
    },
  } as AttemptContext);
  return requests[0] ?? { messages: [], maxTokens: 0 };
};

describe('harness blueprint', () => {
  test('puts its note before the question and after the task’s own system message', async () => {
    const { messages } = await firstRequest([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Is it?' },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
    expect(messages[0]).toMatchObject({ content: 'Be brief.' });
    expect(messages[2]).toMatchObject({ content: 'Is it?' });
  });

  test('offers no tools where the task has none', async () => {
    expect(await firstRequest([{ role: 'user', content: 'Is it?' }])).not.toHaveProperty('tools');
  });
});
