import { expect, test } from 'vitest';
import type { Model } from '@benchloop/spec';
import { createTinySuite } from '../door/testing/tiny-suite.ts';
import { createRawHarness } from '../harnesses/raw/harness.ts';
import { contextWarnings, fitsContext, supportOf } from './support.ts';

const model: Model = {
  providerId: 'mock',
  name: 'tiny-4k',
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: 4096,
  licence: null,
  capabilities: { tools: 'yes', thinking: 'unknown', vision: 'unknown', system: 'yes' },
};
const harness = createRawHarness();
const suite = createTinySuite(3);
const [small, middle, large] = suite.tasks(1).map((task, at) => ({ ...task, contextTokens: [2048, 4096, 16_384][at] as number }));
if (small === undefined || middle === undefined || large === undefined) throw new Error('three tasks are needed');

test('a task fits up to exactly the context in force, and always where that is not known', () => {
  expect([small, middle, large].map((task) => fitsContext(task, model))).toEqual([true, true, false]);
  expect([small, middle, large].every((task) => fitsContext(task, { ...model, contextInForce: null }))).toBe(true);
  expect(fitsContext({}, { ...model, contextInForce: 1 })).toBe(true);
});

test('what does not fit is unsupported with the reason and the setting', () => {
  expect(supportOf(small, harness, model)).toEqual({ supported: true });
  expect(supportOf(large, harness, model)).toEqual({
    supported: false,
    reason: 'the task needs a context of 16384 tokens, and 4096 are in force',
    remedy: 'start again with --ctx 16384, or start the server with a context of that size',
  });
});

test('a larger --ctx is not promised to a model that was trained for less', () => {
  const support = supportOf(large, harness, { ...model, contextTrained: 8192 });
  expect(support).toMatchObject({ remedy: 'take a model that was trained for a context of 16384 tokens; tiny-4k was trained for 8192' });
});

test('what the harness does not support stays unsupported where the task fits', () => {
  const strict = { ...harness, supports: () => ({ supported: false as const, reason: 'no', remedy: 'none' }) };
  expect(supportOf(small, strict, model)).toEqual({ supported: false, reason: 'no', remedy: 'none' });
});

test('one warning for a suite, whatever the number of tasks and repeats', () => {
  const work = [small, middle, large, { ...large, id: 'word-09', contextTokens: 8192 }].flatMap((task) => [
    { suite, task },
    { suite, task },
  ]);
  expect(contextWarnings(work, model)).toEqual([
    {
      code: 'context-small',
      message: '2 of 4 tasks of tiny need a context of up to 16384 tokens, and 4096 are in force: they end unsupported without an attempt.',
      nextStep: 'To run them, start again with --ctx 16384, or start the server with a context of that size.',
    },
  ]);
  expect(contextWarnings(work, { ...model, contextInForce: 16_384 })).toEqual([]);
  expect(contextWarnings(work, { ...model, contextInForce: null })).toEqual([]);
});
