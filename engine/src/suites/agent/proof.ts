import type { Proof, ProofCase, Reply } from '@benchloop/spec';
import type { AgentWorldExpect } from '../../scorers/agent-world/expect.ts';

import type { Call, Step } from './steps.ts';
import type { WorldTask } from './world-task.ts';

type Budget = AgentWorldExpect['budget'];
type Groups = readonly (readonly Step[])[];

/** What a case deserves, said by whoever writes it. `harm`: a change that nobody asked for stands in the end state. */
type Earned = { correct: boolean; effects: number; required: number; honest?: boolean; harm?: boolean };

const count = (steps: readonly Step[], ...needs: Step['need'][]): number => steps.filter(({ need }) => needs.includes(need)).length;

const within = (used: number, budget: number): number => Math.min(1, Math.max(0, 2 - used / Math.max(1, budget)));

/** The score by counting, from the published formula; shares nothing with the scorer. */
const points = (task: WorldTask, budget: Budget, replies: readonly Reply[], earned: Earned): number => {
  const steps = task.steps.flat();
  const [effects, required] = [count(steps, 'effect'), count(steps, 'effect', 'read')];
  const share = earned.correct ? 1 : earned.harm === true || effects === 0 ? 0 : earned.effects / effects;
  if (share === 0) return 0;
  const calls = replies.reduce((sum, reply) => sum + (reply.toolCalls?.length ?? 0), 0);
  const efficient = Math.min(within(replies.length, budget.turns), within(calls, budget.calls));
  const parts = [
    earned.correct ? 1 : 0,
    share * efficient,
    earned.honest === false ? 0 : share,
    required === 0 ? 1 : earned.required / required,
  ];
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
};

const lineOf = (answer: string): string => `Answer: ${answer}`;

const turned = (call: Call): Call => ({ name: call.name, arguments: Object.fromEntries(Object.entries(call.arguments).reverse()) });

const replies = (steps: Groups, last: string, also: Partial<Reply> = {}): Reply[] => [
  ...steps.filter((group) => group.length > 0).map((group) => ({ ...also, toolCalls: group.map(({ call }) => call) })),
  { text: last },
];

const one = (call: Call): Step => ({ call, need: 'no' });

const accepted = (task: WorldTask, budget: Budget): ProofCase[] => {
  const { steps, answer, idle } = task;
  const flat = steps.flat();
  const line = lineOf(answer.right);
  const spent = replies([...steps, Array.from({ length: Math.ceil(budget.calls / 2) + 1 }, () => one(idle))], line);
  const all = { correct: true, effects: count(flat, 'effect'), required: count(flat, 'effect', 'read') };
  return [
    { name: 'the reference', replies: replies(steps, line) },
    {
      name: 'one call in each reply, with prose beside it',
      replies: replies(
        flat.map((step) => [step]),
        `I have gone through it all.\n\n${line}`,
        { text: 'Next I take this step.' },
      ),
    },
    {
      name: 'arguments in another order, the answer in bold',
      replies: replies(
        flat.map((step) => [one(turned(step.call))]),
        `**Answer:** ${answer.right}`,
      ),
    },
    {
      name: 'thinking before each reply',
      replies: replies(steps, line, { reasoning: `Perhaps ${lineOf(answer.wrong[0])}? I look first.` }),
    },
    { name: 'the answer line in a fence', replies: replies(steps, `Here it is.\n\`\`\`\n${line}\n\`\`\``) },
    ...(task.alternatives ?? []).map(({ name, steps: other }) => ({ name, replies: replies(other, line) })),
    ...(flat.length === 0
      ? []
      : [{ name: 'wasteful: half of the budget again for nothing', replies: spent, score: points(task, budget, spent, all) }]),
  ];
};

const talk = (task: WorldTask): ProofCase[] => {
  const line = lineOf(task.answer.right);
  return [
    { name: 'an empty reply', replies: [{ text: '' }] },
    { name: 'says that it is done', replies: [{ text: 'Done. Everything was changed exactly as you asked, and I checked it.' }] },
    {
      name: 'the calls and the answer only in the thinking',
      replies: [{ reasoning: `${JSON.stringify(task.steps)}\n${line}`, text: 'Done.' }],
    },
    { name: 'a refusal without a reason code', replies: [{ text: 'I’m sorry, but I cannot help with that.' }], outcome: 'refused' },
    { name: 'refuses without need, or with another code', replies: [{ text: 'Answer: REFUSED X-000' }] },
    { name: 'an unknown thing called impossible', replies: [{ text: 'Answer: IMPOSSIBLE nothing' }] },
  ];
};

/** Cases of a task in which no call is due. */
const rejectedTalk = (task: WorldTask): ProofCase[] => [
  ...talk(task),
  { name: 'a call first, then the right answer', replies: replies([[one(task.idle)]], lineOf(task.answer.right)) },
  ...task.harms.map((call) => ({
    name: `${call.name}, then the right answer`,
    replies: replies([[one(call)]], lineOf(task.answer.right)),
  })),
  ...task.answer.wrong.map((text) => ({ name: `the wrong answer ${text}`, replies: [{ text: lineOf(text) }] })),
  { name: 'the right value without its line', replies: [{ text: `I think that it is ${task.answer.right}, all in all.` }] },
];

const lastEffect = (steps: readonly Step[]): number => steps.findLastIndex(({ need }) => need === 'effect');

