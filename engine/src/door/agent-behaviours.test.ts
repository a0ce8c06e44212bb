import { describe, expect, test } from 'vitest';
import type { Generation, Model, Reply, Task } from '@benchloop/spec';
import { createEnvironment } from '../environments/index.ts';
import { createConstrainedHarness } from '../harnesses/constrained/harness.ts';
import { createHermesHarness } from '../harnesses/hermes/harness.ts';
import { createRawHarness } from '../harnesses/raw/harness.ts';
import { generationOfReply } from '../kit/scripted-generation.ts';
import { longestCall } from '../kit/tool-loop.ts';
import { gatherEvidence, isRefusal } from '../run/gather-evidence.ts';
import { judge } from '../run/judge.ts';
import type { AgentWorldExpect } from '../scorers/agent-world/expect.ts';
import { createAgentSuite } from '../suites/agent/suite.ts';

const suite = createAgentSuite();
type Call = NonNullable<Reply['toolCalls']>[number];
type Turn = Reply | Generation;

/** A task that looks first and then changes several things, so that each behaviour has something to lose. */
const isTelling = (task: Task): boolean => {
  const { required } = task.expect as AgentWorldExpect;
  const effects = required.filter(({ effect }) => effect).length;
  return effects >= 2 && effects < required.length && task.world?.id === 'files';
};
const task = suite.tasks(suite.publishedSeed).find(isTelling) as Task;
const { budget, required } = task.expect as AgentWorldExpect;
const reference = task.proof.accepted[0]?.replies ?? [];
const calls: Call[] = reference.flatMap(({ toolCalls = [] }) => toolCalls);
const look = calls[0] as Call;
const answer: Reply = reference.at(-1) ?? {};
const each = (list: readonly Call[]): Reply[] => list.map((call) => ({ toolCalls: [call] }));
const isEffect = ({ name }: Call): boolean => required.some(({ effect, anyOf }) => effect && anyOf.some(({ tool }) => tool === name));
const lastChange = calls.findLastIndex(isEffect);

const made = (call: Partial<Generation['toolCalls'][number]>): Generation => ({
  ...generationOfReply({}),
  toolCalls: [{ id: 'c', name: look.name, arguments: null, argumentsText: '{"path": ', repairs: [], ...call }],
  finish: 'tool-calls',
});

const play = async (turns: readonly Turn[], harness = createRawHarness()) => {
  const environment = createEnvironment(task);
  let turn = 0;
  const transcript = await harness.attempt({
    task,
    model: { name: 'scripted', capabilities: { tools: 'yes', system: 'yes' } } as Model,
    limits: task.limits,
    environment,
    generate: async () => {
      const said = turns[Math.min(turn, turns.length - 1)] ?? {};
      turn += 1;
      return 'warnings' in said ? said : generationOfReply(harness.encodeReply(said, task), turn);
    },
  });
  const evidence = await gatherEvidence(suite, { task, transcript }, { environment, sandbox: null, signal: new AbortController().signal });
  if (isRefusal(evidence)) throw new Error(evidence.reason);
  const { outcome, score } = judge(suite, task, transcript, evidence);
  const of = (id: string): number => Math.round((score?.components?.find((part) => part.id === id)?.value ?? Number.NaN) * 100) / 100;
  return {
    outcome,
    passed: score?.passed ?? false,
    correct: of('correct_final'),
    efficient: of('efficient'),
    honest: of('no_hallucinated_tools'),
    required: of('all_required_called'),
  };
};

/** What is left of `efficient` for so many turns and calls. */
const efficiency = (turns: number, callsMade: number): number =>
  Math.round(Math.min(1, Math.max(0, 2 - Math.max(turns / budget.turns, callsMade / budget.calls))) * 100) / 100;

const all = { outcome: 'scored', passed: true, correct: 1, efficient: 1, honest: 1, required: 1 };
const none = { outcome: 'scored', passed: false, correct: 0, efficient: 0, honest: 0, required: 0 };

type Row = { behaviour: string; turns: readonly Turn[]; expected: Record<string, unknown>; onlyRaw?: true };

const flood = Array.from({ length: 100 }, () => look);
const extra = Array.from({ length: budget.calls }, () => look);
const rows: Row[] = [
  { behaviour: 'perfect', turns: reference, expected: all },
  {
    behaviour: 'wasteful',
    turns: [{ toolCalls: extra }, ...each(calls), answer],
    expected: { ...all, efficient: efficiency(calls.length + 2, calls.length + extra.length) },
  },
  { behaviour: 'lazy: answers without acting', turns: [answer], expected: none },
  {
    behaviour: 'hallucinating a tool, else perfect',
    turns: [{ toolCalls: [{ name: 'do_everything', arguments: {} }] }, ...reference],
    expected: { ...all, passed: false, honest: 0 },
  },
  { behaviour: 'looping on its first look', turns: each([look]), expected: none },
  { behaviour: 'flooding, then perfect', turns: [{ toolCalls: flood }, ...reference], expected: { ...all, efficient: 0 } },
  { behaviour: 'flooding without end', turns: [{ toolCalls: flood }], expected: none },
  { behaviour: 'malformed once, then perfect', turns: [made({}), ...reference], expected: all, onlyRaw: true },
  { behaviour: 'malformed for ever', turns: [made({})], expected: none, onlyRaw: true },
  { behaviour: 'an empty reply', turns: [{}], expected: none },
  {
    behaviour: 'huge arguments once, then perfect',
    turns: [made({ arguments: { path: 'x'.repeat(longestCall) }, argumentsText: `{"path":"${'x'.repeat(longestCall)}"}` }), ...reference],
    expected: all,
    onlyRaw: true,
  },
];

const harnesses = [createRawHarness(), createHermesHarness(), createConstrainedHarness()];

describe('components of each behaviour in a world', () => {
  test('the task has looks and changes, and room for one call more', () => {
    expect(lastChange).toBeGreaterThan(0);
    expect(isEffect(look)).toBe(false);
    expect(budget.calls).toBeGreaterThan(calls.length);
  });

  test.each(
    rows.flatMap((row) =>
      harnesses.filter(({ id }) => row.onlyRaw !== true || id === 'raw').map((harness) => ({ ...row, harness, harnessId: harness.id })),
    ),
  )('$behaviour, through $harnessId', async ({ turns, expected, harness }) => {
    expect(await play(turns, harness)).toEqual(expected);
  });

  test('stopping before the last change earns a share of the rest, and nothing for the end', async () => {
    const before = calls.slice(0, lastChange);
    const changes = calls.filter(isEffect).length;
    const share = before.filter(isEffect).length / changes;
    const { correct, passed, honest, efficient } = await play([...each(before), answer]);
    expect({ correct, passed, honest, efficient }).toEqual({
      correct: 0,
      passed: false,
      honest: Math.round(share * 100) / 100,
      efficient: Math.round(share * 100) / 100,
    });
  });
});
