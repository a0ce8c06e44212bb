import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeReplyFormat, withMembersReplaced } from '../../kit/wire/conformance.ts';
import { createChatStream } from '../openai/chat-stream.ts';
import { ollamaCases } from './cases/cases.ts';
import { line } from './cases/notation.ts';
import { createOllamaReader } from './chat-stream.ts';
import { cutPromptError } from './errors.ts';
import { createOllamaProvider } from './provider.ts';

describeReplyFormat('ollama', { createReader: createOllamaReader, decode: createOllamaProvider().decode, cases: ollamaCases });

test('members of any type are survived', () => {
  const full = {
    message: { content: 'a', thinking: 'b', tool_calls: [{ id: 'c', function: { name: 'f', arguments: { x: 1 } } }] },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 1,
    eval_count: 2,
    eval_duration: 3,
    load_duration: 4,
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const odd of withMembersReplaced(full, value)) {
        const reader = createOllamaReader({ status: 200 });
        reader.push(line({ wrapped: odd }) + `${JSON.stringify(odd)}\n`, 5);
        reader.end();
      }
    }),
    { numRuns: 25 },
  );
});

test('calls without id get one each, the same for the same reply', () => {
  const wire = [1, 2]
    .map((a) => line({ message: { tool_calls: [{ function: { name: 'f', arguments: { a } } }] }, done: a === 2 }))
    .join('');
  const idsOf = () => {
    const reader = createOllamaReader({ status: 200 });
    reader.push(wire, 1);
    return reader.end().generation.toolCalls.map((call) => call.id);
  };
  expect(idsOf()).toEqual(idsOf());
  expect(new Set(idsOf()).size).toBe(2);
  expect(idsOf().every((id) => /^[a-z0-9]{9}$/u.test(id))).toBe(true);
});

test('115: the OpenAI-compatible API of Ollama ends a broken reply with an empty chunk', () => {
  const stream = createChatStream({ status: 200 });
  stream.push('data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}\n\n', 1);
  stream.push('data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}]}\n\n', 2);
  const { generation, error } = stream.end();
  expect(generation.text).toBe('Hi');
  expect(error?.kind).toBe('stream-truncated');
});

test('118: a prompt that was cut in silence is an overflow, a short one is none', () => {
  const cut = cutPromptError({ characters: 8_000 * 4.5, counted: 2_050, contextTokens: 4_096 });
  expect(cut).toMatchObject({ kind: 'context-overflow', hint: expect.stringMatching(/--context/u) as string });
  expect(cut?.message).toMatch(/6000[\s\S]*4096[\s\S]*2050/u);
  expect(cutPromptError({ characters: 8_000 * 4.5, counted: 8_000, contextTokens: 16_384 })).toBeNull();
  expect(cutPromptError({ characters: 8_000 * 4.5, counted: 2_050, contextTokens: 8_192 })).toBeNull();
  expect(cutPromptError({ characters: 8_000 * 4.5, counted: null, contextTokens: 4_096 })).toBeNull();
  expect(cutPromptError({ characters: 8_000 * 4.5, counted: 2_050, contextTokens: null })).toBeNull();
});

test('every case of wire.md section 13 F, and 124 to 126, is tested here', () => {
  const elsewhere = [115, 117, 118, 119];
  const covered = new Set([...ollamaCases.map(({ number }) => number), ...elsewhere]);
  const expected = [...Array.from({ length: 14 }, (_, index) => 106 + index), 124, 125, 126];
  expect(expected.filter((number) => !covered.has(number))).toEqual([]);
});
