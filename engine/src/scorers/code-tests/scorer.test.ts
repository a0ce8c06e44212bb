import type { CodeRun, Task, Transcript } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { codeRequestOf } from './code-request.ts';
import type { CodeTestsExpect } from './expect.ts';
import { createCodeTestsScorer } from './scorer.ts';

const scorer = createCodeTestsScorer();
const int = (v: number) => ({ t: 'int' as const, v: String(v) });

const expectation: CodeTestsExpect = {
  language: 'python',
  entry: 'double',
  cpuMs: 1000,
  tests: [
    {
      name: 'small numbers',
      calls: [
        { input: 'double(2)', script: 'return double(2)', returns: int(4) },
        { input: 'double(5)', script: 'return double(5)', returns: int(10) },
      ],
    },
    { name: 'zero', calls: [{ input: 'double(0)', script: 'return double(0)', returns: int(0) }] },
  ],
};

const transcript: Transcript = {
  messages: [],
  finalText: '',
  reasoning: '',
  toolCalls: [],
  turns: 1,
  stop: 'answer',
  refused: false,
  problems: [],
};

const loaded: CodeRun['load'] = { end: 'returned', error: null };
const call = (
  id: string,
  value: CodeRun['calls'][number]['value'],
  more: Partial<CodeRun['calls'][number]> = {},
): CodeRun['calls'][number] => ({
  id,
  end: 'returned',
  error: null,
  value,
  output: '',
  ...more,
});
const right = [call('0.0', int(4)), call('0.1', int(10)), call('1.0', int(0))];
const runOf = (calls: CodeRun['calls'], load = loaded): CodeRun => ({ level: 'wasm', runtime: 'CPython 3.11.3', load, calls });
const judged = (run: CodeRun | null, expect: CodeTestsExpect = expectation) =>
  scorer.score({ task: {} as Task, expect, transcript, evidence: run === null ? null : { kind: 'code-run', data: run } });

describe('scorer code-tests', () => {
  test('all tests hold', () => {
    expect(judged(runOf(right))).toMatchObject({
      outcome: 'scored',
      score: { value: 1, passed: true, reason: 'All 2 hidden tests hold.' },
    });
  });

  test.each<[string, CodeRun, number, string]>([
    [
      'a wrong value',
      runOf([right[0] as never, call('0.1', int(11)), right[2] as never]),
      0.5,
      '1 of 2 hidden tests hold; “small numbers” fails: double(5) returned 11, expected 10.',
    ],
    ['True is not 1', runOf([call('0.0', { t: 'bool', v: true }), ...right.slice(1)]), 0.5, 'double(2) returned True, expected 4'],
    ['text', runOf([call('0.0', { t: 'text', v: '4' }), ...right.slice(1)]), 0.5, 'double(2) returned "4", expected 4'],
    [
      'an error',
      runOf([...right.slice(0, 2), call('1.0', null, { end: 'raised', error: { type: 'ValueError', message: 'no zero', line: 3 } })]),
      0.5,
      '“zero” fails: double(0) raised ValueError: no zero (line 3)',
    ],
    ['no time left', runOf([...right.slice(0, 2), call('1.0', null, { end: 'time' })]), 0.5, 'double(0) ran past its time limit'],
    [
      'printing',
      runOf([call('0.0', { t: 'none' }, { output: '4\n' }), ...right.slice(1)]),
      0.5,
      'double(2) returned None (it printed instead of returning), expected 4',
    ],
    [
      'a value that is no data',
      runOf([call('0.0', { t: 'other', v: 'Thing' }, { end: 'not-plain' }), ...right.slice(1)]),
      0.5,
      'double(2) returned a value that is no plain data',
    ],
    ['a call that is missing', runOf(right.slice(0, 2)), 0.5, 'double(0) was not run'],
    ['another call in its place', runOf([...right.slice(0, 2), call('7.0', int(0))]), 0.5, 'double(0) was not run'],
    [
      'a syntax error',
      runOf([], { end: 'raised', error: { type: 'SyntaxError', message: 'invalid syntax', line: 2 } }),
      0,
      "The program doesn't load: it raised SyntaxError: invalid syntax (line 2).",
    ],
    ['an exit', runOf([], { end: 'exited', error: null }), 0, "The program doesn't load: it ended the interpreter instead of returning."],
    ['an endless program', runOf(right, { end: 'time', error: null }), 0, 'it ran past its time limit'],
  ])('%s', (_name, run, value, reason) => {
    expect(judged(run)).toMatchObject({ outcome: 'scored', score: { value, passed: false, reason: expect.stringContaining(reason) } });
  });

  test('each test is a component', () => {
    const verdict = judged(runOf([call('0.0', int(5)), ...right.slice(1)]));
    expect(verdict).toMatchObject({
      score: {
        components: [
          { id: 'small numbers', value: 0 },
          { id: 'zero', value: 1 },
        ],
      },
    });
  });

  test('a tolerance is the task’s', () => {
    const run = runOf([call('0.0', { t: 'float', v: '4.05' }), ...right.slice(1)]);
    expect(judged(run, { ...expectation, tolerance: 0.1 })).toMatchObject({ score: { passed: true } });
    expect(judged(run)).toMatchObject({ score: { passed: false } });
  });

  test('long values are cut, and stand on one line', () => {
    const verdict = judged(
      runOf([call('0.0', { t: 'list', v: Array.from({ length: 5000 }, (_, index) => int(index)) }), ...right.slice(1)]),
    );
    expect(verdict.outcome === 'scored' && verdict.score.reason.length).toBeLessThan(400);
  });

  test.each<[string, unknown]>([
    ['no code', null],
    ['no wall', { kind: 'code-run', data: { ...runOf(right), level: 'none' } }],
    ['evidence of another kind', { kind: 'world', data: runOf(right) }],
    ['evidence that is broken', { kind: 'code-run', data: { calls: [] } }],
  ])('%s is unparseable', (_name, evidence) => {
    expect(scorer.score({ task: {} as Task, expect: expectation, transcript, evidence: evidence as never })).toMatchObject({
      outcome: 'unparseable',
    });
  });

  test('a promise of another form is refused', () => {
    expect(scorer.expectSchema.safeParse(expectation).success).toBe(true);
    for (const bad of [
      { ...expectation, tests: [] },
      { ...expectation, entry: 'a b' },
      { ...expectation, language: 'perl' },
      { ...expectation, more: 1 },
    ])
      expect(scorer.expectSchema.safeParse(bad).success).toBe(false);
  });
});

describe('what enters the sandbox', () => {
  const request = codeRequestOf({ expect: expectation }, { finalText: '```python\ndef double(n):\n    return 2 * n\n```' });

  test('holds the program and the calls, and no expected value', () => {
    expect(request).toMatchObject({ language: 'python', program: 'def double(n):\n    return 2 * n', limits: { cpuMs: 1000 } });
    expect(request?.calls).toEqual([
      { id: '0.0', script: 'return double(2)' },
      { id: '0.1', script: 'return double(5)' },
      { id: '1.0', script: 'return double(0)' },
    ]);
  });

  test('is nothing where the reply holds no code', () => {
    expect(codeRequestOf({ expect: expectation }, { finalText: 'hello' })).toBeNull();
  });
});
