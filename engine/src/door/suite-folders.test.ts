import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '@benchloop/spec';
import { createTestFolder, suiteYaml, taskYaml, type TestFolder } from '../custom-suites/testing/folder.ts';
import { createParts } from './lists.ts';
import { addSuiteFolders, checkSuiteFolder, isSuitePath } from './suite-folders.ts';

const example = fileURLToPath(new URL('../../../docs/examples/my-suite', import.meta.url));

let folder: TestFolder;
beforeEach(async () => {
  folder = await createTestFolder({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': taskYaml('a') });
});
afterEach(() => folder.remove());

const texts = async (): Promise<string[]> => (await checkSuiteFolder(folder.path)).problems.map(({ text }) => text);

test.each([
  ['./my-suite', true],
  ['my-suite/', true],
  ['/abs/suite', true],
  ['a\\b', true],
  ['.', true],
  ['..', true],
  ['reasonmath', false],
  ['my-suite', false],
])('%s as a path: %s', (name, is) => {
  expect(isSuitePath(name)).toBe(is);
});

describe('a check', () => {
  test('of the example holds all its proofs', async () => {
    const { suite, tasks, proofs, problems } = await checkSuiteFolder(example);
    expect(problems).toEqual([]);
    expect(suite?.id).toBe('my-suite');
    expect({ tasks, proofs }).toEqual({ tasks: 4, proofs: { held: 40, cases: 40 } });
  });

  test('tells a proof that fails at its own line: a wrong key', async () => {
    await folder.write({
      'tasks/a.yaml': taskYaml('a').replace("expect: { type: integer, value: '4' }", "expect: { type: integer, value: '5' }"),
    });
    expect(await texts()).toEqual([
      expect.stringMatching(/^tasks\/a\.yaml:11:\d+: mine\/a, accepted "bare": expected score 1, got 0/),
      expect.stringMatching(/^tasks\/a\.yaml:12:\d+: mine\/a, accepted "line"/),
    ]);
  });

  test('tells a rejected case that passes', async () => {
    await folder.write({ 'tasks/a.yaml': taskYaml('a').replace("text: '40'", "text: '4.0'") });
    expect(await texts()).toEqual([expect.stringMatching(/^tasks\/a\.yaml:14:\d+: mine\/a, rejected "more": expected score 0, got 1/)]);
  });

  test('plays tasks with tools through the dialects as well', async () => {
    await folder.write({
      'suite.yaml': suiteYaml.replace('typed-answer', 'tool-calls'),
      'tasks/a.yaml': toolTask,
    });
    const { problems, proofs } = await checkSuiteFolder(folder.path);
    expect(problems).toEqual([]);
    const played = 6 * [...createParts().harnesses.values()].filter(({ kind }) => kind !== 'program').length;
    expect(played).toBeGreaterThan(12);
    expect(proofs).toEqual({ held: played, cases: played });
  });

  test.each([
    ['number', 'question,answer\nHow many?,12\nAnd now?,-3.50\nHow far?,0\n', ''],
    ['number', 'question,answer\nHow many?,12\nAnd now?,0.25\n', ', tolerance: 0.1'],
    ['exact', 'question,answer\nWhich city?,Bern\nWhich river?,The Aare\nWhich year?,1848\nWho?,"Klara O’Neil"\n', ''],
    ['choice', 'question,options,answer\nWhich?,red|green|dark blue,green\nWhich one?,x | y,B\n', ''],
  ])('holds the proofs made for pairs with the matcher %s', async (matcher, csv, more) => {
    await folder.remove();
    folder = await createTestFolder({
      'suite.yaml': suiteYaml.replace('scorer: typed-answer\n', `questions: { file: q.csv, matcher: ${matcher}${more} }\n`),
      'q.csv': csv,
    });
    expect(await texts()).toEqual([]);
  });
});

describe('folders among the names of suites', () => {
  test('join the parts under their own id', async () => {
    const { parts, names, folders } = await addSuiteFolders(['reasonmath', folder.path, `${folder.path}/`], createParts());
    expect(names).toEqual(['reasonmath', 'mine', 'mine']);
    expect(folders).toEqual({ mine: folder.path });
    expect(parts.suites.get('mine')?.tasks(0)).toHaveLength(1);
    expect(createParts().suites.has('mine')).toBe(false);
  });

  test('that do not load give one message with the place and the next step', async () => {
    await folder.write({ 'tasks/b.yaml': taskYaml('a') });
    const failure = await addSuiteFolders([folder.path], createParts()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({
      message: expect.stringContaining('tasks/b.yaml:1:1: id: a is used before, in tasks/a.yaml:1') as string,
      nextStep: expect.stringContaining('bench-loop suites check') as string,
      exitCode: 2,
    });
    await expect(addSuiteFolders([join(folder.path, 'none')], createParts())).rejects.toThrow(/there is no folder/);
  });

  test('two folders with one id are refused', async () => {
    const other = await createTestFolder({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': taskYaml('a') });
    await expect(addSuiteFolders([folder.path, other.path], createParts())).rejects.toThrow(/id: mine is taken by another suite/);
    await other.remove();
  });
});

const call = (city: string) => `replies: [{ toolCalls: [{ name: look, arguments: { city: ${city} } }] }, { text: done }]`;
const toolTask = `id: a
family: looks
difficulty: easy
tags: [tool]
messages: [{ role: user, content: Look at Bern. }]
tools:
  - name: look
    description: Looks at a city.
    parameters: { type: object, properties: { city: { type: string } } }
expect: { groups: [[{ tool: look, arguments: { city: { kind: text, value: Bern } } }]] }
limits: { maxTokens: 100, maxTurns: 3 }
proof:
  accepted:
    - { name: as asked, ${call('Bern')} }
    - { name: capitals, ${call('BERN')} }
  rejected:
    - { name: another city, score: 0, ${call('Basel')} }
    - { name: no call, score: 0, replies: [{ text: done }] }
    - { name: invented tool, score: 0, replies: [{ toolCalls: [{ name: see, arguments: {} }] }, { text: done }] }
    - { name: empty, score: 0, replies: [{ text: '' }] }
`;
