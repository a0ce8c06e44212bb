import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { taskSchema, type Suite, type Task, type Transcript } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createRandom } from '../../kit/random.ts';
import { judge } from '../../run/judge.ts';
import { proveTask } from '../../run/prove.ts';
import { typedAnswerSchema } from '../../scorers/typed-answer/expect.ts';
import { puzzles } from './puzzles.ts';
import { taskOf } from './puzzle.ts';
import { createReasonmathSuite } from './suite.ts';

const suite = createReasonmathSuite();
/** Expectations are parsed once per task here, not once per reply. */
const parsed: Suite = { ...suite, scorer: { ...suite.scorer, expectSchema: z.unknown() } };
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const published = suite.tasks(suite.publishedSeed);
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');

const verdictOn = (task: Task, finalText: string) => {
  const transcript: Transcript = {
    messages: [],
    finalText,
    reasoning: '',
    toolCalls: [],
    turns: 1,
    stop: 'answer',
    refused: false,
    problems: [],
  };
  return judge(parsed, task, transcript);
};

test('68 tasks, a quarter of each difficulty', () => {
  const count = (difficulty: string) => published.filter((task) => task.difficulty === difficulty).length;
  expect([published.length, count('easy'), count('medium'), count('hard'), count('extreme')]).toEqual([68, 17, 17, 17, 17]);
});

test('every type of answer that a suite of reasoning needs occurs', () => {
  const types = new Set(published.map(({ expect: key }) => typedAnswerSchema.parse(key).type));
  expect([...types].sort()).toEqual([
    'choice',
    'date',
    'decimal',
    'fraction',
    'integer',
    'money',
    'percentage',
    'quantity',
    'sequence',
    'set',
    'time',
  ]);
});

test('the same seed gives the same set, another seed another one', () => {
  expect(suite.tasks(suite.publishedSeed)).toEqual(published);
  const other = new Set(suite.tasks(suite.publishedSeed + 1).map(promptOf));
  expect(published.filter((task) => other.has(promptOf(task)))).toEqual([]);
});

describe.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('family %s', (id, puzzle) => {
  test('over 200 seeds: solvers agree, proofs hold, difficulty is stable, no question comes twice', async () => {
    const failures: string[] = [];
    const prompts = new Set<string>();
    for (const [index, level] of puzzle.levels.entries()) {
      for (const seed of seeds) {
        const posed = puzzle.pose(createRandom(`${seed}/test/${id}/${index}`), index);
        const { key } = posed;
        const checked = posed.check();
        const task = taskSchema.parse({ id: `${id}-${index}`, family: id, ...taskOf(posed, level) });
        typedAnswerSchema.parse(task.expect);
        if (key.length === 0 || key.join('|') !== checked.join('|'))
          failures.push(`solvers disagree: ${key.join('|')}, ${checked.join('|')}: ${promptOf(task)}`);
        failures.push(...(await proveTask(parsed, task, tools)));
        if (task.difficulty !== level) failures.push(`${task.id} has another difficulty`);
        if (task.proof.accepted.length < 5 || task.proof.rejected.length < 8) failures.push(`${task.id} has too few proof cases`);
        if (prompts.has(promptOf(task))) failures.push(`comes twice: ${promptOf(task)}`);
        prompts.add(promptOf(task));
      }
    }
    expect(failures.slice(0, 10)).toEqual([]);
  });
});

describe('replies that are no answers', () => {
  const sets = [published, ...seeds.slice(0, 20).map((seed) => suite.tasks(seed))];

  const passedBy = (replyTo: (task: Task) => string): string[] =>
    sets.flatMap((tasks) =>
      tasks.filter((task) => (verdictOn(task, replyTo(task)).score?.value ?? 0) > 0).map((task) => `${task.id}: ${promptOf(task)}`),
    );

  test.each<[string, (task: Task) => string]>([
    ['empty', () => ''],
    ['refusing', () => "I'm sorry, I can't help with that."],
    ['echo of the prompt', promptOf],
    ['echo of the prompt’s last line', (task) => promptOf(task).split('\n').at(-1) ?? ''],
    ['echo of the prompt as an answer', (task) => `Answer: ${promptOf(task).replaceAll('\n', ' ')}`],
    ['echo of the question', (task) => promptOf(task).split('\n\n')[0] ?? ''],
    [
      'echo of each line as an answer',
      (task) =>
        promptOf(task)
          .split('\n')
          .map((line) => `Answer: ${line}`)
          .join('\n'),
    ],
    ['spray of numbers', () => `Answer: ${Array.from({ length: 300 }, (_, index) => index).join(', ')}`],
    ['spray of numbers with or', () => `Answer: ${Array.from({ length: 120 }, (_, index) => index).join(' or ')}`],
    ['spray of answer lines', () => Array.from({ length: 120 }, (_, index) => `Answer: ${119 - index}`).join('\n')],
    ['spray of all words of the prompt', (task) => `Answer: ${[...new Set(promptOf(task).match(/[\w.:/-]+/g))].join(', ')}`],
    ['spray of all numbers of the prompt', (task) => `Answer: ${[...new Set(promptOf(task).match(/\d[\d.:/-]*/g))].join(', ')}`],
    ['copy of the placeholder', () => 'Answer: <value>'],
    ['garbage code', () => '```python\ndef solve(*args):\n    return 42\n```'],
    ['claim to be done', () => 'Done. I have worked out the answer and checked it.'],
  ])('%s passes nothing in 21 sets', (_name, replyTo) => {
    expect(passedBy(replyTo)).toEqual([]);
  });

  test('common constant answers pass nothing in 21 sets', () => {
    const constants = [
      '42',
      'A',
      'B',
      'C',
      'not determined',
      'yes',
      'no',
      '1/2',
      '1/3',
      '1/4',
      '3/4',
      '50%',
      '0.5',
      '00:00',
      '12:00',
      'Monday',
      'none',
      '100',
      '1000',
      ...Array.from({ length: 11 }, (_, value) => String(value)),
    ];
    for (const constant of constants) expect([constant, passedBy(() => `Answer: ${constant}`)]).toEqual([constant, []]);
  });

  test('no constant whole number up to 200 passes more than one task in twenty', () => {
    for (let value = 0; value <= 200; value += 1) {
      const passed = published.filter((task) => verdictOn(task, `Answer: ${value}`).score?.passed === true);
      expect(passed.length / published.length).toBeLessThan(0.05);
    }
  });
});
