import { beforeAll, describe, expect, test } from 'vitest';
import type { Environment, Evidence, Harness, ProofCase, Suite, Task, Transcript } from '@benchloop/spec';
import { createEnvironment, worlds } from '../../environments/index.ts';
import { createRawHarness } from '../../harnesses/raw/harness.ts';
import { generationOfReply } from '../../kit/scripted-generation.ts';
import { createMutationShare } from '../../kit/testing/mutation-share.ts';
import type { World, WorldForm } from '../../kit/world/world.ts';
import { createWorldEnvironment } from '../../kit/world/world-environment.ts';
import { judge } from '../../run/judge.ts';
import type { AgentWorldExpect, Requirement, WorldAnswer } from '../../scorers/agent-world/expect.ts';
import { createAgentWorldScorer, type AgentWorldRules } from '../../scorers/agent-world/scorer.ts';
import type { Matcher } from '../../scorers/tool-calls/expect.ts';
import { createAgentSuite } from './suite.ts';

/** A proof case that was played once: what it left behind can be judged again and again. */
type Played = { proof: ProofCase; accepted: boolean; transcript: Transcript; evidence: Evidence | null };

const model = { capabilities: { tools: 'yes' } } as Parameters<Harness['attempt']>[0]['model'];

const playCase = async (
  task: Task,
  proof: ProofCase,
  createEnvironment: (task: Task) => Environment,
): Promise<Pick<Played, 'transcript' | 'evidence'>> => {
  const environment = createEnvironment(task);
  let turn = 0;
  const transcript = await createRawHarness().attempt({
    task,
    model,
    limits: task.limits,
    environment,
    generate: async () => {
      turn += 1;
      return generationOfReply(proof.replies[Math.min(turn, proof.replies.length) - 1] ?? {}, turn);
    },
  });
  return { transcript, evidence: (await environment.evidence?.()) ?? null };
};

const playAll = async (task: Task, createEnvironment: (task: Task) => Environment): Promise<Played[]> => {
  const played: Played[] = [];
  for (const [accepted, cases] of [
    [true, task.proof.accepted],
    [false, task.proof.rejected],
  ] as const)
    for (const proof of cases) played.push({ proof, accepted, ...(await playCase(task, proof, createEnvironment)) });
  return played;
};

/** Whether a played case gets another verdict than its proof promises. */
const isCaught = (suite: Pick<Suite, 'scorer' | 'judge'>, task: Task, { proof, accepted, transcript, evidence }: Played): boolean => {
  const verdict = judge(suite, task, transcript, evidence);
  if (verdict.outcome !== (proof.outcome ?? 'scored')) return true;
  if ((verdict.score?.passed ?? false) !== accepted) return true;
  return verdict.score !== null && Math.abs(verdict.score.value - (proof.score ?? (accepted ? 1 : 0))) > 1e-9;
};

const suite = createAgentSuite();
const tasks = suite.tasks(suite.publishedSeed);
const expectOf = (task: Task) => task.expect as AgentWorldExpect;
const played = new Map<string, Played[]>();

beforeAll(async () => {
  for (const task of tasks) played.set(task.id, await playAll(task, createEnvironment));
}, 120_000);

type Mutant<Value> = { name: string; value: Value };

const otherValue = (value: unknown): unknown =>
  typeof value === 'number'
    ? value + 1
    : typeof value === 'string'
      ? `${value}q`
      : typeof value === 'boolean'
        ? !value
        : Array.isArray(value)
          ? [...value, 'q']
          : 'q';

