import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AnyScorer } from '@benchloop/spec';
import { scorers } from '../scorers/index.ts';
import { loadSuiteFolder } from './load-folder.ts';
import { problemText } from './problem.ts';
import { createTestFolder, suiteYaml, taskYaml, type TestFolder } from './testing/folder.ts';

let folder: TestFolder;
beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(() => folder.remove());

const known = new Map<string, AnyScorer>(scorers.map((create) => create()).map((scorer) => [scorer.id, scorer]));
const load = (path = folder.path) => loadSuiteFolder(path, { scorers: known, takenIds: ['reasonmath'] });

const problemsOf = async (files: Record<string, string>): Promise<string[]> => {
  await folder.write(files);
  const { suite, problems } = await load();
  expect(suite === null).toBe(problems.length > 0);
  for (const { nextStep } of problems) expect(nextStep).not.toBe('');
  return problems.map(problemText);
};

const withQuestions = (matcher: string, more = '', file = 'q.csv') =>
  suiteYaml.replace('scorer: typed-answer\n', `questions: { file: ${file}, matcher: ${matcher}${more} }\n`);

describe('a folder that loads', () => {
  test('YAML files, lists in YAML and JSON lines are one suite', async () => {
    await folder.write({
      'suite.yaml': suiteYaml,
      'tasks/a.yaml': taskYaml('a'),
      'tasks/list.yaml': ['b', 'c'].map((id) => taskYaml(id).replace(/^/gm, '  ').replace('  id', '- id').trimEnd()).join('\n'),
    });
    const once = await load();
    expect(once.problems).toEqual([]);
    const [, lineTask] = once.entries;
    await folder.write({ 'tasks.jsonl': `${JSON.stringify({ ...lineTask?.task, id: 'd' })}\n\n` });
    const { suite } = await load();
    expect(suite).toMatchObject({ id: 'mine', version: '1', judge: 'scorer', needs: [], fixed: true });
    expect(suite?.tasks(1).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(suite?.tasks(2)).toEqual(suite?.tasks(1));
  });

  test('matchers and rules of the built-in suites work by name', async () => {
    await folder.write({
      'suite.yaml': suiteYaml.replace('typed-answer', 'instruction-rules'),
      'tasks/a.yaml': taskYaml('a').replace(
        /expect: .*/,
        'expect: { substance: {}, rules: [{ kind: words, max: 20 }, { kind: contains, phrase: sun }] }',
      ),
    });
    const rules = (await load()).problems.map(problemText);
    // The parameter of `contains` is called otherwise; its real name is in the message of the scorer's own schema.
    expect(rules[0]).toMatch(/^tasks\/a\.yaml:\d+:\d+: expect\.rules\[1\]/);
    await folder.write({
      'suite.yaml': suiteYaml.replace('typed-answer', 'tool-calls'),
      'tasks/a.yaml': taskYaml('a').replace(
        /expect: .*/,
        'expect: { groups: [[{ tool: look, arguments: { day: { kind: date, value: 2026-03-01 } } }]] }',
      ),
    });
    expect((await load()).problems).toEqual([]);
  });

  test.each([
    ['number', 'question,answer\nHow many?,12\nAnd now?,3.50\n', ['integer', 'decimal']],
    ['exact', 'Question,Answer\n"Which city, exactly?",Bern\nWhich river?,Aare\n', ['set', 'set']],
    ['choice', 'question,options,answer\nWhich?,red|green|blue,green\nWhich one?,x | y,B\n', ['choice', 'choice']],
  ])('pairs with the matcher %s', async (matcher, csv, types) => {
    await folder.write({ 'suite.yaml': withQuestions(matcher), 'q.csv': csv });
    const { suite, problems } = await load();
    expect(problems).toEqual([]);
    expect(suite?.tasks(0).map((task) => (task.expect as { type: string }).type)).toEqual(types);
    expect(suite?.tasks(0).map(({ id }) => id)).toEqual(['question-001', 'question-002']);
  });

  test('pairs as JSON lines, with a tolerance and an instruction', async () => {
    await folder.write({
      'suite.yaml': withQuestions('number', ', tolerance: 0.01, instruction: Think of taxes.', 'q.jsonl'),
      'q.jsonl': '{"question":"How much?","answer":3.5,"difficulty":"hard","tags":["tax"]}\n',
    });
    const { suite, problems } = await load();
    expect(problems).toEqual([]);
    const [task] = suite?.tasks(0) ?? [];
    expect(task).toMatchObject({ difficulty: 'hard', tags: ['tax'], expect: { type: 'decimal', value: '3.5', tolerance: '0.01' } });
    expect(task?.messages[0]?.content).toMatch(/^How much\?\n\nThink of taxes\.\n\nGive the number in digits.*at most 0\.01 away/);
  });
});

describe('suite.yaml', () => {
  test.each([
    ['is missing', {}, /^suite\.yaml:1:1: there is no such file/],
    ['is no YAML', { 'suite.yaml': 'id: [\nversion: 1' }, /^suite\.yaml:\d+:\d+: no valid YAML/],
    ['lacks a key', { 'suite.yaml': suiteYaml.replace('title: Mine\n', '') }, /^suite\.yaml:1:1: title: is missing/],
    ['has an unknown key', { 'suite.yaml': `${suiteYaml}sumary: x\n` }, /^suite\.yaml:6:1: sumary is a key that is not known here/],
    ['has an id that is none', { 'suite.yaml': suiteYaml.replace('mine', 'My Suite') }, /^suite\.yaml:1:\d+: id: use small letters/],
    [
      'takes the id of another suite',
      { 'suite.yaml': suiteYaml.replace('mine', 'reasonmath') },
      /^suite\.yaml:1:\d+: id: reasonmath is taken/,
    ],
    [
      'names no scorer',
      { 'suite.yaml': suiteYaml.replace('typed-answer', 'typed-answr') },
      /^suite\.yaml:5:\d+: scorer: there is none named/,
    ],
    ['names the clock', { 'suite.yaml': suiteYaml.replace('typed-answer', 'clock') }, /scorer: there is none named "clock"/],
    ['has no tasks', { 'suite.yaml': suiteYaml }, /^suite\.yaml:1:1: the suite has no task/],
    [
      'gives pairs to another scorer',
      { 'suite.yaml': `${withQuestions('exact')}scorer: tool-calls\n` },
      /pairs are judged by typed-answer/,
    ],
    ['names no matcher', { 'suite.yaml': withQuestions('fuzzy') }, /^suite\.yaml:5:\d+: questions\.matcher/],
    ['gives a tolerance to words', { 'suite.yaml': withQuestions('exact', ', tolerance: 1') }, /only the matcher number takes a tolerance/],
  ] as [string, Record<string, string>, RegExp][])('%s', async (_name, files, message) => {
    expect((await problemsOf(files))[0]).toMatch(message);
  });
});

describe('a task', () => {
  const inTask = (from: string | RegExp, to: string) => ({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': taskYaml('a').replace(from, to) });

  test.each([
    ['with a wrong word', inTask('difficulty: easy', 'difficulty: simple'), /^tasks\/a\.yaml:3:1: difficulty: /],
    ['with a misspelt key', inTask('family:', 'famly:'), /^tasks\/a\.yaml:1:1: family: is missing/],
    [
      'with a key too many',
      inTask('family: sums', 'family: sums\nwieght: 2'),
      /^tasks\/a\.yaml:3:1: wieght is a key that is not known here/,
    ],
    [
      'with a key too many inside',
      inTask('name: bare,', 'name: bare, scor: 1,'),
      /^tasks\/a\.yaml:11:21: proof\.accepted\[0\]\.scor is a key/,
    ],
    [
      'with a key that does not fit',
      inTask("value: '4'", "value: 'four'"),
      /^tasks\/a\.yaml:7:26: expect\.value: .*does not fit the scorer typed-answer/,
    ],
    ['with a key of no type', inTask('type: integer', 'type: number'), /^tasks\/a\.yaml:7:\d+: expect\.type/],
    [
      'with too small a proof',
      inTask(/ {4}- \{ name: more.*\n/, ''),
      /^tasks\/a\.yaml:13:3: proof\.rejected: has too few entries; at least 4/,
    ],
    ['without messages', inTask(/messages:\n.*\n/, 'messages: []\n'), /messages: has too few entries/],
  ] as [string, Record<string, string>, RegExp][])('%s is told with its place', async (_name, files, message) => {
    const problems = await problemsOf(files);
    expect(problems[0]).toMatch(message);
  });

  test('with an id that was used before names the first one', async () => {
    const problems = await problemsOf({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': taskYaml('same'), 'tasks/b.yaml': taskYaml('same', '5') });
    expect(problems).toEqual(['tasks/b.yaml:1:1: id: same is used before, in tasks/a.yaml:1']);
  });

  test('on a bad line of JSON is told with line and column', async () => {
    const problems = await problemsOf({ 'suite.yaml': suiteYaml, 'tasks.jsonl': '\n{"id": "x", "family": 3}\n{"id": oops}\n' });
    expect(problems).toContainEqual(expect.stringMatching(/^tasks\.jsonl:2:13: family: /));
    expect(problems).toContainEqual(expect.stringMatching(/^tasks\.jsonl:3:\d+: no valid JSON/));
  });
});

describe('a pair', () => {
  test.each([
    ['number', 'question,answer\nHow many?,many\n', /^q\.csv:2:11: the answer "many" is no number/],
    ['number', 'question,reply\nHow many?,1\n', /^q\.csv:1:1: the head has no column answer/],
    ['number', 'question,answer\nHow many?\n', /^q\.csv:2:1: answer: is missing/],
    ['number', 'question,answer\nOne, two?,2\n', /^q\.csv:2:11: the row has 3 cells/],
    ['number', 'question,answer\n"How many?,1\n', /^q\.csv:2:1: the quotation mark is never closed/],
    ['number', 'question,answer\n"How" many?,1\n', /^q\.csv:2:6: text follows a closed quotation mark/],
    ['number', 'id,question,answer\nA B,How many?,1\n', /^q\.csv:2:1: id: "A B" is no task id/],
    ['number', 'id,question,answer\na,x?,1\na,y?,2\n', /^q\.csv:3:1: id: a is used before, in q\.csv:2/],
    ['number', 'question,answer,colour\nx?,1,red\n', /^q\.csv:2:6: colour is a key that is not known here/],
    ['exact', 'question,answer\nWhich?,salt and pepper\n', /could be read as several ones/],
    ['choice', 'question,answer\nWhich?,A\n', /needs 2 to 26 options; there are 0/],
    ['choice', 'question,options,answer\nWhich?,a|b,c\n', /^q\.csv:2:12: the answer "c" is none of the options/],
    ['choice', 'question,options,answer\nWhich?,a|a,a\n', /two options are the same/],
  ] as [string, string, RegExp][])('%s: %j', async (matcher, csv, message) => {
    expect((await problemsOf({ 'suite.yaml': withQuestions(matcher), 'q.csv': csv }))[0]).toMatch(message);
  });

  test('in a file that is not there, or of another kind', async () => {
    expect((await problemsOf({ 'suite.yaml': withQuestions('exact') }))[0]).toMatch(/^q\.csv:1:1: there is no such file/);
    expect((await problemsOf({ 'suite.yaml': withQuestions('exact', '', 'q.xlsx') }))[0]).toMatch(
      /^suite\.yaml:5:\d+: .*no \.csv or \.jsonl/,
    );
  });
});

describe('hostile input', () => {
  const bomb = `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]}, `.repeat(9)}x]`).join('\n')}\n`;

  test('aliases of YAML are refused before they grow', async () => {
    expect((await problemsOf({ 'suite.yaml': bomb }))[0]).toMatch(/^suite\.yaml:2:\d+: holds an alias/);
    await folder.write({ 'suite.yaml': suiteYaml });
    expect((await problemsOf({ 'tasks/a.yaml': bomb }))[0]).toMatch(/^tasks\/a\.yaml:2:\d+: holds an alias/);
  });

  test.each([
    ['YAML', 'tasks/a.yaml', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['YAML of dashes', 'tasks/a.yaml', '- '.repeat(400_000)],
    ['YAML of question marks', 'tasks/a.yaml', '? '.repeat(400_000)],
    ['YAML of braces', 'tasks/a.yaml', '{a: '.repeat(200_000)],
    ['YAML of indents', 'tasks/a.yaml', Array.from({ length: 1000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['YAML of some depth', 'tasks/a.yaml', `x: ${'['.repeat(60)}${']'.repeat(60)}`],
    ['JSON', 'tasks.jsonl', `{"id": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('deep %s is refused', async (_name, file, text) => {
    expect((await problemsOf({ 'suite.yaml': suiteYaml, [file]: text }))[0]).toMatch(/:\d+:\d+: is nested deeper than 40 levels/);
  });

  test('endless parts of YAML, and an endless key, are refused', async () => {
    expect((await problemsOf({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': 'a: 1\n'.repeat(100_000) }))[0]).toMatch(
      /has more than 200000 parts/,
    );
    const key = `expect: { type: integer, value: '${'4'.repeat(100_001)}' }`;
    const task = taskYaml('a').replace(/expect: .*/, key);
    expect((await problemsOf({ 'suite.yaml': suiteYaml, 'tasks/a.yaml': task }))[0]).toMatch(
      /^tasks\/a\.yaml:7:1: expect: has 100\d{3} characters/,
    );
  });

  test('tags run nothing and are refused', async () => {
    const files = {
      'suite.yaml': suiteYaml,
      'tasks/a.yaml': taskYaml('a').replace('id: a', 'id: !!js/function "function () { return 1 }"'),
    };
    expect((await problemsOf(files))[0]).toMatch(/^tasks\/a\.yaml:1:5: no valid YAML: Unresolved tag/);
  });

  test('a file of 200 MB is refused by its size, without being read', async () => {
    await folder.write({ 'suite.yaml': withQuestions('exact'), 'q.csv': '', 'tasks/a.yaml': '' });
    await truncate(join(folder.path, 'q.csv'), 200_000_000);
    await truncate(join(folder.path, 'tasks/a.yaml'), 200_000_000);
    const { problems } = await load();
    expect(problems.map(problemText)).toEqual([
      'tasks/a.yaml:1:1: has 200 MB; at most 1.0 MB are read',
      'q.csv:1:1: has 200 MB; at most 16 MB are read',
    ]);
  });

  test.each(['../secret.csv', '/etc/passwd.csv', 'data/../../secret.csv', '.'])('the path %s is refused', async (file) => {
    const [first] = await problemsOf({ 'suite.yaml': withQuestions('exact', '', file) });
    expect(first).toMatch(/leads out of the suite’s folder|no \.csv or \.jsonl/);
  });

  test('links are not followed, neither of files nor of folders', async () => {
    const other = await createTestFolder({ 'a.yaml': taskYaml('a'), 'q.csv': 'question,answer\nx?,1\n' });
    await folder.write({ 'suite.yaml': withQuestions('number', '', 'data/q.csv') });
    await symlink(other.path, join(folder.path, 'data'));
    expect((await load()).problems.map(problemText)).toEqual(['data/q.csv:1:1: is a symbolic link, which is not followed']);
    await folder.write({ 'suite.yaml': suiteYaml });
    await symlink(other.path, join(folder.path, 'tasks'));
    expect((await load()).problems.map(problemText)).toEqual(['suite.yaml:1:1: the suite has no task']);
    const third = await createTestFolder({ 'suite.yaml': suiteYaml });
    await mkdir(join(third.path, 'tasks'));
    await symlink(join(other.path, 'a.yaml'), join(third.path, 'tasks/a.yaml'));
    expect((await load(third.path)).problems.map(problemText)).toEqual(['tasks/a.yaml:1:1: is a symbolic link, which is not followed']);
    await other.remove();
    await third.remove();
  });

  test('bytes that are no UTF-8, folders in place of files, and other files among the tasks', async () => {
    await folder.write({ 'suite.yaml': suiteYaml });
    await mkdir(join(folder.path, 'tasks/b.yaml'), { recursive: true });
    await writeFile(join(folder.path, 'tasks/a.yaml'), Buffer.from([0x69, 0xff, 0xfe]));
    await writeFile(join(folder.path, 'tasks/run.js'), 'process.exit(1)');
    expect((await load()).problems.map(problemText)).toEqual([
      'tasks/a.yaml:1:1: is no text in UTF-8',
      'tasks/b.yaml:1:1: is no plain file',
      'tasks/run.js:1:1: is no .yaml file',
    ]);
  });

  test('signs that steer a terminal do not reach it', async () => {
    const [first] = await problemsOf({ 'suite.yaml': `${suiteYaml}"\\e[2Jboo": 1\n` });
    expect(first).toBe('suite.yaml:6:1:  [2Jboo is a key that is not known here');
  });

  test('no folder at all', async () => {
    expect((await load(join(folder.path, 'nothing'))).problems[0]?.message).toMatch(/there is no folder/);
    expect((await load(join(folder.path, 'nothing\0here'))).problems[0]?.message).toMatch(/there is no folder/);
  });

  test('lines without end give as many problems as help, and long ones no column', async () => {
    const many = await problemsOf({ 'suite.yaml': suiteYaml, 'tasks.jsonl': '{}\n'.repeat(200_000) });
    expect(many).toHaveLength(100);
    const long = await problemsOf({ 'suite.yaml': suiteYaml, 'tasks.jsonl': `{"tags": [${'3,'.repeat(500_000)}3]}\n` });
    expect(long).toHaveLength(20);
    expect(long[0]).toMatch(/^tasks\.jsonl:1:1: /);
  });

  test('more tasks than are run', async () => {
    const rows = Array.from({ length: 2001 }, (_, index) => `q${index}?,${index}`).join('\n');
    expect((await problemsOf({ 'suite.yaml': withQuestions('number'), 'q.csv': `question,answer\n${rows}\n` }))[0]).toMatch(
      /the suite has more than 2000 tasks/,
    );
  });
});
