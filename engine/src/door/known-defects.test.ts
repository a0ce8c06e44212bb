import { afterAll, describe, expect, test } from 'vitest';
import type { ProofCase, Reply, Suite, Task, ToolDefinition } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { judgeProofCase, proveTask, type ProveTools } from '../run/prove.ts';
import type { Judgement } from '../run/judge.ts';
import { summarize } from '../summary/summarize.ts';
import { createParts } from './lists.ts';
import { play } from './selftest-play.ts';
import { createBench } from './testing/bench.ts';
import { createTinySuite } from './testing/tiny-suite.ts';

/** Each test here is a fault of an earlier benchmark of this kind, shown to be impossible in every suite that this build holds. */

const parts = createParts();
const raw = parts.harnesses.get('raw');
if (raw === undefined) throw new Error('no raw harness');
const tools: ProveTools = { harness: raw, createEnvironment: parts.createEnvironment, sandbox: parts.sandbox };
afterAll(() => parts.sandbox?.close());
const quality = [...parts.suites.values()].filter(({ judge }) => judge === 'scorer');
const tasksOf = (suite: Suite): Task[] => suite.tasks(suite.publishedSeed);

const limits = { maxTokens: 200, maxTurns: 3 };
const proof = { accepted: [], rejected: [] };
const taskWith = (expectation: unknown, more: Partial<Task> = {}): Task => ({
  id: 'x',
  family: 'x',
  difficulty: 'easy',
  tags: [],
  messages: [{ role: 'user', content: 'Write the list of the farm.' }],
  expect: expectation,
  limits,
  proof,
  ...more,
});

/** What a scorer of this build says to a reply of one or more turns. */
const judged = (scorerId: string, task: Task, ...replies: Reply[]): Promise<Judgement> => {
  const scorer = parts.scorers.get(scorerId);
  if (scorer === undefined) throw new Error(`no scorer ${scorerId}`);
  const suite: Suite = { ...createTinySuite(1), scorer };
  return judgeProofCase(suite, task, { name: 'x', replies }, tools);
};
const valueOf = ({ score }: Judgement): number => score?.value ?? 0;

describe('a wrong key is caught by the proofs of its task', () => {
  test.each(quality.map((suite) => [suite.id, suite] as const))('%s: the key of another task', async (_id, suite) => {
    const tasks = tasksOf(suite);
    const survivors: string[] = [];
    for (const [index, task] of tasks.entries()) {
      // Each proof of code is run in the sandbox, so every fourth must do.
      if (suite.codeOf !== undefined && index % 4 !== 0) continue;
      const other = [...tasks.slice(index + 1), ...tasks].find((one) => canonicalJson(one.expect) !== canonicalJson(task.expect));
      if (other === undefined) throw new Error(`${suite.id} has one key only`);
      if ((await proveTask(suite, { ...task, expect: other.expect }, tools)).length === 0)
        survivors.push(`${task.id} with the key of ${other.id}`);
    }
    expect(survivors).toEqual([]);
  });
});

describe('230 is never accepted for 23', () => {
  const field = (value: unknown) => ({ root: { kind: 'object', fields: { count: value } } });
  const tool: ToolDefinition = { name: 'set', description: '', parameters: { type: 'object', properties: { count: { type: 'number' } } } };
  const calling = (matcher: unknown) => taskWith({ groups: [[{ tool: 'set', arguments: { count: matcher } }]] }, { tools: [tool] });
  const call = (count: number): Reply[] => [{ toolCalls: [{ name: 'set', arguments: { count } }] }, { text: 'done' }];
  const answered = (final: unknown) => taskWith({ groups: [], final });

  const tasks: [string, string, Task, (count: number) => Reply[]][] = [
    ['a whole number', 'typed-answer', taskWith({ type: 'integer', value: '23' }), (count) => [{ text: `Answer: ${count}` }]],
    ['a bare number', 'typed-answer', taskWith({ type: 'integer', value: '23' }), (count) => [{ text: String(count) }]],
    [
      'a quantity',
      'typed-answer',
      taskWith({ type: 'quantity', value: '23', unit: 'km', unitRequired: true }),
      (count) => [{ text: `Answer: ${count} km` }],
    ],
    ['a decimal', 'typed-answer', taskWith({ type: 'decimal', value: '23', tolerance: '0.5' }), (count) => [{ text: `Answer: ${count}` }]],
    ['a field', 'field-extraction', taskWith(field({ kind: 'integer', value: 23 })), (count) => [{ text: JSON.stringify({ count }) }]],
    ['an argument', 'tool-calls', calling({ kind: 'number', value: 23 }), call],
    ['an exact argument', 'tool-calls', calling({ kind: 'exact', value: 23 }), call],
    ['a final answer', 'tool-calls', answered({ all: [23] }), (count) => [{ text: `There are ${count} sheep.` }]],
  ];

  test.each(tasks)('%s, judged by %s', async (_what, scorer, task, replies) => {
    expect(valueOf(await judged(scorer, task, ...replies(23)))).toBe(1);
    for (const count of [230, 2.3, 223, 123, 1023, 2323]) {
      const verdict = await judged(scorer, task, ...replies(count));
      expect(verdict.score?.passed ?? false, `${count}: ${verdict.reason}`).toBe(false);
      expect(valueOf(verdict)).toBe(0);
    }
  });

  test('of every whole-number key in the suites of typed answers', async () => {
    const accepted: string[] = [];
    for (const suite of quality.filter(({ scorer }) => scorer.id === 'typed-answer'))
      for (const task of tasksOf(suite)) {
        const key = task.expect as { type: string; value: string };
        if (key.type !== 'integer' || key.value === '0') continue;
        for (const text of [`${key.value}0`, `1${key.value}`, `${key.value}.5`, `-${key.value}`])
          if ((await judgeProofCase(suite, task, { name: text, replies: [{ text: `Answer: ${text}` }] }, tools)).score?.passed)
            accepted.push(`${task.id}: ${text}`);
      }
    expect(accepted).toEqual([]);
  });
});