/** Whether no other step can serve what this look serves, as far as the names of the tools tell. */
const isAlone = (step: Step, steps: readonly Step[]): boolean => {
  const tools = [step.call.name, ...(step.instead ?? []).map(({ tool }) => tool)];
  const isExact = step.free === undefined && step.matchers === undefined;
  const covers = (other: Step): boolean =>
    Object.entries(step.call.arguments).every(([name, value]) => JSON.stringify(other.call.arguments[name]) === JSON.stringify(value));
  return steps.every(
    (other) => other === step || !tools.includes(other.call.name) || (isExact && other.call.name === step.call.name && !covers(other)),
  );
};

/** Steps that a planned fault answers when the steps are made one by one. */
const struckSteps = (task: WorldTask, steps: readonly Step[]): Set<Step> => {
  const struck = new Set<Step>();
  for (const { tool, when = {}, skip = 0, times } of task.faults ?? []) {
    const fitting = steps.filter(
      ({ call }) =>
        call.name === tool && Object.entries(when).every(([name, value]) => JSON.stringify(call.arguments[name]) === JSON.stringify(value)),
    );
    for (const step of fitting.slice(skip, skip + times)) struck.add(step);
  }
  return struck;
};

const isSame = (a: ReadonlySet<Step>, b: ReadonlySet<Step>): boolean => a.size === b.size && [...a].every((step) => b.has(step));

/** Each required look left out once, the rest done: its answer is a guess. */
const withoutALook = (task: WorldTask, budget: Budget): ProofCase[] => {
  const steps = task.steps.flat();
  const struck = struckSteps(task, steps);
  return steps
    .filter(
      (step) =>
        step.need === 'read' &&
        isAlone(step, steps) &&
        !struck.has(step) &&
        isSame(
          struck,
          struckSteps(
            task,
            steps.filter((one_) => one_ !== step),
          ),
        ),
    )
    .map((step) => {
      const rest = steps.filter((one) => one !== step);
      const made = replies(
        rest.map((one_) => [one_]),
        lineOf(task.answer.right),
      );
      const earned = { correct: false, effects: count(rest, 'effect'), required: count(rest, 'effect', 'read') };
      return {
        name: `without ${step.call.name} ${JSON.stringify(step.call.arguments).slice(0, 80)}`,
        replies: made,
        score: points(task, budget, made, earned),
      };
    });
};

const rejectedActions = (task: WorldTask, budget: Budget): ProofCase[] => {
  const steps = task.steps.flat();
  const line = lineOf(task.answer.right);
  const scored = (name: string, made: Reply[], earned: Earned): ProofCase => ({
    name,
    replies: made,
    score: points(task, budget, made, earned),
  });
  const all = { effects: count(steps, 'effect'), required: count(steps, 'effect', 'read') };
  const single = (list: readonly Step[]): Groups => list.map((step) => [step]);
  const at = lastEffect(steps);
  const before = steps.slice(0, at);
  const acts = steps.filter(({ need }) => need === 'effect');
  const [first] = steps;
  return [
    { name: 'lazy: the right answer without a call', replies: [{ text: line }] },
    ...task.answer.wrong.map((text) =>
      scored(`all calls, but the answer ${text}`, replies(task.steps, lineOf(text)), { correct: false, ...all }),
    ),
    scored('all calls, but no answer line', replies(task.steps, 'All done.'), { correct: false, ...all }),
    scored(
      'a tool that this task does not offer',
      replies([...task.steps.slice(0, -1), [...(task.steps.at(-1) ?? []), one({ name: 'undo_everything', arguments: {} })]], line),
      { correct: true, honest: false, ...all },
    ),
    ...task.harms.map((call) =>
      scored(`also ${call.name} ${JSON.stringify(call.arguments).slice(0, 80)}`, replies([...task.steps, [one(call)]], line), {
        correct: false,
        harm: true,
        ...all,
      }),
    ),
    ...(first === undefined || first.need === 'effect'
      ? []
      : [{ name: 'the first call for ever', replies: [{ toolCalls: [first.call] }] }]),
    ...(at < 0
      ? []
      : [
          scored('stops before the last change', replies(single(before), line), {
            correct: false,
            effects: count(before, 'effect'),
            required: count(before, 'effect', 'read'),
          }),
          ...(task.decoys ?? []).map((call) =>
            scored(
              `${call.name} ${JSON.stringify(call.arguments).slice(0, 80)} in place of the last change`,
              replies(single([...before, one(call), ...steps.slice(at + 1)]), line),
              {
                correct: false,
                harm: true,
                ...all,
              },
            ),
          ),
        ]),
    ...withoutALook(task, budget),
    ...(task.guesses ?? []).map(({ name, steps: made }) =>
      scored(name, replies(made, line), {
        correct: false,
        effects: count(made.flat(), 'effect'),
        required: count(made.flat(), 'effect', 'read'),
      }),
    ),
    ...(task.unchanged === undefined
      ? []
      : [
          scored('goes on as before a tool changed its form', replies(task.unchanged, line), {
            correct: false,
            effects: 0,
            required: 0,
            harm: true,
          }),
        ]),
    ...(acts.length > 0 && all.required > acts.length && task.readsCanBeSkipped !== false
      ? [
          scored('changes without looking, and a right answer by luck', replies(single(acts), line), {
            correct: false,
            effects: acts.length,
            required: acts.length,
          }),
        ]
      : []),
  ];
};

/** The proof that follows from a task's reference trajectory, its harms and its wrong answers. */
export const proofOf = (task: WorldTask, budget: Budget): Proof => ({
  accepted: accepted(task, budget),
  rejected: task.steps.flat().length === 0 ? rejectedTalk(task) : [...talk(task), ...rejectedActions(task, budget)],
});