/** Every place of a state changed to another value, and every member left out. */
const mutantsOfState = (matcher: Matcher): Mutant<Matcher>[] => {
  switch (matcher.kind) {
    case 'exact':
      return [{ name: 'another value', value: { kind: 'exact', value: otherValue(matcher.value) } }];
    case 'text':
      return [{ name: 'another text', value: { ...matcher, value: `${matcher.value}q` } }];
    case 'object':
      return [
        { name: 'a member more', value: { kind: 'object', entries: { ...matcher.entries, unheard: { kind: 'exact', value: 1 } } } },
        ...Object.entries(matcher.entries).flatMap(([key, member]) => [
          {
            name: `${key} left out`,
            value: { kind: 'object' as const, entries: Object.fromEntries(Object.entries(matcher.entries).filter(([one]) => one !== key)) },
          },
          ...mutantsOfState(member).map(({ name, value }) => ({
            name: `${key}: ${name}`,
            value: { kind: 'object' as const, entries: { ...matcher.entries, [key]: value } },
          })),
        ]),
      ];
    case 'set':
    case 'list':
      return [
        { name: 'an item more', value: { kind: matcher.kind, items: [...matcher.items, { kind: 'exact', value: 'q' }] } },
        ...matcher.items.flatMap((item, at) => [
          { name: `item ${at + 1} left out`, value: { kind: matcher.kind, items: matcher.items.filter((_one, place) => place !== at) } },
          ...mutantsOfState(item).map(({ name, value }) => ({
            name: `item ${at + 1}: ${name}`,
            value: { kind: matcher.kind, items: matcher.items.map((one, place) => (place === at ? value : one)) },
          })),
        ]),
      ];
    case 'mentions':
    case 'number':
    case 'date':
    case 'pattern':
    case 'one-of':
    case 'optional':
    case 'absent':
      return [];
  }
};

const mutantsOfAnswer = (answer: WorldAnswer): Mutant<WorldAnswer>[] => {
  switch (answer.type) {
    case 'words':
      return [
        { name: 'other words', value: { ...answer, value: `${answer.value} q` } },
        { name: 'a word less', value: { ...answer, value: answer.value.split(' ').slice(0, -1).join(' ') || 'q' } },
      ];
    case 'integer':
      return [1, -1, 10].map((shift) => ({
        name: `another number by ${shift}`,
        value: { ...answer, value: String(Number(answer.value) + shift) },
      }));
    case 'sequence':
      return [
        { name: 'the other way round', value: { ...answer, items: answer.items.toReversed() } },
        ...answer.items.map((_item, at) => ({
          name: `item ${at + 1} changed`,
          value: { ...answer, items: answer.items.map((one, place) => (place === at ? `${one}9` : one)) },
        })),
      ];
    case 'date':
      return [
        { name: 'another day', value: { ...answer, value: `${answer.value.slice(0, 8)}${answer.value.endsWith('11') ? '12' : '11'}` } },
      ];
    case 'time':
      return [{ name: 'another time', value: { ...answer, value: answer.value === '23:59' ? '00:00' : '23:59' } }];
    case 'set':
    case 'decimal':
    case 'quantity':
    case 'fraction':
    case 'percentage':
    case 'money':
    case 'choice':
    case 'undetermined':
      return [{ name: 'another kind', value: { type: 'integer', value: '-987654321' } }];
  }
};

const mutantsOfRequirement = (requirement: Requirement): Mutant<Requirement>[] => [
  ...requirement.anyOf.slice(0, 1).flatMap((call): Mutant<Requirement>[] =>
    Object.keys(call.arguments).map((name) => ({
      name: `${name} changed`,
      value: { ...requirement, anyOf: [{ tool: call.tool, arguments: { ...call.arguments, [name]: { kind: 'exact', value: 'xyzzy' } } }] },
    })),
  ),
  { name: 'another tool', value: { ...requirement, anyOf: [{ tool: 'xyzzy', arguments: {} }] } },
  ...(requirement.leaves === undefined
    ? []
    : [
        {
          name: 'leaves something else',
          value: { ...requirement, leaves: { ...requirement.leaves, is: { kind: 'exact' as const, value: 'xyzzy' } } },
        },
      ]),
  ...(requirement.effect ? [] : [{ name: 'must change the world', value: { ...requirement, effect: true } }]),
];

