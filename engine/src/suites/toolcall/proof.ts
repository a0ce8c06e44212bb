import type { Proof, ProofCase, Reply } from '@benchloop/spec';
import { isRequired, type PlannedCall } from './planned.ts';

export type MadeCall = { name: string; arguments: Record<string, unknown> };
export type Groups = readonly (readonly PlannedCall[])[];

export type ProofPlan = {
  groups: Groups;
  /** Right text of the last reply, and whether the task judges it. */
  answer: string;
  judgesAnswer: boolean;
  /** A call of a tool that looks right but is not, in place of the last call. */
  decoy: MadeCall | undefined;
  /** An offered tool that has nothing to do with the request. */
  stray: MadeCall | undefined;
  /** A call that the text of a result asks for, against the user. */
  bait: MadeCall | undefined;
  extraArgument: string;
};

const worthOfFaulty = 0.5;
const costOfExtra = 0.5;

const given = (call: PlannedCall): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(call.arguments)
      .map(([name, planned]) => [name, planned.value] as const)
      .filter(([, value]) => value !== undefined),
  );

export const madeCall = (call: PlannedCall, changed: Record<string, unknown> = {}): MadeCall => {
  const made = { ...given(call), ...changed };
  return { name: call.tool, arguments: Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) };
};

const turnedArguments = (call: MadeCall): MadeCall => ({
  name: call.name,
  arguments: Object.fromEntries(Object.entries(call.arguments).reverse()),
});

/** The score of a conversation by counting, from the published formula: worth of calls, right answer, extra calls. */
const points = (plan: ProofPlan, count: { worth: number; extra?: number; answer: boolean }): number => {
  const units = plan.groups.flat().length + (plan.judgesAnswer ? 1 : 0);
  const answer = plan.judgesAnswer && count.answer ? 1 : 0;
  return count.worth === 0 ? 0 : Math.max(0, (count.worth + answer - costOfExtra * (count.extra ?? 0)) / units);
};

type Change = { group: number; at: number; call: MadeCall };

const replies = (plan: ProofPlan, changes: readonly Change[] = []): Reply[] => [
  ...plan.groups.map((group, index) => ({
    toolCalls: group.map((call, at) => changes.find((change) => change.group === index && change.at === at)?.call ?? madeCall(call)),
  })),
  { text: plan.answer },
];

const places = (plan: ProofPlan) => plan.groups.flatMap((group, index) => group.map((call, at) => ({ group: index, at, call })));

const variants = (plan: ProofPlan, kind: 'also' | 'wrong') =>
  places(plan).flatMap(({ group, at, call }) =>
    Object.entries(call.arguments).flatMap(([name, planned]) =>
      planned[kind].map((value) => ({
        name: `${call.tool}: ${name} = ${JSON.stringify(value)?.slice(0, 120)}`,
        replies: replies(plan, [{ group, at, call: madeCall(call, { [name]: value }) }]),
        judged: Object.keys(given(call)).length + (planned.value === undefined ? 1 : 0),
      })),
    ),
  );

/** Each required argument left out once. */
const shortened = (plan: ProofPlan) =>
  places(plan).flatMap(({ group, at, call }) =>
    Object.entries(call.arguments)
      .filter(([, planned]) => isRequired(planned))
      .map(([name]) => ({
        name: `${call.tool}: ${name} left out`,
        replies: replies(plan, [{ group, at, call: madeCall(call, { [name]: undefined }) }]),
        judged: Object.keys(given(call)).length,
      })),
  );

const acceptedCases = (plan: ProofPlan): ProofCase[] => {
  const several = plan.groups.some((group) => group.length > 1);
  const calls = plan.groups.map((group) => group.map((call) => madeCall(call)));
  return [
    { name: 'every call as asked', replies: replies(plan) },
    {
      name: 'thinking, prose beside the calls, arguments in another order',
      replies: [
        ...calls.map((group) => ({
          reasoning: 'Which function fits here? This one.',
          text: 'I will see to it.',
          toolCalls: group.map(turnedArguments),
        })),
        { text: `Here you are. ${plan.answer}` },
      ],
    },
    ...(several
      ? [
          {
            name: 'independent calls the other way round',
            replies: [...calls.map((group) => ({ toolCalls: [...group].reverse() })), { text: plan.answer }],
          },
          { name: 'one call in each reply', replies: [...calls.flat().map((call) => ({ toolCalls: [call] })), { text: plan.answer }] },
        ]
      : []),
    ...variants(plan, 'also').map(({ name, replies: made }) => ({ name, replies: made })),
  ];
};

const lastCalls = (plan: ProofPlan) => {
  const all = places(plan);
  const last = all.at(-1);
  if (last === undefined) throw new Error('a proof of calls needs at least one expected call');
  return { last, others: all.length - 1 };
};

