import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contextTiers, difficultySchema, taskSchema, type Suite, type Task, type Transcript } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { createRandom } from '../../kit/random.ts';
import { judge } from '../../run/judge.ts';
import { proveTask } from '../../run/prove.ts';
import { typedAnswerSchema } from '../../scorers/typed-answer/expect.ts';
import { difficultyOf, slots, taskOf } from './kind.ts';
import { kinds } from './kinds.ts';
import { depths } from './log.ts';
import { createLongcontextSuite } from './suite.ts';

const suite = createLongcontextSuite();
/** Expectations are parsed once per task here, not once per reply. */
const parsed: Suite = { ...suite, scorer: { ...suite.scorer, expectSchema: z.unknown() } };
const tools = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const published = suite.tasks(suite.publishedSeed);
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');
const ofTier = (tier: number): Task[] => published.filter(({ contextTokens }) => contextTokens === tier);

/** 200 logs of each kind in each tier up to 8k, fewer where they are long: the generators do not differ by tier but in length. */
const drawsOf = (step: number): number => (step < 2 ? 100 : step < 3 ? 200 : step < 5 ? 30 : 6);

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

test('six kinds in seven tiers, each difficulty several times, small tiers easier', () => {
  expect([published.length, new Set(published.map(({ family }) => family)).size]).toEqual([54, 6]);
  expect(contextTiers.map((tier) => ofTier(tier).length)).toEqual([12, 12, 6, 6, 6, 6, 6]);
  for (const tier of contextTiers) expect(new Set(ofTier(tier).map(({ family }) => family)).size).toBe(6);
  const count = (difficulty: string) => published.filter((task) => task.difficulty === difficulty).length;
  expect(difficultySchema.options.map(count)).toEqual([18, 15, 12, 9]);
  expect(new Set(ofTier(2048).map(({ difficulty }) => difficulty))).toEqual(new Set(['easy']));
  expect(new Set(ofTier(131_072).map(({ difficulty }) => difficulty))).toEqual(new Set(['extreme']));
});

test('the same seed gives the same set, another seed another one', () => {
  expect(suite.tasks(suite.publishedSeed)).toEqual(published);
  const other = new Set(suite.tasks(suite.publishedSeed + 1).map(promptOf));
  expect(published.filter((task) => other.has(promptOf(task)))).toEqual([]);
});

test('every type of answer and a silent log occur', () => {
  const types = new Set(published.map(({ expect: key }) => typedAnswerSchema.parse(key).type));
  expect([...types].sort()).toEqual(['integer', 'sequence', 'set', 'time']);
  expect(published.filter(({ tags }) => tags.includes('absent'))).toHaveLength(8);
});

test('prompts grow with their tier and leave room for the reply and for other tokenizers', () => {
  for (const task of published) {
    const tier = task.contextTokens ?? 0;
    // SmolLM2 needs a token per 3.65 to 4 characters of these prompts.
    const [fewest, most] = [promptOf(task).length / 4, promptOf(task).length / 3.65];
    expect([task.id, most + task.limits.maxTokens <= tier, fewest > 0.7 * tier]).toEqual([task.id, true, true]);
  }
});

test('single needles stand at every depth, in the place that their tag tells', () => {
  const single = published.filter(({ family }) => family === 'single-needle');
  expect(new Set(single.map(({ tags }) => tags.find((tag) => tag.startsWith('depth-')) ?? ''))).toEqual(
    new Set(depths.map((depth) => `depth-${Math.round(100 * depth)}`)),
  );
  for (const task of single) {
    const evidence = (task.proof.rejected.find(({ name }) => name.startsWith('entry quoted'))?.replies[0]?.text ?? '').match(/“(.*)”/)?.[1];
    const told = Number(task.tags.find((tag) => tag.startsWith('depth-'))?.slice(6)) / 100;
    const log = promptOf(task).split(/--- The log (?:begins|ends) ---/)[1] ?? '';
    expect([task.id, log.split(evidence ?? '?').length]).toEqual([task.id, 2]);
    expect(Math.abs(log.indexOf(evidence ?? '?') / log.length - told)).toBeLessThan(0.03);
  }
});

test('the entries that matter stand among hay of the same length, words and people', () => {
  const hay = promptOf(ofTier(8192)[0] as Task).split(/[.]\s/);
  expect(hay.filter((entry) => /[A-Z][a-z]+ [A-Z][a-z]+/.test(entry)).length / hay.length).toBeGreaterThan(0.3);
  expect(hay.filter((entry) => /\d/.test(entry)).length / hay.length).toBeGreaterThan(0.1);
});

