import type { Difficulty, Message, ProofCase, ToolDefinition, ToolResultRow } from '@benchloop/spec';
import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import type { FinalText, ToolCallsExpect } from '../../scorers/tool-calls/expect.ts';
import { catalogue, toolNamed } from './catalogue/catalogue.ts';
import { defaulted, type Planned, type PlannedCall } from './planned.ts';
import { proofOfCalls, type Groups, type MadeCall } from './proof.ts';

export type MadeTask = ReturnType<Family['make']>;

/** Every convention that the scorer holds a reply to, told to the model. */
export const houseRules = [
  'You act for the user by calling functions.',
  'Make every call that the request needs and no other; calls that do not need each other’s results may go together in one reply.',
  'Take values from the conversation or from results, never from a guess. Copy names, ids and quoted texts letter by letter, without the quotation marks.',
  'Leave an optional argument out unless the user asks for a value other than its default.',
  'If no function fits the request, call none and answer in text.',
  'When everything is done, answer the user in one short sentence.',
].join(' ');

export type CallTask = {
  difficulty: Difficulty;
  tags: string[];
  /** Added to the house rules. */
  system?: string;
  /** The whole conversation after the system message, or just the user's message. */
  conversation: string | Message[];
  /** Names of the offered tools, in the order in which the model reads them. */
  tools: readonly string[];
  results: ToolResultRow[];
  groups: Groups;
  final?: FinalText;
  answer?: string;
  decoy?: MadeCall;
  bait?: MadeCall;
  rejected?: ProofCase[];
  accepted?: ProofCase[];
};

export type AnswerTask = {
  difficulty: Difficulty;
  tags: string[];
  system?: string;
  conversation: string | Message[];
  tools: readonly string[];
  final: FinalText;
  /** Right answers, at least two. */
  answers: [string, string, ...string[]];
  /** Wrong answers by name, at least one. */
  wrong: Record<string, string>;
  /** The call that a hasty model would make. */
  temptation: MadeCall;
};

const tokensOf: Record<Difficulty, number> = { easy: 384, medium: 384, hard: 512, extreme: 512 };

type Property = { type?: string; enum?: string[]; default?: unknown };

const propertiesOf = (tool: ToolDefinition): Record<string, Property> => tool.parameters['properties'] as Record<string, Property>;

const otherThan = (property: Property): unknown =>
  property.enum?.find((one) => one !== property.default) ??
  (typeof property.default === 'number' ? property.default + 1 : property.default === true ? false : true);

/** The call with every optional argument that has a default and was not planned. */
const withDefaults = (call: PlannedCall): PlannedCall => {
  const missing = Object.entries(propertiesOf(toolNamed(call.tool)))
    .filter(([name, property]) => property.default !== undefined && !(name in call.arguments))
    .map(([name, property]): [string, Planned] => [name, defaulted(property.default, otherThan(property))]);
  return { tool: call.tool, arguments: { ...call.arguments, ...Object.fromEntries(missing) } };
};

const messagesOf = (system: string | undefined, conversation: string | Message[]): Message[] => [
  { role: 'system', content: system === undefined ? houseRules : `${houseRules} ${system}` },
  ...(typeof conversation === 'string' ? [{ role: 'user' as const, content: conversation }] : conversation),
];

const strayOf = (tools: readonly string[], used: readonly string[]): MadeCall | undefined => {
  const name = tools.find((one) => !used.includes(one));
  if (name === undefined) return undefined;
  const required = toolNamed(name).parameters['required'] as string[];
  return { name, arguments: Object.fromEntries(required.map((key) => [key, 'x'])) };
};

/** An optional argument of the last tool that the plan leaves alone, or one that the tool does not have. */
const extraArgumentOf = (call: PlannedCall): string =>
  Object.keys(propertiesOf(toolNamed(call.tool))).find((name) => !(name in call.arguments)) ?? 'remark';

