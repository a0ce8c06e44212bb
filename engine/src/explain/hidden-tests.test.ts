import { expect, test } from 'vitest';
import type { CodeRun, Task } from '@benchloop/spec';
import { hiddenTests } from './hidden-tests.ts';

const task: Task = {
  id: 'twice',
  family: 'f',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Write twice.' }],
  limits: { maxTokens: 1, maxTurns: 1 },
  proof: { accepted: [], rejected: [] },
  expect: {
    language: 'python',
    entry: 'twice',
    cpuMs: 100,
    tests: [
      { name: 'numbers', calls: [{ input: 'twice(2)', script: 'return twice(2)', returns: { t: 'int', v: '4' } }] },
      { name: 'texts', calls: [{ input: "twice('a')", script: "return twice('a')", returns: { t: 'text', v: 'aa' } }] },
      { name: 'never run', calls: [{ input: 'twice(0)', script: 'return twice(0)', returns: { t: 'int', v: '0' } }] },
    ],
  },
};
const run: CodeRun = {
  level: 'wasm',
  runtime: 'CPython',
  load: { end: 'returned', error: null },
  calls: [
    { id: '0.0', end: 'returned', error: null, value: { t: 'int', v: '4' }, output: '' },
    { id: '1.0', end: 'raised', error: { type: 'TypeError', message: 'no text', line: 1 }, value: null, output: '' },
  ],
};
const components = [
  { id: 'numbers', value: 1, reason: 'right' },
  { id: 'texts', value: 0, reason: 'wrong' },
];

test('each hidden test beside what its calls did, without running anything', () => {
  expect(hiddenTests(task, { kind: 'code-run', data: run }, components)).toEqual([
    { name: 'numbers', passed: true, calls: [{ input: 'twice(2)', expected: '4', actual: '4', holds: true }] },
    {
      name: 'texts',
      passed: false,
      calls: [{ input: "twice('a')", expected: '"aa"', actual: 'raised: TypeError: no text', holds: false }],
    },
    { name: 'never run', passed: false, calls: [{ input: 'twice(0)', expected: '0', actual: 'was not run', holds: false }] },
  ]);
});

test('a trial without a run of code has none', () => {
  expect(hiddenTests(task, undefined, [])).toBeNull();
  expect(hiddenTests(task, { kind: 'world', data: run }, [])).toBeNull();
  expect(hiddenTests({ ...task, expect: { word: 'a' } }, { kind: 'code-run', data: run }, [])).toBeNull();
});
