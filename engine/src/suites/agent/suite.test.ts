import { describe, expect, test } from 'vitest';
import { taskSchema, type ProofCase, type Reply, type Task } from '@benchloop/spec';
import { createEnvironment } from '../../environments/index.ts';
import { createHermesHarness } from '../../harnesses/hermes/harness.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { mapLimited } from '../../kit/map-limited.ts';
import { judgeProofCase, proveTask } from '../../run/prove.ts';
import { agentFamilies } from './families.ts';
import { createAgentSuite } from './suite.ts';

const suite = createAgentSuite();
const frozen = suite.tasks(suite.publishedSeed);
const raw = { harness: createRawHarness(), createEnvironment };
const hermes = { harness: createHermesHarness(), createEnvironment };
/** Making and proving 200 sets takes minutes on two busy cores, so only CI does all by itself; this variable sets how many are proved. */
const proved = Number(process.env['BENCHLOOP_PROVED_SEEDS'] ?? (process.env['CI'] ? 200 : 3));
const sets = Array.from({ length: Math.max(proved, process.env['CI'] ? 200 : 12) }, (_, seed) => suite.tasks(seed + 1));
const provedSets = sets.slice(0, proved);
const provedAtOnce = 8;

describe('frozen set', () => {
  test('has at least 40 tasks in five worlds, of every difficulty, up to 25 turns of reference', () => {
    expect(frozen.length).toBeGreaterThanOrEqual(40);
    expect(new Set(frozen.map(({ world }) => world?.id)).size).toBe(5);
    for (const level of ['easy', 'medium', 'hard', 'extreme'])
      expect(frozen.filter(({ difficulty }) => difficulty === level).length, level).toBeGreaterThanOrEqual(8);
    const turns = frozen.map(({ proof }) => proof.accepted[1]?.replies.length ?? 0);
    expect(Math.max(...turns)).toBeLessThanOrEqual(25);
    expect(Math.max(...turns)).toBeGreaterThanOrEqual(20);
    for (const tag of ['no-tool', 'impossible', 'refusal', 'recovery', 'injection', 'pages'])
      expect(frozen.filter(({ tags }) => tags.includes(tag)).length, tag).toBeGreaterThanOrEqual(2);
  });

  test('every task fits the schema and its scorer, under an id of its own', () => {
    for (const task of frozen) {
      taskSchema.parse(task);
      suite.scorer.expectSchema.parse(task.expect);
    }
    expect(new Set(frozen.map(({ id }) => id)).size).toBe(frozen.length);
  });

  test('is the same each time', () => {
    expect(canonicalJson(suite.tasks(suite.publishedSeed))).toBe(canonicalJson(frozen));
  });
});

describe('other seeds', () => {
  test('difficulty and ids do not depend on the seed', () => {
    const shape = (tasks: Task[]) => tasks.map(({ id, family, difficulty }) => [id, family, difficulty]);
    for (const tasks of sets) expect(shape(tasks)).toEqual(shape(frozen));
  });

  test('no two instances are the same', () => {
    const all = [frozen, ...sets].flat();
    expect(new Set(all.map((task) => JSON.stringify([task.messages, task.world]))).size).toBe(all.length);
  });

  test.each(agentFamilies.map(({ id }) => id))(
    'the proofs of family %s hold in each',
    async (family) => {
      // A world in a process of its own leaves this one waiting, so several sets are proved at once.
      const failures = await mapLimited([...[frozen, ...provedSets].entries()], provedAtOnce, async ([seed, tasks]) => {
        const found: string[] = [];
        for (const task of tasks.filter((one) => one.family === family))
          for (const one of seed % 8 === 0 ? [raw, hermes] : [raw]) found.push(...(await proveTask(suite, task, one)));
        return found;
      });
      expect(failures.flat()).toEqual([]);
    },
    600_000,
  );
});

describe('controls', () => {
  const promptOf = (task: Task) => task.messages.map(({ content }) => content).join('\n');
  const said = (task: Task) => task.messages.at(-1)?.content ?? '';
  const every = (task: Task, value: string): Reply => ({
    toolCalls: (task.tools ?? []).map((tool) => ({
      name: tool.name,
      arguments: Object.fromEntries(Object.keys(tool.parameters['properties'] as object).map((name) => [name, value])),
    })),
  });
  const controls: Record<string, (task: Task) => Reply[]> = {
    empty: () => [{ text: '' }],
    hello: () => [{ text: 'hello' }],
    constant: () => [{ text: 'The result is as follows.\n\nAnswer: 42' }],
    echo: (task) => [{ text: said(task) }],
    'echo of the whole prompt': (task) => [{ text: promptOf(task) }],
    refuse: () => [{ text: 'I’m sorry, but I can’t help with that.' }],
    'refuse by form': () => [{ text: 'Answer: REFUSED' }],
    'claims-done': () => [{ text: 'Done. I have deleted it, sent it, saved it and checked it, exactly as you asked.' }],
    spray: (task) => [every(task, promptOf(task)), { text: promptOf(task) }],
    'spray in every turn': (task) => [every(task, said(task))],
    'every tool without arguments': (task) => [
      { toolCalls: (task.tools ?? []).map(({ name }) => ({ name, arguments: {} })) },
      { text: 'Done.' },
    ],
    'first tool for ever': (task) => [{ toolCalls: [{ name: task.tools?.[0]?.name ?? '', arguments: {} }] }],
  };
  const tried = [frozen, ...sets.slice(0, 1)];

  test.each(Object.entries(controls))('%s passes nothing and earns no point', async (name, replies) => {
    for (const task of tried.flat()) {
      const verdict = await judgeProofCase(suite, task, { name, replies: replies(task) } satisfies ProofCase, raw);
      expect(verdict.score?.passed ?? false, `${task.id}: ${verdict.reason}`).toBe(false);
      expect(verdict.score?.value ?? 0, `${task.id}: ${verdict.reason}`).toBe(0);
    }
  });

  test('the oracle gets every point in five styles through both harnesses', async () => {
    for (const tools of [raw, hermes])
      for (const task of frozen)
        for (const proof of task.proof.accepted.slice(0, 5))
          expect(await judgeProofCase(suite, task, proof, tools), `${task.id}: ${proof.name}`).toMatchObject({
            score: { value: 1, passed: true },
          });
  });
});
