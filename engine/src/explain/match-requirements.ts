import type { AskedCall, Task, ToolCall, Transcript } from '@benchloop/spec';
import type { WorldEvidence } from '../kit/world/world.ts';
import { assignCalls } from '../scorers/agent-world/assign.ts';
import { agentWorldExpectSchema, type AgentWorldExpect, type Requirement } from '../scorers/agent-world/expect.ts';
import { createAgentWorldScorer } from '../scorers/agent-world/scorer.ts';
import { createJudgement, matcherRules } from '../scorers/tool-calls/matchers.ts';
import { argumentsInWords, madeCalls, type MatchedCalls } from './match-asked-calls.ts';

const judge = createJudgement(matcherRules);

type Reached = { call: ToolCall; place: number; log: WorldEvidence['calls'][number] };

const said = 'done';

/** Whether a call alone serves a requirement, by the scorer itself, with an end and an answer that are right in any case. */
const serves = (task: Task, requirement: Requirement, { call, log }: Reached, state: unknown): boolean => {
  if (!requirement.anyOf.some(({ tool }) => tool === call.name)) return false;
  const expect: AgentWorldExpect = {
    state: { kind: 'exact', value: state },
    answer: { type: 'words', value: said },
    required: [requirement],
    budget: { turns: 1, calls: 1 },
  };
  const transcript: Transcript = {
    messages: [],
    finalText: `Answer: ${said}`,
    reasoning: '',
    toolCalls: [{ turn: 0, call }],
    turns: 1,
    stop: 'answer',
    refused: false,
    problems: [],
  };
  const verdict = createAgentWorldScorer().score({
    task: { ...task, tools: [{ name: call.name, description: '', parameters: {} }] },
    expect,
    transcript,
    evidence: { kind: 'world', data: { state, calls: [log] } satisfies WorldEvidence },
  });
  return verdict.outcome === 'scored' && verdict.score.passed;
};

const argumentFault = ({ anyOf }: Requirement, call: ToolCall): string | null => {
  const faults = anyOf.flatMap(({ tool, arguments: wanted }) =>
    tool !== call.name
      ? []
      : [
          Object.entries(wanted).flatMap(([name, matcher]) => {
            const fault = judge(matcher, call.arguments?.[name]);
            return fault === null ? [] : [`argument "${name}" ${fault}`];
          }),
        ],
  );
  const fewest = faults.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return fewest.length === 0 ? null : fewest.join('; ');
};

/** Why no call serves a requirement: what is wrong with the one that comes nearest. */
const whyNone = (requirement: Requirement, reached: readonly Reached[], taken: readonly (number | null)[]): string => {
  const same = reached.filter(({ call, place }) => !taken.includes(place) && requirement.anyOf.some(({ tool }) => tool === call.name));
  const faults = same.map(({ call, log }) => {
    const fault = argumentFault(requirement, call);
    if (fault !== null) return fault;
    if (requirement.effect && !log.changed) return 'the call changed nothing';
    if (!log.ok) return 'the call failed';
    return 'the call left something else than it should';
  });
  const nearest = faults.toSorted((a, b) => a.length - b.length)[0];
  return nearest === undefined ? 'the call is missing' : `no call serves it; the nearest: ${nearest}`;
};

/**
 * Which of the made calls serves which of the calls that a task of the scorer `agent-world` requires. Null = the task asks
 * otherwise. `evidence` tells of the calls that reached the world, in their order.
 */
export const matchRequirements = (task: Task, transcript: Transcript, { state, calls }: WorldEvidence): MatchedCalls | null => {
  const expect = agentWorldExpectSchema.safeParse(task.expect);
  if (!expect.success) return null;
  const { required } = expect.data;
  const ran = transcript.toolCalls.flatMap(({ call, ran: did }, place) => (did === false ? [] : [{ call, place }]));
  const reached = ran.flatMap((one, at): Reached[] => (calls[at] === undefined ? [] : [{ ...one, log: calls[at] }]));
  // As the scorer does: a call that changed the world serves a required change before it serves a look.
  const order = required.map((_one, at) => at).toSorted((a, b) => Number(required[b]?.effect) - Number(required[a]?.effect));
  const assigned = assignCalls(order.length, reached.length, (place, call) => {
    const [requirement, made] = [required[order[place] ?? -1], reached[call]];
    return requirement !== undefined && made !== undefined && serves(task, requirement, made, state);
  });
  const servedBy = required.map((_one, at) => {
    const call = assigned[order.indexOf(at)] ?? null;
    return call === null ? null : (reached[call]?.place ?? null);
  });
  const asked = required.flatMap((requirement, at): AskedCall[] => {
    const [first, ...others] = requirement.anyOf;
    if (first === undefined) return [];
    const by = servedBy[at] ?? null;
    const ways = others.map((one) =>
      `${one.tool} ${argumentsInWords(one)
        .map(({ name, wanted }) => `${name}: ${wanted}`)
        .join(', ')}`.trim(),
    );
    return [
      {
        tool: first.tool,
        arguments: argumentsInWords(first),
        otherWays: ways,
        servedBy: by,
        fault: by === null ? whyNone(requirement, reached, servedBy) : null,
      },
    ];
  });
  return { asked, made: madeCalls(transcript, servedBy) };
};