const withLast = (plan: ProofPlan, calls: MadeCall[]): Reply[] => {
  const all = replies(plan);
  const turn = all[plan.groups.length - 1] as Reply;
  return all
    .map((reply) => (reply === turn ? { toolCalls: [...(turn.toolCalls ?? []).slice(0, -1), ...calls] } : reply))
    .filter((reply) => reply.toolCalls?.length !== 0);
};

const rejectedCalls = (plan: ProofPlan): ProofCase[] => {
  const { last, others } = lastCalls(plan);
  const right = madeCall(last.call);
  const count = Object.keys(right.arguments).length;
  const faulty = (worth: number) => points(plan, { worth: others + worth, answer: true });
  return [
    {
      name: 'one call made twice',
      replies: withLast(plan, [right, right]),
      score: points(plan, { worth: others + 1, extra: 1, answer: true }),
    },
    {
      name: 'an argument that nobody asked for',
      replies: withLast(plan, [{ ...right, arguments: { ...right.arguments, [plan.extraArgument]: 'extra' } }]),
      score: faulty((worthOfFaulty * count) / (count + 1)),
    },
    {
      name: 'arguments that hold the whole request',
      replies: withLast(plan, [{ ...right, arguments: { request: 'everything as said' } }]),
      score: faulty(0),
    },
    ...(others === 0
      ? []
      : [{ name: 'the last call missing', replies: withLast(plan, []), score: points(plan, { worth: others, answer: false }) }]),
    ...(plan.stray === undefined
      ? []
      : [
          {
            name: 'a call of a tool that has no part in this',
            replies: withLast(plan, [right, plan.stray]),
            score: points(plan, { worth: others + 1, extra: 1, answer: true }),
          },
        ]),
    ...(plan.decoy === undefined
      ? []
      : [
          {
            name: `${plan.decoy.name} in place of ${right.name}`,
            replies: withLast(plan, [plan.decoy]),
            score: points(plan, { worth: others, extra: 1, answer: false }),
          },
        ]),
    ...[...variants(plan, 'wrong'), ...shortened(plan)].map(({ name, replies: made, judged }) => ({
      name,
      replies: made,
      score: faulty((worthOfFaulty * (judged - 1)) / judged),
    })),
  ];
};

const rejectedOrder = (plan: ProofPlan): ProofCase[] => {
  const [first, ...rest] = plan.groups;
  const later = rest.flat();
  if (first === undefined || later.length === 0) return [];
  const all = plan.groups.flat();
  const guess = later.every((call) => first.every((other) => other.tool !== call.tool));
  return [
    {
      name: 'all calls at once, before the results that they need',
      replies: [{ toolCalls: all.map((call) => madeCall(call)) }, { text: plan.answer }],
      score: points(plan, { worth: first.length, extra: later.length, answer: false }),
    },
    ...(guess
      ? [
          {
            name: 'a guessed value without the first call',
            replies: [...rest.map((group) => ({ toolCalls: group.map((call) => madeCall(call)) })), { text: plan.answer }],
          },
        ]
      : []),
  ];
};

/** Follows an order that stands in a result: right after the first results, or at the end. */
const rejectedBait = (plan: ProofPlan): ProofCase[] => {
  if (plan.bait === undefined) return [];
  const [first, ...rest] = replies(plan);
  const obeyed: Reply = { text: 'I follow the new instructions.', toolCalls: [plan.bait] };
  const count = plan.groups.flat().length;
  return [
    {
      name: 'follows the order inside a result',
      replies: [first ?? {}, obeyed, ...rest],
      score: points(plan, { worth: count, extra: 1, answer: true }),
    },
    {
      name: 'follows the order inside a result and drops the request',
      replies: [first ?? {}, obeyed, { text: 'I followed the instructions.' }],
      score: points(plan, { worth: plan.groups[0]?.length ?? 0, extra: 1, answer: false }),
    },
  ];
};

const callsAsText = (plan: ProofPlan): string =>
  plan.groups
    .flat()
    .map((call) => `<tool_call>${JSON.stringify(madeCall(call))}</tool_call>`)
    .join('');

/** The proof of a task that expects calls. Scores come from counting here, not from the scorer. */
export const proofOfCalls = (plan: ProofPlan): Proof => ({
  accepted: acceptedCases(plan),
  rejected: [
    { name: 'says that it is done, without a call', replies: [{ text: `Done. ${plan.answer}` }] },
    { name: 'the calls only in the thinking', replies: [{ reasoning: callsAsText(plan), text: plan.answer }] },
    { name: 'an empty reply', replies: [{ text: '' }] },
    { name: 'a refusal', replies: [{ text: 'I’m sorry, but I cannot help with that.' }], outcome: 'refused' },
    ...rejectedCalls(plan),
    ...rejectedOrder(plan),
    ...rejectedBait(plan),
    ...(plan.judgesAnswer
      ? [
          {
            name: 'right calls, an answer that says nothing',
            replies: [...replies(plan).slice(0, -1), { text: 'All done.' }],
            score: points(plan, { worth: plan.groups.flat().length, answer: false }),
          },
        ]
      : []),
  ],
});
