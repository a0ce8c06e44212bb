import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Reply, Task } from '@benchloop/spec';
import { stepSchema } from '../harnesses/constrained/step-schema.ts';
import { encodeStep } from '../harnesses/constrained/step.ts';
import { matchesGbnf } from '../providers/llama-cpp/fixtures/gbnf-match.ts';
import { grammarOfSchema } from '../providers/llama-cpp/json-schema-grammar.ts';
import { suites } from '../suites/index.ts';

type Schema = Record<string, unknown>;

const isRecord = (value: unknown): value is Schema => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Members in the order of their schema: a grammar has one order, and a model held by it writes that one. */
const inOrder = (value: unknown, schema: unknown): unknown => {
  if (Array.isArray(value) && isRecord(schema)) return value.map((item) => inOrder(item, schema['items']));
  if (!isRecord(value) || !isRecord(schema) || !isRecord(schema['properties'])) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => name in value)
      .map((name) => [name, inOrder(value[name], properties[name])]),
  );
};

const orderedReply = (task: Task, { toolCalls = [], ...reply }: Reply): Reply => ({
  ...reply,
  toolCalls: toolCalls.map((call) => ({
    name: call.name,
    arguments: inOrder(call.arguments, (task.tools ?? []).find(({ name }) => name === call.name)?.parameters) as Schema,
  })),
});

const withTools = suites
  .map((create) => create())
  .map((suite) => [suite.id, suite.tasks(suite.publishedSeed).filter(({ tools = [] }) => tools.length > 0)] as const)
  .filter(([, tasks]) => tasks.length > 0);

describe.each(withTools)('the steps of %s', (_id, tasks) => {
  test('are all that a right reply needs: each fits the schema that holds a model', () => {
    const ajv = new Ajv2020({ strict: false });
    const misfits = tasks.flatMap((task) => {
      const fits = ajv.compile(stepSchema(task.tools ?? []));
      const replies = task.proof.accepted.flatMap(({ replies: said }) => said);
      return replies
        .map((reply) => encodeStep(reply).text ?? '')
        .filter((text) => !fits(JSON.parse(text)))
        .map((text) => `${task.id}: ${text}`);
    });
    expect(misfits).toEqual([]);
  });

  test('can be written under the grammar of the embedded engine, which holds every part of the schema', () => {
    const misfits: string[] = [];
    for (const task of tasks) {
      const { gbnf, notEnforced } = grammarOfSchema(stepSchema(task.tools ?? []));
      expect(notEnforced, task.id).toEqual([]);
      const reply = task.proof.accepted[0]?.replies[0] ?? {};
      const text = encodeStep(orderedReply(task, reply)).text ?? '';
      if (!matchesGbnf(gbnf, text)) misfits.push(`${task.id}: ${text}`);
      if (matchesGbnf(gbnf, '{"tool":"no_such_tool","arguments":{}}')) misfits.push(`${task.id} takes a tool that is not offered`);
    }
    expect(misfits).toEqual([]);
  });
});