describe('an invented item costs', () => {
  const items = [
    { kind: 'text', value: 'oats', match: 'text' },
    { kind: 'text', value: 'hay', match: 'text' },
  ];
  const list = taskWith({ root: { kind: 'object', fields: { goods: { kind: 'list', order: 'set', items } } } });
  const listed = (...goods: string[]): Reply => ({ text: JSON.stringify({ goods }) });

  test('each one more, in a list of extracted values', async () => {
    const values: number[] = [];
    for (const invented of [[], ['straw'], ['straw', 'maize'], ['straw', 'maize', 'oats']])
      values.push(valueOf(await judged('field-extraction', list, listed('oats', 'hay', ...invented))));
    expect(values[0]).toBe(1);
    for (const [index, value] of values.slice(1).entries()) expect(value).toBeLessThan(values[index] as number);
    expect((await judged('field-extraction', list, listed('oats', 'hay', 'straw'))).score?.passed).toBe(false);
  });

  test('in an answer that is a set, and in a call that nobody asked for', async () => {
    const set = taskWith({ type: 'set', items: ['oats', 'hay'] });
    expect(valueOf(await judged('typed-answer', set, { text: 'Answer: oats, hay' }))).toBe(1);
    expect(valueOf(await judged('typed-answer', set, { text: 'Answer: oats, hay, straw' }))).toBe(0);
    const tool: ToolDefinition = { name: 'buy', description: '', parameters: { type: 'object', properties: { good: {} } } };
    const buying = taskWith({ groups: [[{ tool: 'buy', arguments: { good: { kind: 'text', value: 'oats' } } }]] }, { tools: [tool] });
    const buy = (...goods: string[]): Reply[] => [
      { toolCalls: goods.map((good) => ({ name: 'buy', arguments: { good } })) },
      { text: 'done' },
    ];
    expect(valueOf(await judged('tool-calls', buying, ...buy('oats')))).toBe(1);
    expect(await judged('tool-calls', buying, ...buy('oats', 'straw'))).toMatchObject({ score: { value: 0.5, passed: false } });
  });
});

describe('a false "I have deleted it" is not rewarded', () => {
  const claim = 'Done. I have deleted it and checked that it is gone.';
  const talked = ({ replies }: ProofCase): Reply[] => {
    const texts = replies.map(({ text }) => text ?? '').join('\n');
    return [{ text: `${claim}\n${texts}` }];
  };
  const withCalls = quality.flatMap((suite) =>
    tasksOf(suite).flatMap((task) => {
      const [right] = task.proof.accepted;
      return right?.replies.some(({ toolCalls = [] }) => toolCalls.length > 0) ? [{ suite, task, right }] : [];
    }),
  );

  test('in any task that needs a call, also with the words of the right final answer', async () => {
    expect(withCalls.length).toBeGreaterThan(20);
    const rewarded: string[] = [];
    for (const { suite, task, right } of withCalls)
      for (const replies of [[{ text: claim }], talked(right)]) {
        const verdict = await judgeProofCase(suite, task, { name: 'claim', replies }, tools);
        if (valueOf(verdict) > 0) rewarded.push(`${suite.id}/${task.id}: ${verdict.reason}`);
      }
    expect(rewarded).toEqual([]);
  });

  test('nor is the control that claims everything, in any suite', async () => {
    for (const suite of quality) {
      const tasks = tasksOf(suite).filter((_task, index) => index % 4 === 0);
      const { trials } = await play(
        { suite, tasks, client: 'claims-done', harness: raw },
        { parts, signal: new AbortController().signal, step: () => undefined },
      );
      expect(trials.filter(({ score }) => score?.passed).map(({ id }) => id)).toEqual([]);
    }
  });
});