describe.each(kinds.map((kind) => [kind.id, kind] as const))('kind %s', (id, kind) => {
  test.each(slots.map((slot) => [slot.tier, slot.index, slot] as const))(
    '%i tokens, task %i: solvers agree, proofs hold, no log twice',
    async (_tier, index, slot) => {
      const failures: string[] = [];
      const prompts = new Set<string>();
      for (let seed = 1; seed <= drawsOf(slot.step); seed += 1) {
        const posed = kind.pose(createRandom(`${seed}/test/${id}/${index}`), slot);
        const checked = posed.check();
        const task = taskSchema.parse({ id: `${id}-${index}`, family: id, ...taskOf(kind, posed, slot) });
        typedAnswerSchema.parse(task.expect);
        if (posed.key.length === 0 || posed.key.includes('') || posed.key.join('|') !== checked.join('|'))
          failures.push(`seed ${seed}: solvers disagree: ${posed.key.join('|')}, ${checked.join('|')}`);
        failures.push(...(await proveTask(parsed, task, tools)));
        if (task.difficulty !== difficultyOf(kind, slot.step)) failures.push(`seed ${seed}: another difficulty`);
        if (task.proof.accepted.length < 6 || task.proof.rejected.length < 12) failures.push(`seed ${seed}: too few proof cases`);
        if (prompts.has(posed.log)) failures.push(`seed ${seed}: a log comes twice`);
        prompts.add(posed.log);
      }
      expect(failures.slice(0, 10)).toEqual([]);
    },
  );
});

describe('replies that are no answers', () => {
  const small = (seed: number): Task[] => suite.tasks(seed).filter(({ contextTokens }) => (contextTokens ?? 0) <= 8192);
  const sets = [published, ...[1, 2, 3, 4, 5].map(small)];

  const gained = (replyTo: (task: Task) => string): string[] =>
    sets.flatMap((tasks) => tasks.filter((task) => (verdictOn(task, replyTo(task)).score?.value ?? 0) > 0).map(({ id }) => id));
  const numbersOf = (task: Task): string[] => [...new Set(promptOf(task).match(/\d[\d:]*/g))];

  test.each<[string, (task: Task) => string]>([
    ['empty', () => ''],
    ['constant', () => 'The result is as follows.\n\nAnswer: 42'],
    ['refusing', () => 'I’m sorry, but I can’t help with that request.'],
    ['nothing found', () => 'I read the whole log.\n\nAnswer: not determined'],
    ['nothing found, several times', () => 'Answer: not determined; not determined'],
    ['echo of the prompt', promptOf],
    ['echo of the log', (task) => promptOf(task).split('--- The log ends ---')[0] ?? ''],
    ['echo of the question', (task) => promptOf(task).split('--- The log ends ---')[1]?.split('Answer:')[0] ?? ''],
    ['echo of the last line', (task) => promptOf(task).split('\n').at(-1) ?? ''],
    ['echo of the prompt as an answer', (task) => `Answer: ${promptOf(task).replaceAll('\n', ' ')}`],
    ['echo of the last page as an answer', (task) => `Answer: ${promptOf(task).match(/Page \d+\n(.*)\n\n---/)?.[1]}`],
    ['spray of all numbers of the prompt', (task) => `Answer: ${numbersOf(task).join(', ')}`],
    ['spray of all numbers with semicolons', (task) => `Answer: ${numbersOf(task).join('; ')}`],
    ['spray of all capitalised words', (task) => `Answer: ${[...new Set(promptOf(task).match(/[A-Z]\w+/g))].join(', ')}`],
    ['garbage code', () => '```python\ndef read(log):\n    return log[0]\n```'],
    ['claim to be done', () => 'Done. I have read the log and found everything that was asked for.'],
  ])('%s gains nothing', (_name, replyTo) => {
    expect(gained(replyTo)).toEqual([]);
  });

  test.each<[string, (task: Task) => string | undefined]>([
    ['the last number of the log', (task) => promptOf(task).split('--- The log ends ---')[0]?.match(/\d+/g)?.at(-1)],
    [
      'the largest number of the log',
      (task) =>
        numbersOf(task)
          .toSorted((a, b) => Number(a) - Number(b))
          .at(-1),
    ],
    [
      'the last line of a spray of all numbers, in the order of digits',
      (task) =>
        numbersOf(task)
          .toSorted((a, b) => (a < b ? -1 : 1))
          .at(-1),
    ],
    ['the first name', (task) => promptOf(task).match(/[A-Z][a-z]+ [A-Z][a-z]+ (?=[a-z])/)?.[0]],
  ])('%s, as the only guess, passes less than one task in twenty', (_name, guess) => {
    const tasks = sets.flat();
    expect(gained((task) => `Answer: ${guess(task)}`).length / tasks.length).toBeLessThan(0.05);
  });

  test('no answer that is right once, nor a common one, passes one task in twenty', () => {
    const keys = published.map(({ proof }) => proof.accepted[0]?.replies[0]?.text ?? '');
    for (const constant of [...keys, '3', '100', '12:00', 'none', 'Orion', '3; 100'].map(
      (key) => `Answer: ${key.replace('Answer: ', '')}`,
    )) {
      const passed = published.filter((task) => verdictOn(task, constant).score?.passed === true);
      expect(passed.length / published.length).toBeLessThan(0.05);
    }
  });

  test('no prompt holds an answer line but that of its form', () => {
    for (const task of published) expect(promptOf(task).match(/^.*answer:.*$/gim)).toHaveLength(1);
  });
});
