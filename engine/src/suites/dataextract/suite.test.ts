import { describe, expect, test } from 'vitest';
import { taskSchema, type Task } from '@benchloop/spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { createRandom } from '../../kit/random.ts';
import { judgeProofCase, proveTask } from '../../run/prove.ts';
import { extractionFamilies } from './families.ts';
import { copyOfSchema, schemaOf } from './json-schema.ts';
import type { Data, ObjectShape, Shape } from './shape.ts';
import { createDataextractSuite } from './suite.ts';

const suite = createDataextractSuite();
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const frozen = suite.tasks(suite.publishedSeed);
const promptOf = (task: Task): string => task.messages.map(({ content }) => content).join('\n');
const documentOf = (task: Task): string => /=== document ===\n([\s\S]*)\n=== end of document ===/.exec(promptOf(task))?.[1] ?? '';
const referenceOf = (task: Task): unknown => JSON.parse(task.proof.accepted[0]?.replies[0]?.text ?? '');

/** The shape of each task of a set: a seed does not change it. */
const shapes = new Map<string, ObjectShape>(
  extractionFamilies.flatMap(({ id, levels }) =>
    levels.map(([, extraction], index): [string, ObjectShape] => [
      `${id}-${String(index + 1).padStart(2, '0')}`,
      extraction(createRandom(1)).shape,
    ]),
  ),
);
const shapeOf = (task: Task): ObjectShape => shapes.get(task.id) ?? {};

describe('frozen set', () => {
  test('has 52 tasks, each level of difficulty a quarter', () => {
    expect(frozen.length).toBe(52);
    for (const level of ['easy', 'medium', 'hard', 'extreme'])
      expect(frozen.filter(({ difficulty }) => difficulty === level).length, level).toBe(13);
  });

  test('every task fits the schema, is the same each time and asks something else than the others', () => {
    for (const task of frozen) taskSchema.parse(task);
    expect(canonicalJson(suite.tasks(suite.publishedSeed))).toBe(canonicalJson(frozen));
    expect(new Set(frozen.map(promptOf)).size).toBe(frozen.length);
  });

  test('every proof holds through the raw harness', async () => {
    const failures: string[] = [];
    for (const task of frozen) failures.push(...(await proveTask(suite, task, tools)));
    expect(failures).toEqual([]);
  });

  test('every reference obeys the response schema, and the schema is one', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const task of frozen) {
      const isValid = ajv.compile(task.responseSchema ?? {});
      expect(isValid(referenceOf(task)), `${task.id}: ${JSON.stringify(isValid.errors)}`).toBe(true);
      expect(isValid({ ...(referenceOf(task) as object), remark: 'none' }), task.id).toBe(false);
    }
  });

  test('the prompt names every key, and the limits leave room for the answer', () => {
    const keysIn = (shape: ObjectShape): string[] =>
      Object.entries(shape).flatMap(([key, inner]) => [key, ...(inner.kind === 'rows' || inner.kind === 'object' ? keysIn(inner.of) : [])]);
    for (const task of frozen) {
      for (const key of keysIn(shapeOf(task))) expect(promptOf(task), task.id).toContain(`- "${key}": `);
      expect(task.limits.maxTokens).toBeGreaterThanOrEqual(400);
      expect(task.limits.maxTokens).toBeLessThanOrEqual(1200);
      expect(task.limits.maxTokens, task.id).toBeGreaterThan(JSON.stringify(referenceOf(task)).length / 2.5);
    }
  });

  test('every proof holds near misses of the kinds that models write', () => {
    const kinds = [
      'the schema copied',
      'an empty object',
      'prose only',
      'JSON in the thinking only',
      'a trailing comma',
      'two different objects',
      'an invented field',
    ];
    for (const task of frozen) {
      const names = task.proof.rejected.map(({ name }) => name);
      expect(
        kinds.filter((kind) => !names.includes(kind)),
        task.id,
      ).toEqual([]);
      expect(task.proof.accepted.length).toBeGreaterThanOrEqual(8);
    }
  });
});

describe('controls', () => {
  const filled = (shape: ObjectShape, give: (leaf: Shape) => Data): { [key: string]: Data } =>
    Object.fromEntries(
      Object.entries(shape).map(([key, inner]): [string, Data] => [
        key,
        inner.kind === 'object'
          ? filled(inner.of, give)
          : inner.kind === 'rows'
            ? [filled(inner.of, give)]
            : inner.kind === 'list'
              ? [give(inner.of)]
              : give(inner),
      ]),
    );
  const words = (task: Task): string[] => [...new Set(documentOf(task).match(/[\p{L}\p{N}.:@_-]+/gu))];
  const first = (leaf: Shape): Data => (leaf.kind === 'enum' ? (leaf.options[0] ?? null) : leaf.kind === 'boolean' ? true : null);
  const typed = (leaf: Shape): Data =>
    leaf.kind === 'integer' || leaf.kind === 'decimal'
      ? 1
      : leaf.kind === 'money'
        ? { amount: 1, currency: 'EUR' }
        : leaf.kind === 'date'
          ? '2026-01-01'
          : (first(leaf) ?? 'unknown');
  const json = (value: unknown): string => JSON.stringify(value);
  const controls: Record<string, (task: Task) => string> = {
    empty: () => '',
    constant: () => '42',
    'constant object': () => '{"answer": 42}',
    'empty object': () => '{}',
    'empty list': () => '[]',
    refuse: () => 'I’m sorry, but I can’t help with that.',
    'claims-done': () => 'I have extracted all data.',
    echo: promptOf,
    'echo of the document': documentOf,
    'copy-the-schema': (task) => json(copyOfSchema(shapeOf(task))),
    'copy of the JSON schema': (task) => json(schemaOf(shapeOf(task))),
    'copy of the lines with the keys': (task) =>
      promptOf(task)
        .split('\n')
        .filter((line) => /^ *- "/.test(line))
        .join('\n'),
    'everything null': (task) => json(filled(shapeOf(task), () => null)),
    'spray of the document in every key': (task) => json(filled(shapeOf(task), () => documentOf(task))),
    'spray of all words in every key': (task) => json(filled(shapeOf(task), () => words(task))),
    'spray of a likely value of each type': (task) => json(filled(shapeOf(task), typed)),
    'always-first-choice': (task) => json(filled(shapeOf(task), first)),
    'garbage-code': () => '```python\ndef extract(text):\n    return {"a": 1}\n```',
  };
  const sets = [suite.publishedSeed, ...Array.from({ length: 20 }, (_, seed) => seed + 1)].map((seed) => suite.tasks(seed));

  test.each(Object.entries(controls))('%s passes nothing and gets at most 10 of 100 points', async (name, replyTo) => {
    for (const tasks of sets) {
      let sum = 0;
      for (const task of tasks) {
        const verdict = await judgeProofCase(suite, task, { name, replies: [{ text: replyTo(task) }] }, tools);
        expect(verdict.score?.passed ?? false, `${task.id}: ${verdict.reason}`).toBe(false);
        sum += verdict.score?.value ?? 0;
      }
      expect((sum / tasks.length) * 100).toBeLessThanOrEqual(10);
    }
  });
});
