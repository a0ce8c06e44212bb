import { expect, test } from 'vitest';
import { fitsRequest, readChildMessage } from './child-answers.ts';

const run = { runtime: 'CPython', load: { end: 'returned', error: null }, calls: [] };

test('messages in their form are read', () => {
  expect(readChildMessage({ type: 'result', id: 1, run })).toEqual({ type: 'result', id: 1, run });
});

test.each([
  ['an unknown type', { type: 'passed', id: 1 }],
  ['an unknown end', { type: 'result', id: 1, run: { ...run, load: { end: 'passed', error: null } } }],
  ['a level of its own', { type: 'ready', cpuScale: -1, escapes: {} }],
  ['text', 'result'],
  ['nothing', null],
])('a message with %s is refused', (_what, message) => {
  expect(() => readChildMessage(message)).toThrow();
});

test('a value that is nested beyond all measure is refused, and ends nothing', () => {
  let value: unknown = { t: 'none' };
  for (let depth = 0; depth < 50_000; depth += 1) value = { t: 'list', v: [value] };
  const call = { id: 'a', end: 'returned', error: null, value, output: '' };
  expect(() => readChildMessage({ type: 'result', id: 1, run: { ...run, calls: [call] } })).toThrow();
});

test('a result with other calls than were asked for does not fit', () => {
  const request = {
    language: 'python' as const,
    program: '',
    calls: [{ id: 'a', script: '' }],
    limits: { cpuMs: 1, memoryBytes: 1, outputBytes: 1, fileBytes: 1 },
  };
  const call = { id: 'a', end: 'returned' as const, error: null, value: null, output: '' };
  const of = (calls: (typeof call)[]) => fitsRequest({ runtime: '', load: { end: 'returned', error: null }, calls }, request);
  expect(of([call])).toBe(true);
  expect([of([]), of([call, call]), of([{ ...call, id: 'b' }])]).toEqual([false, false, false]);
});
