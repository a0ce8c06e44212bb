import { expect, test } from 'vitest';
import { UserError } from '@benchloop/spec';
import { readEnvironment, readRunOptions } from './run-flags.ts';

const read = (values: Record<string, string>) => readRunOptions(values, (name) => `--${name}`);

test.each([
  [{ trials: '3' }, { trials: 3 }],
  [{ suites: 'a, b,' }, { suites: ['a', 'b'] }],
  [{ timeout: '90s' }, { timeoutMs: 90_000 }],
  [{ timeout: '5min' }, { timeoutMs: 300_000 }],
  [{ timeout: '800ms' }, { timeoutMs: 800 }],
  [{ timeout: '2' }, { timeoutMs: 2000 }],
  [{ threads: 'auto' }, { threads: 'auto' }],
  [{ 'gpu-layers': '0' }, { gpuLayers: 0 }],
  [{ 'gpu-memory-gb': '16' }, { gpuMemoryBytes: 16 * 1024 ** 3 }],
  [{ think: 'off' }, { think: 'off' }],
  [{ temperature: '0.7' }, { temperature: 0.7 }],
  [{ ctx: '4096' }, { contextTokens: 4096 }],
  [{ seed: '0' }, { seed: 0 }],
])('%o is read', (values, options) => {
  expect(read(values as Record<string, string>)).toEqual(options);
});

test.each([
  { trials: '0' },
  { trials: '1.5' },
  { trials: '-1' },
  { trials: 'many' },
  { trials: '' },
  { suites: ' , ' },
  { timeout: '0s' },
  { timeout: '5 parsecs' },
  { threads: 'all' },
  { think: 'hard' },
  { temperature: '' },
  { temperature: '9' },
  { ctx: '12' },
  { 'gpu-memory-gb': '-2' },
  { place: 'moon' },
  { model: ' ' },
])('%o is refused, naming the flag and what it takes', (values) => {
  const name = Object.keys(values)[0] as string;
  const failure = (() => {
    try {
      return read(values as unknown as Record<string, string>);
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({
    message: expect.stringContaining(`--${name}`) as string,
    nextStep: expect.stringMatching(/^Give /) as string,
    exitCode: 2,
  });
});

test('the environment has the same names in capitals', () => {
  expect(readEnvironment({ BENCHLOOP_MAX_TOKENS: '99', BENCHLOOP_MODEL: '', OTHER: 'x' })).toEqual({ maxTokens: 99 });
  expect(() => readEnvironment({ BENCHLOOP_TRIALS: 'x' })).toThrow(/BENCHLOOP_TRIALS/);
});