const mutantsOfExpect = (wanted: AgentWorldExpect): Mutant<AgentWorldExpect>[] => [
  ...mutantsOfState(wanted.state).map(({ name, value }) => ({ name: `state: ${name}`, value: { ...wanted, state: value } })),
  ...mutantsOfAnswer(wanted.answer).map(({ name, value }) => ({ name: `answer: ${name}`, value: { ...wanted, answer: value } })),
  ...wanted.required.flatMap((requirement, at) => [
    { name: `required call ${at + 1} left out`, value: { ...wanted, required: wanted.required.filter((_one, place) => place !== at) } },
    ...mutantsOfRequirement(requirement).map(({ name, value }) => ({
      name: `required call ${at + 1}: ${name}`,
      value: { ...wanted, required: wanted.required.map((one, place) => (place === at ? value : one)) },
    })),
  ]),
  {
    name: 'one required call more',
    value: {
      ...wanted,
      required: [...wanted.required, { anyOf: [{ tool: 'xyzzy', arguments: {} }], effect: false }],
      budget: { ...wanted.budget, calls: wanted.budget.calls + 1 },
    },
  },
  ...(wanted.budget.calls === 0
    ? [{ name: 'calls allowed', value: { ...wanted, budget: { turns: 9, calls: 9 } } }]
    : [
        {
          name: 'half of the budget',
          value: {
            ...wanted,
            budget: {
              turns: Math.ceil(wanted.budget.turns / 2),
              calls: Math.max(wanted.required.length, Math.floor(wanted.budget.calls / 2)),
            },
          },
        },
        { name: 'a budget without bounds', value: { ...wanted, budget: { turns: 99, calls: 999 } } },
      ]),
];

const share = createMutationShare('agent', 'mutated keys');

describe('mutated keys', () => {
  test.each(tasks.map((task) => [task.id, task] as const))('%s', (_id, task) => {
    const cases = played.get(task.id) ?? [];
    expect(cases.filter((one) => isCaught(suite, task, one)).map(({ proof }) => proof.name)).toEqual([]);
    const survivors = mutantsOfExpect(expectOf(task)).filter(({ value }) => {
      const caught = cases.some((one) => isCaught(suite, { ...task, expect: value }, one));
      share.count(Number(caught), 1);
      return !caught;
    });
    expect(survivors.map(({ name }) => name)).toEqual([]);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(share.say());
    expect(share.say()).toContain('(100 %)');
  });
});

const ruleMutants: Record<string, Partial<AgentWorldRules>> = {
  'one call serves two requirements': { oneCallEach: false },
  'arguments do not count': { argumentsCount: false },
  'failed calls count': { failedCallsDoNotCount: false },
  'the end state does not count': { stateCounts: false },
  'the answer does not count': { answerCounts: false },
  'a guess counts': { guessesAreWrong: false },
  'harm costs nothing': { harmVoids: false },
  'spoiling costs nothing': { spoilingVoids: false },
  'talk earns points': { effortNeedsEffect: false },
  'any tool counts as offered': { onlyOfferedTools: false },
  'calls are allowed where none is due': { noCallMeansNone: false },
  'the budget ends later': { budgetEnd: 3 },
  'the budget ends sooner': { budgetEnd: 1.25 },
  'turns and calls do not count': { turnsCount: false, callsCount: false },
  'calls do not count': { callsCount: false },
};

const ruleShare = createMutationShare('agent', 'mutated rules');

describe('mutated scorer rules', () => {
  test.each(Object.entries(ruleMutants))('%s', (_name, changes) => {
    const mutant = { ...suite, scorer: createAgentWorldScorer(changes) };
    const caught = tasks.some((task) => (played.get(task.id) ?? []).some((one) => isCaught(mutant, task, one)));
    ruleShare.count(Number(caught), 1);
    expect(caught).toBe(true);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(ruleShare.say());
    expect(ruleShare.say()).toContain('(100 %)');
  });
});