/** A task that expects calls, with the key and the proof that follow from the planned calls. */
export const callTask = (task: CallTask): MadeTask => {
  const groups = task.groups.map((group) => group.map(withDefaults));
  const calls = groups.flat();
  const expect: ToolCallsExpect = {
    groups: groups.map((group) =>
      group.map((call) => ({
        tool: call.tool,
        arguments: Object.fromEntries(Object.entries(call.arguments).map(([name, planned]) => [name, planned.matcher])),
      })),
    ),
    ...(task.final === undefined ? {} : { final: task.final }),
  };
  const proof = proofOfCalls({
    groups,
    answer: task.answer ?? 'That is done.',
    judgesAnswer: task.final !== undefined,
    decoy: task.decoy,
    bait: task.bait,
    stray: strayOf(task.tools, [
      ...calls.map(({ tool }) => tool),
      ...[task.decoy, task.bait].flatMap((call) => (call === undefined ? [] : [call.name])),
    ]),
    extraArgument: extraArgumentOf(calls.at(-1) as PlannedCall),
  });
  return {
    difficulty: task.difficulty,
    tags: task.tags,
    messages: messagesOf(task.system, task.conversation),
    tools: task.tools.map(toolNamed),
    toolResults: task.results,
    expect,
    limits: { maxTokens: tokensOf[task.difficulty], maxTurns: calls.length + 2 },
    proof: { accepted: [...proof.accepted, ...(task.accepted ?? [])], rejected: [...proof.rejected, ...(task.rejected ?? [])] },
  };
};

/** A task in which no call is due: the model must answer, or ask. */
export const answerTask = (task: AnswerTask): MadeTask => {
  const [right] = task.answers;
  return {
    difficulty: task.difficulty,
    tags: task.tags,
    messages: messagesOf(task.system, task.conversation),
    tools: task.tools.map(toolNamed),
    toolResults: [],
    expect: { groups: [], final: task.final } satisfies ToolCallsExpect,
    limits: { maxTokens: tokensOf[task.difficulty], maxTurns: 3 },
    proof: {
      accepted: [
        ...task.answers.map((text, at) => ({ name: `answer ${at + 1}`, replies: [{ text }] })),
        { name: 'answer after thinking', replies: [{ reasoning: 'No function fits here.', text: right }] },
      ],
      rejected: [
        { name: 'the hasty call', replies: [{ toolCalls: [task.temptation] }, { text: 'That is done.' }] },
        { name: 'the hasty call, then the right answer', replies: [{ toolCalls: [task.temptation] }, { text: right }] },
        { name: 'the right answer beside a call', replies: [{ text: right, toolCalls: [task.temptation] }, { text: right }] },
        { name: 'an empty reply', replies: [{ text: ' ' }] },
        { name: 'the answer only in the thinking', replies: [{ reasoning: right, text: 'Done.' }] },
        { name: 'a refusal', replies: [{ text: 'I’m sorry, but I cannot help with that.' }] },
        ...Object.entries(task.wrong).map(([name, text]) => ({ name, replies: [{ text }] })),
      ],
    },
  };
};

/** Lists of this size and more leave out the longest descriptions, so that they fit a context of 8,192 tokens. */
const longList = 60;
const byLength = catalogue.map((tool) => ({ name: tool.name, length: JSON.stringify(tool).length })).sort((a, b) => a.length - b.length);
const shortNames = byLength.slice(0, 72).map(({ name }) => name);

/** Never offered by chance: it is the bait of hostile results. */
const baits = ['delete_everything'];

/** The needed tools among others, in random order; `count` in all, none of `without`. */
export const offer = (random: Random, needed: readonly string[], count: number, without: readonly string[] = []): string[] => {
  const unique = [...new Set(needed)];
  const others = (count < longList ? catalogue.map(({ name }) => name) : shortNames).filter(
    (name) => ![...unique, ...without, ...baits].includes(name),
  );
  return random.shuffle([...unique, ...random.sample(others, Math.max(0, count - unique.length))]);
};