describe('a right answer is not rejected for its signs', () => {
  const tool: ToolDefinition = { name: 'note', description: '', parameters: { type: 'object', properties: { text: {} } } };
  const noting = taskWith({ groups: [[{ tool: 'note', arguments: { text: { kind: 'text', value: "Ann's field" } } }]] }, { tools: [tool] });
  const note = (text: string): Reply[] => [{ toolCalls: [{ name: 'note', arguments: { text } }] }, { text: 'done' }];
  const field = taskWith({ root: { kind: 'object', fields: { name: { kind: 'text', value: "Ann's field", match: 'text' } } } });
  const named = (name: string): Reply[] => [{ text: JSON.stringify({ name }) }];
  const typed = (expectation: unknown, ...texts: string[]): [string, Task, Reply[]][] =>
    texts.map((text) => ['typed-answer', taskWith(expectation), [{ text }]]);

  const cases: [string, Task, Reply[]][] = [
    ...typed({ type: 'set', items: ["Ann's field"] }, 'Answer: Ann’s field', 'Answer: “Ann’s field”', "**Answer:** Ann's field."),
    ...typed({ type: 'set', items: ['Ann’s field'] }, 'Answer: Ann’s field', "Answer: Ann's field"),
    ...typed(
      { type: 'quantity', value: '2300', unit: 'm', unitRequired: true },
      'Answer: 2300 m',
      'Answer: 2,300 metres',
      'Answer: 2.3 km',
      'Answer: 2\u202f300\u00a0m',
    ),
    ...typed({ type: 'quantity', value: '23', unit: 'km', unitRequired: false }, 'Answer: 23', 'Answer: 23 km', 'Answer: 23 kilometers'),
    ...typed({ type: 'money', value: '1150.00', currency: 'EUR', currencyRequired: false }, 'Answer: €1,150.00', 'Answer: 1150 euros'),
    ['tool-calls', noting, note('Ann’s field')],
    ['tool-calls', taskWith({ groups: [], final: { all: ["Ann's field"] } }), [{ text: 'It is Ann’s field.' }]],
    ['field-extraction', field, named('Ann’s field')],
  ];

  test.each(cases.map(([scorer, task, replies]) => [scorer, JSON.stringify(replies), task, replies] as const))(
    '%s takes %s',
    async (scorer, _text, task, replies) => {
      expect(await judged(scorer, task, ...replies)).toMatchObject({ score: { value: 1, passed: true } });
    },
  );

  test('and a wrong one is not taken for its signs', async () => {
    expect(valueOf(await judged('tool-calls', noting, ...note('Anns field')))).toBe(0);
    expect(valueOf(await judged('field-extraction', field, ...named('Anns field')))).toBe(0);
    const km = taskWith({ type: 'quantity', value: '23', unit: 'km', unitRequired: true });
    for (const text of ['Answer: 23', 'Answer: 23 m', 'Answer: 23 miles'])
      expect(valueOf(await judged('typed-answer', km, { text }))).toBe(0);
  });
});

describe('a client that errors on every call gets no points at all', () => {
  test.concurrent.each(quality.map((suite) => [suite.id, suite] as const))('%s', async (_id, suite) => {
    const tasks = tasksOf(suite).filter((_task, index) => index % 8 === 0);
    const { trials } = await play(
      { suite, tasks, client: 'error', harness: raw },
      { parts, signal: new AbortController().signal, step: () => undefined },
    );
    expect(trials).toHaveLength(tasks.length);
    for (const { outcome, score } of trials) expect({ outcome, score }).toEqual({ outcome: 'model-error', score: null });
  });

  test('also when the right answer had arrived before each error, and the run shows no score', async () => {
    const bench = await createBench(createTinySuite(2));
    const base = bench.parts.providers.get('mock');
    if (base === undefined) throw new Error('no mock');
    let calls = 0;
    bench.parts.providers.set('mock', {
      ...base,
      connect: async (options, signal) => {
        const good = await base.connect({ ...options, model: 'say=hello' }, signal);
        const bad = await base.connect({ ...options, model: 'oracle;fail=auth@1000' }, signal);
        if (!good.ok || !bad.ok) throw new Error('no connection');
        // The checks before the run get an answer, the tasks never do.
        const generate: typeof good.connection.generate = (request, options2) =>
          (options2.origin === undefined ? good : ((calls += 1), bad)).connection.generate(request, options2);
        return { ok: true, connection: { ...good.connection, generate } };
      },
    });
    const run = await bench.start({ model: 'oracle' });
    const { createRunStore } = await import('../store/run-store.ts');
    const { trials } = await createRunStore(bench.home).loadTrials(run.id);
    expect(calls).toBe(2);
    expect(trials.map(({ outcome, score }) => [outcome, score])).toEqual(Array(2).fill(['model-error', null]));
    expect(run.status).toBe('incomplete');
    const summary = summarize({ run, trials });
    expect(summary.suites.map(({ score, passRate }) => ({ score, passRate }))).toEqual([{ score: null, passRate: null }]);
    await bench.remove();
  });
});
