import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '../../engine/src/custom-suites/limits.ts';
import { matchers } from '../../engine/src/custom-suites/suite-file.ts';
import { expectedSchema } from '../../engine/src/scorers/field-extraction/expect.ts';
import { scorers } from '../../engine/src/scorers/index.ts';
import { ruleKinds } from '../../engine/src/scorers/instruction-rules/rules/index.ts';
import { matcherSchema } from '../../engine/src/scorers/tool-calls/expect.ts';
import { typedAnswerSchema } from '../../engine/src/scorers/typed-answer/expect.ts';
import { root } from '../kit/root.ts';

const page = readFileSync(join(root, 'docs/own-suites.md'), 'utf8');

/** Names in backticks of the last cell of a row. */
const namesIn = (row: string): string[] => {
  const line = page.split('\n').find((one) => one.startsWith(`| \`${row}\``)) ?? '';
  return [...(line.split('|').at(-2) ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
};

/** The kinds that a schema knows, from the message for one that is none. */
const kindsOf = (schema: { safeParse: (data: unknown) => { error?: { issues: unknown[] } } }, key: string): string[] => {
  const issue = schema.safeParse({ [key]: 'no such kind' }).error?.issues[0] as { options?: string[] } | undefined;
  return issue?.options ?? [];
};

describe('docs/own-suites.md', () => {
  test('names every matcher of pairs', () => {
    for (const matcher of matchers) expect(page).toContain(`| \`${matcher}\` |`);
  });

  test('has a row for every scorer that judges quality from replies alone, and names the others', () => {
    const others = ['clock', 'agent-world', 'code-tests'];
    for (const id of others) expect(page).toContain(`\`${id}\``);
    const ids = scorers.map((create) => create().id).filter((id) => !others.includes(id));
    expect(ids.filter((id) => namesIn(id).length === 0)).toEqual([]);
  });

  test.each([
    ['typed-answer', typedAnswerSchema, 'type'],
    ['field-extraction', expectedSchema, 'kind'],
    ['tool-calls', matcherSchema, 'kind'],
  ] as const)('names exactly what %s knows', (scorer, schema, key) => {
    const known = kindsOf(schema, key);
    if (known.length > 0) expect(namesIn(scorer).toSorted()).toEqual(known.toSorted());
    for (const name of namesIn(scorer)) {
      const { error } = schema.safeParse({ [key]: name });
      expect(error?.issues.some(({ code, path }) => code === 'invalid_union' && path.at(-1) === key) ?? false, name).toBe(false);
    }
  });

  test('names only rules that exist', () => {
    const kinds: readonly string[] = ruleKinds.map(({ kind }) => kind);
    expect(namesIn('instruction-rules').filter((name) => !kinds.includes(name))).toEqual([]);
  });

  test('tells the limits in force', () => {
    expect(page).toContain(
      `more than ${limits.tasks} tasks, YAML files above ${limits.yamlBytes / 1e6} MB and other files above ${limits.linesBytes / 1e6} MB`,
    );
  });
});
