import { describe, expect, test } from 'vitest';
import { createCallMemory } from './call-memory.ts';
import { createFrameReader } from './frames.ts';
import { chooseName } from './server-questions.ts';

describe('the choice of a model', () => {
  const choose = (names: string[], wanted: string | null) => chooseName({ names, wanted, origin: 'http://127.0.0.1:1' });

  test('is the one named, or the only one', () => {
    expect(choose(['a', 'b'], 'b')).toEqual({ ok: true, name: 'b' });
    expect(choose(['a'], null)).toEqual({ ok: true, name: 'a' });
    expect(chooseName({ names: ['A'], wanted: 'a', origin: '', same: (one, other) => one.toLowerCase() === other })).toEqual({
      ok: true,
      name: 'A',
    });
  });

  test('is an error that lists what there is, nearest first', () => {
    const names = ['gemma', 'llama-3', 'qwen'];
    expect(choose(names, 'llama3')).toMatchObject({
      ok: false,
      error: { kind: 'not-found', message: expect.stringMatching(/It has: llama-3, gemma/u) as string },
    });
    expect(choose(names, null)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/several models/u) as string } });
    expect(choose([], null)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/no model/u) as string } });
    const many = choose(
      Array.from({ length: 25 }, (_, index) => `m${index}`),
      null,
    );
    expect(many).toMatchObject({ error: { message: expect.stringMatching(/and 5 more/u) as string } });
  });
});

test('what came with a call is kept by its id, the oldest forgotten first', () => {
  const memory = createCallMemory();
  memory.keep('a', 1);
  memory.keep('a', 2);
  expect(memory.recall('a')).toBe(2);
  expect(memory.recall('b')).toBeUndefined();
  for (let index = 0; index < 2_000; index += 1) memory.keep(`c${index}`, index);
  expect(memory.recall('a')).toBeUndefined();
  expect(memory.recall('c1999')).toBe(1999);
});

test('a broken line of JSON does not swallow those behind it, and an object over many lines is one', () => {
  const kindsOf = (text: string) => {
    const reader = createFrameReader();
    return [...reader.push(text), ...reader.end()].map(({ kind }) => kind);
  };
  expect(kindsOf('{"a":1}\n{"b":\n{"c":1}\n{"d":1}')).toEqual(['json', 'malformed', 'json', 'json']);
  expect(kindsOf('{\n  "a": {\n    "b": 1\n  }\n}\n')).toEqual(['json']);
  expect(kindsOf('{"a":1')).toEqual([]);
});