/** A world in which one tool says that it did its work and did not. */
const withInert = (world: World, tool: string): World => ({
  ...world,
  start: async (data) => {
    const running = await world.start(data);
    return {
      ...running,
      call: (name, given) => (name === tool ? { content: 'ok', isError: false, changed: true } : running.call(name, given)),
    };
  },
});

/** A world in which one tool always fails. */
const withBroken = (world: World, tool: string): World => ({
  ...world,
  start: async (data) => {
    const running = await world.start(data);
    return {
      ...running,
      call: (name, given) => (name === tool ? { content: 'error: broken', isError: true, changed: false } : running.call(name, given)),
    };
  },
});

/** A world in which each change happens twice. */
const withDoubled = (world: World, tool: string): World => ({
  ...world,
  start: async (data) => {
    const running = await world.start(data);
    return {
      ...running,
      call: async (name, given) => {
        if (name === tool) await running.call(name, given);
        return running.call(name, given);
      },
    };
  },
});

/** A world whose tools give notice of a form and go on taking arguments in the usual one. */
const withoutForm = (world: World, form: WorldForm): World => ({
  ...world,
  forms: (world.forms ?? []).map((one) => (one === form ? { ...one, given: (_tool, given) => given } : one)),
});

/** Forms of arguments; what differs in results alone changes nothing in a played reply, and is tried beside the worlds. */
const formsOfArguments = ({ forms = [] }: World): WorldForm[] => forms.filter(({ given }) => given !== undefined);

/** Tools of required calls that the reference makes itself. */
const usedBy = (world: World, ...needs: readonly boolean[]): Set<string> =>
  new Set(
    tasks
      .filter((task) => task.world?.id === world.id)
      .flatMap((task) => {
        const made = new Set((task.proof.accepted[0]?.replies ?? []).flatMap(({ toolCalls = [] }) => toolCalls.map(({ name }) => name)));
        return expectOf(task)
          .required.filter(({ effect, mayFail }) => needs.includes(effect) && mayFail !== true)
          .map(({ anyOf }) => new Set(anyOf.map(({ tool }) => tool).filter((tool) => made.has(tool))))
          .map((ways) => (ways.size === 1 ? ([...ways][0] ?? '') : ''));
      })
      .filter((tool) => tool !== ''),
  );

/** Doing these twice is doing them once: they set a value. */
const idempotent: ReadonlySet<string> = new Set(['move_event', 'set_cart_item', 'apply_coupon', 'write_file']);

const worldMutants = worlds.flatMap((world) => [
  ...[...usedBy(world, true)].flatMap((tool) => [
    { name: `${world.id}: ${tool} does nothing`, world: withInert(world, tool) },
    ...(idempotent.has(tool) ? [] : [{ name: `${world.id}: ${tool} does it twice`, world: withDoubled(world, tool) }]),
  ]),
  ...formsOfArguments(world).map((form) => ({ name: `${world.id}: the form ${form.id} never comes`, world: withoutForm(world, form) })),
  ...[...usedBy(world, true, false)].map((tool) => ({ name: `${world.id}: ${tool} always fails`, world: withBroken(world, tool) })),
]);

const worldShare = createMutationShare('agent', 'mutated worlds');

describe('mutated worlds', () => {
  test('there are at least 50 mutations of rules and worlds', () => {
    expect(Object.keys(ruleMutants).length + worldMutants.length).toBeGreaterThanOrEqual(50);
  });

  test.each(worldMutants.map(({ name, world }) => [name, world] as const))('%s', async (_name, world) => {
    let caught = false;
    for (const task of tasks.filter((one) => one.world?.id === world.id)) {
      const [proof] = task.proof.accepted;
      if (proof === undefined) continue;
      const again = await playCase(task, proof, (one) => createWorldEnvironment(world, one));
      caught = isCaught(suite, task, { proof, accepted: true, ...again });
      if (caught) break;
    }
    worldShare.count(Number(caught), 1);
    expect(caught).toBe(true);
  });

  test('the share caught is told', async ({ annotate }) => {
    await annotate(worldShare.say());
    expect(worldShare.say()).toContain('(100 %)');
  });
});
