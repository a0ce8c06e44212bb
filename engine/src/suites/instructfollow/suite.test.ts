import { describe, expect, test } from 'vitest';
import type { Task } from '@benchloop/spec';
import { createTableEnvironment } from '../../environments/table/environment.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { createRandom } from '../../kit/random.ts';
import { judgeProofCase, proveTask } from '../../run/prove.ts';
import type { InstructionRules } from '../../scorers/instruction-rules/expect.ts';
import { createInstructionRulesScorer } from '../../scorers/instruction-rules/scorer.ts';
import { checkAgain, promptWords } from './second-check.ts';
import { createInstructfollowSuite, instructfollowFamilies } from './suite.ts';

const suite = createInstructfollowSuite();
const frozen = suite.tasks(suite.publishedSeed);
const raw = { harness: createRawHarness(), createEnvironment: createTableEnvironment };
const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
const scorer = createInstructionRulesScorer();

const expectOf = (task: Task) => task.expect as InstructionRules;
const promptOf = (task: Pick<Task, 'messages'>): string => task.messages.map(({ content }) => content).join('\n');
const casesOf = (task: Task) => [...task.proof.accepted, ...task.proof.rejected];

/** Rules that hold by the scorer, in order. */
const heldByScorer = (task: Task, text: string): boolean[] => {
  const transcript = {
    messages: [],
    finalText: text,
    reasoning: '',
    toolCalls: [],
    turns: 1,
    stop: 'answer' as const,
    refused: false,
    problems: [],
  };
  const verdict = scorer.score({ task, expect: expectOf(task), transcript, evidence: null });
  if (verdict.outcome !== 'scored') return expectOf(task).rules.map(() => false);
  return (verdict.score.components ?? []).map(({ value }) => value === 1);
};

/** Replies of a proof on which the scorer and the second check differ in some rule; their scores are compared by the proof. */
const disagreements = (task: Task): string[] => {
  const messages = task.messages.map(({ content }) => promptWords(content));
  return casesOf(task)
    .map(({ replies }) => replies[0]?.text ?? '')
    .filter((text) => checkAgain(expectOf(task), messages, text).held.join() !== heldByScorer(task, text).join())
    .map((text) => `${task.id}: the checks differ on ${text}`);
};

describe('frozen set', () => {
  test('each level of difficulty has about a quarter', () => {
    for (const level of ['easy', 'medium', 'hard', 'extreme']) {
      const share = frozen.filter(({ difficulty }) => difficulty === level).length / frozen.length;
      expect(share, level).toBeGreaterThanOrEqual(0.2);
      expect(share, level).toBeLessThanOrEqual(0.3);
    }
  });

  test('is the same each time, and another seed gives other questions', () => {
    expect(canonicalJson(suite.tasks(suite.publishedSeed))).toBe(canonicalJson(frozen));
    const other = suite.tasks(suite.publishedSeed + 1).map(promptOf);
    expect(frozen.filter((task) => other.includes(promptOf(task)))).toEqual([]);
  });

  test('one reply of 200 to 700 tokens is asked for', () => {
    for (const { limits } of frozen) {
      expect(limits.maxTurns).toBe(1);
      expect(limits.maxTokens).toBeGreaterThanOrEqual(200);
      expect(limits.maxTokens).toBeLessThanOrEqual(700);
    }
  });

  test('every rule of every task is broken by some rejected reply', () => {
    for (const task of frozen) {
      const prompts = task.messages.map(({ content }) => promptWords(content));
      const verdicts = task.proof.rejected.map(({ replies }) => checkAgain(expectOf(task), prompts, replies[0]?.text ?? ''));
      const alone = verdicts.filter(({ held }) => held.includes(true) || held.length === 1);
      for (const [at, rule] of expectOf(task).rules.entries())
        expect(
          alone.some(({ held }) => held[at] === false),
          `${task.id}: ${rule.kind}`,
        ).toBe(true);
    }
  });
});

describe.each(instructfollowFamilies.map((family) => [family.id, family] as const))('family %s over 200 seeds', (id, family) => {
  const levels = frozen.filter((task) => task.family === id).map(({ difficulty }) => difficulty);

  test('proofs hold, the second check agrees, the difficulty is stable, no question comes twice', async () => {
    const failures: string[] = [];
    const prompts = new Set<string>();
    for (const seed of seeds) {
      const index = seed % family.size;
      const task: Task = { id: `${id}-${index}`, family: id, ...family.make(createRandom(`${seed}/test/${id}/${index}`), index) };
      failures.push(...(await proveTask(suite, task, raw)), ...disagreements(task));
      if (task.difficulty !== levels[index]) failures.push(`${task.id}, seed ${seed}: another difficulty`);
      if (task.proof.rejected.length < 7) failures.push(`${task.id}, seed ${seed}: only ${task.proof.rejected.length} rejected replies`);
      if (prompts.has(promptOf(task))) failures.push(`comes twice: ${promptOf(task)}`);
      prompts.add(promptOf(task));
    }
    expect(failures.slice(0, 10)).toEqual([]);
  });
});

describe('controls', () => {
  const sets = [frozen, ...seeds.slice(0, 20).map((seed) => suite.tasks(seed))];
  const last = (task: Task) => task.messages.at(-1)?.content ?? '';
  const wordsOf = (task: Task) => [...new Set(promptOf(task).match(/[\w'-]+/g))];
  const controls: Record<string, (task: Task) => string> = {
    empty: () => '',
    constant: () => '42',
    'a constant sentence': () => 'Bees gather nectar and guard combs before dawn.',
    echo: last,
    'echo of the whole conversation': promptOf,
    'echo of the first paragraph': (task) => last(task).split('\n\n')[0] ?? '',
    'echo in bullet points': (task) =>
      last(task)
        .split(/\n+/)
        .map((line) => `- ${line}`)
        .join('\n'),
    'echo in small letters': (task) => last(task).toLowerCase(),
    'echo in capital letters': (task) => last(task).toUpperCase(),
    refuse: () => 'I’m sorry, but I can’t help with that.',
    'claims-done': () => 'Done, I followed every instruction.',
    spray: (task) => `${promptOf(task)}\n`.repeat(3),
    'spray of all words': (task) => wordsOf(task).join(' '),
    'spray of all quoted parts': (task) => (promptOf(task).match(/"[^"]+"/g) ?? []).join('\n'),
    'copy of the schema': () => '{"type": "object"}',
  };

  test.each(Object.entries(controls))('%s passes nothing and gets at most 10 of 100 points', async (name, replyTo) => {
    for (const tasks of sets) {
      let sum = 0;
      for (const task of tasks) {
        const verdict = await judgeProofCase(suite, task, { name, replies: [{ text: replyTo(task) }] }, raw);
        expect(verdict.score?.passed ?? false, `${task.id}: ${verdict.reason}\n${replyTo(task)}`).toBe(false);
        sum += verdict.score?.value ?? 0;
      }
      expect((sum / tasks.length) * 100).toBeLessThanOrEqual(10);
    }
  });
});
