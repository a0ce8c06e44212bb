import { describe, expect, test } from 'vitest';
import { taskSchema, type Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createRandom } from '../../kit/random.ts';
import { judgeProofCase, proveTask } from '../../run/prove.ts';
import { puzzles } from './puzzles.ts';
import { taskOf } from './puzzle.ts';
import { createReasonmathSuite } from './suite.ts';

const suite = createReasonmathSuite();
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const published = suite.tasks(suite.publishedSeed);
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');

describe.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('family %s over 200 seeds', (id, puzzle) => {
  const drawn = puzzle.levels.flatMap((_, index) =>
    seeds.map((seed) => ({ index, draw: () => createRandom(`${seed}/test/${id}/${index}`) })),
  );

  test('two independent solvers agree', () => {
    const apart = drawn
      .map(({ index, draw }) => puzzle.pose(draw(), index))
      .filter((posed) => posed.solve().join('|') !== posed.check().join('|'));
    expect(apart.map((posed) => [posed.present(posed.solve()).question, posed.solve(), posed.check()])).toEqual([]);
  });

  test('every proof holds, the difficulty is stable, no question comes twice', async () => {
    const failures: string[] = [];
    const prompts = new Set<string>();
    for (const { index, draw } of drawn) {
      const task = taskSchema.parse({ id: `${id}-${index}`, family: id, ...taskOf(puzzle, draw(), index) });
      failures.push(...(await proveTask(suite, task, tools)));
      if (task.difficulty !== puzzle.levels[index]) failures.push(`${task.id} has another difficulty`);
      if (task.proof.rejected.length < 8) failures.push(`${task.id} has only ${task.proof.rejected.length} rejected answers`);
      if (prompts.has(promptOf(task))) failures.push(`comes twice: ${promptOf(task)}`);
      prompts.add(promptOf(task));
    }
    expect(failures.slice(0, 10)).toEqual([]);
  });
});

describe('replies that are no answers', () => {
  const sets = [suite.publishedSeed, ...seeds.slice(0, 20)].map((seed) => suite.tasks(seed));

  const passedBy = async (replyTo: (task: Task) => string): Promise<string[][]> => {
    const passed: string[][] = [];
    for (const tasks of sets) {
      const ids: string[] = [];
      for (const task of tasks) {
        const verdict = await judgeProofCase(suite, task, { name: 'control', replies: [{ text: replyTo(task) }] }, tools);
        if ((verdict.score?.value ?? 0) > 0) ids.push(`${task.id}: ${verdict.reason}`);
      }
      passed.push(ids);
    }
    return passed;
  };

  const none = sets.map(() => []);

  test.each<[string, (task: Task) => string]>([
    ['empty', () => ''],
    ['refusing', () => "I'm sorry, I can't help with that."],
    ['echo of the prompt', promptOf],
    ['echo of the prompt’s last line', (task) => promptOf(task).split('\n').at(-1) ?? ''],
    ['echo of the prompt as an answer', (task) => `Answer: ${promptOf(task).replaceAll('\n', ' ')}`],
    ['echo of the question', (task) => promptOf(task).split('\n\n')[0] ?? ''],
    ['spray of numbers', () => `Answer: ${Array.from({ length: 300 }, (_, index) => index).join(', ')}`],
    ['spray of numbers with or', () => `Answer: ${Array.from({ length: 120 }, (_, index) => index).join(' or ')}`],
    ['spray of answer lines', () => Array.from({ length: 120 }, (_, index) => `Answer: ${119 - index}`).join('\n')],
    ['spray of all words of the prompt', (task) => `Answer: ${[...new Set(promptOf(task).match(/[\w.:/-]+/g))].join(', ')}`],
    ['spray of all numbers of the prompt', (task) => `Answer: ${[...new Set(promptOf(task).match(/\d[\d.:/-]*/g))].join(', ')}`],
    ['copy of the placeholder', () => 'Answer: <value>'],
  ])('%s passes nothing', async (_name, replyTo) => {
    expect(await passedBy(replyTo)).toEqual(none);
  });

  test.each([
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
    ...Array.from({ length: 11 }, (_, value) => String(value)),
    '100',
    '1000',
  ])('the constant answer %s passes nothing', async (constant) => {
    expect(await passedBy(() => `Answer: ${constant}`)).toEqual(none);
  });

  test('no constant whole number up to 120 passes more than one task in twenty', async () => {
    for (let value = 0; value <= 120; value += 1) {
      const passed = published.filter(({ expect: key }) => JSON.stringify(key).includes(`"value":"${value}"`));
      expect(passed.length / published.length).toBeLessThan(0.05);
    }
  });
});
