import type { GenerateOptions, ModelRequest, Reply, Task, ToolDefinition } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { controlIds, oracleIds } from './behaviour.ts';
import { replyOfClient } from './clients.ts';

const tool: ToolDefinition = {
  name: 'book',
  description: '',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      size: { type: 'string', enum: ['large', 'small'] },
      nights: { type: 'integer', minimum: 2 },
      late: { type: 'boolean' },
      notes: { type: 'array', items: { type: 'string', default: 'none' } },
      guest: { type: 'object', properties: { name: { type: ['string', 'null'] } } },
    },
  },
};

const responseSchema = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    paid: { type: 'boolean' },
    lines: { type: 'array' },
    who: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};

const ask = (id: Parameters<typeof replyOfClient>[0], content: string, task: Partial<Task> = {}, turn = 0): Reply => {
  const request = { messages: [{ role: 'user', content }], tools: task.tools } as unknown as ModelRequest;
  const options: GenerateOptions = {
    signal: new AbortController().signal,
    origin: { task: task as Task, turn, encodeReply: (reply) => reply },
  };
  return replyOfClient(id, request, options);
};

describe('controls', () => {
  test.each(controlIds)('%s always gives a reply, with and without tools, on every turn the same', (id) => {
    for (const task of [{}, { tools: [tool] }, { responseSchema }]) {
      const reply = ask(id, 'Do it.', task);
      expect(reply.text !== undefined || (reply.toolCalls ?? []).length > 0).toBe(true);
      expect(ask(id, 'Do it.', task, 3)).toEqual(reply);
    }
  });

  test('always-first-choice takes the first option of everything', () => {
    expect(ask('always-first-choice', 'Which? A) x B) y')).toEqual({ text: 'Answer: A' });
    expect(ask('always-first-choice', 'Book "Bern" now', { tools: [tool] }).toolCalls).toEqual([
      { name: 'book', arguments: { city: 'Bern', size: 'large', nights: 2, late: true, notes: ['none'], guest: { name: 'Bern' } } },
    ]);
  });

  test('copy-the-schema fills in nothing of its own', () => {
    expect(ask('copy-the-schema', 'Sum?\n\nEnd with:\nAnswer: <number>')).toEqual({ text: 'End with:\nAnswer: <number>' });
    expect(ask('copy-the-schema', 'x', { responseSchema })).toEqual({ text: '{"total":0,"paid":false,"lines":[],"who":"string"}' });
    expect(ask('copy-the-schema', 'x', { tools: [tool] }).toolCalls?.[0]?.arguments['size']).toEqual({
      type: 'string',
      enum: ['large', 'small'],
    });
  });

  test('claims-done claims and calls nothing; garbage-code is code that no parser takes', () => {
    expect(ask('claims-done', 'Delete it.', { tools: [tool] }).toolCalls).toBeUndefined();
    expect(ask('claims-done', 'Delete it.').text).toMatch(/^Done\. I have deleted it/);
    expect(ask('garbage-code', 'Write a sort.').text).toMatch(/```python\n/);
  });
});

describe('oracle', () => {
  const said = (text: string, reasoning?: string) => ({
    name: text,
    replies: [{ text, ...(reasoning === undefined ? {} : { reasoning }) }],
  });
  const withProof = (...texts: string[]): Partial<Task> => ({ proof: { accepted: texts.map((text) => said(text)), rejected: [] } });

  test('each plays its own accepted case, or the last one', () => {
    expect(oracleIds.map((id) => ask(id, 'x', withProof('a', 'b', 'c', 'd', 'e')).text)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(oracleIds.map((id) => ask(id, 'x', withProof('a', 'b')).text)).toEqual(['a', 'b', 'b', 'b', 'b']);
  });

  test('the fourth thinks, in its own words where the case has none', () => {
    expect(ask('oracle-4', 'x', withProof('a')).reasoning).toMatch(/once more/);
    expect(ask('oracle-4', 'x', { proof: { accepted: [said('a', 'hm')], rejected: [] } }).reasoning).toBe('hm');
    expect(ask('oracle-3', 'x', withProof('a')).reasoning).toBeUndefined();
  });
});
