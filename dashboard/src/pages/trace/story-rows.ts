import type { Message, ToolCall, TrialStory } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';

/** One block of a conversation: its parts are shown below its head when it is open. */
export type StoryBlock = {
  id: string;
  kind: 'system' | 'user' | 'assistant' | 'thinking' | 'tool' | 'failure';
  title: string;
  parts: { label: string | null; text: string }[];
  opensFolded: boolean;
};

/** What the list draws: a head, a label, or a piece of text of bounded length. */
export type StoryRow = { key: string; block: StoryBlock } & (
  | { type: 'head' }
  | { type: 'label'; text: string }
  | { type: 'text'; text: string }
);

const pieceCharacters = 1600;
const longPrompt = 1200;

/** Cuts a text into pieces, after a line's end or a space where there is one, never inside of a character. */
export const piecesOf = (text: string, most = pieceCharacters): string[] => {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const window = text.slice(from, from + most);
    const line = window.lastIndexOf('\n');
    const space = line > most / 2 ? line : window.lastIndexOf(' ');
    let length = space > most / 2 ? space + 1 : most;
    const code = text.charCodeAt(from + length - 1);
    if (code >= 0xd800 && code <= 0xdbff) length -= 1;
    pieces.push(text.slice(from, from + length));
    from += length;
  }
  pieces.push(text.slice(from));
  return pieces;
};

const argumentsOf = ({ arguments: parsed, argumentsText }: ToolCall): string =>
  parsed === null ? argumentsText : JSON.stringify(parsed, null, 2);

type ToolMessage = Extract<Message, { role: 'tool' }>;

const toolBlock = (id: string, call: ToolCall, result: ToolMessage | undefined): StoryBlock => ({
  id,
  kind: 'tool',
  title: `tool ${onOneLine(call.name)}${result?.isError === true ? ', error' : ''}`,
  parts: [
    { label: call.arguments === null ? 'arguments, which are no JSON object' : 'arguments', text: argumentsOf(call) },
    ...(call.repairs.length === 0 ? [] : [{ label: 'repaired', text: call.repairs.join('\n') }]),
    result === undefined
      ? { label: 'no result: it was not run, or the attempt ended here', text: '' }
      : { label: 'result', text: result.content },
  ],
  opensFolded: false,
});

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

const assistantBlocks = (message: AssistantMessage, at: number, resultOf: (call: ToolCall) => ToolMessage | undefined): StoryBlock[] => {
  const calls = message.toolCalls ?? [];
  const thinking = message.reasoning ?? '';
  const isEmpty = message.content === '' && calls.length === 0;
  return [
    ...(thinking === ''
      ? []
      : [
          {
            id: `${at}-thinking`,
            kind: 'thinking' as const,
            title: 'thinking',
            parts: [{ label: null, text: thinking }],
            opensFolded: true,
          },
        ]),
    ...(message.content === '' && !isEmpty
      ? []
      : [
          {
            id: `${at}`,
            kind: 'assistant' as const,
            title: 'assistant',
            parts: [{ label: null, text: isEmpty ? '(an empty reply)' : message.content }],
            opensFolded: false,
          },
        ]),
    ...calls.map((call, place) => toolBlock(`${at}-call-${place}`, call, resultOf(call))),
  ];
};

/** The tool messages that follow an assistant's message, up to the next other one. */
const resultsAfter = (messages: readonly Message[], at: number): ToolMessage[] => {
  const results: ToolMessage[] = [];
  for (const message of messages.slice(at + 1)) {
    if (message.role !== 'tool') break;
    results.push(message);
  }
  return results;
};

const promptBlock = (message: Exclude<Message, AssistantMessage>, at: number): StoryBlock => ({
  id: `${at}`,
  kind: message.role === 'tool' ? 'tool' : message.role,
  title: message.role === 'tool' ? `result of ${onOneLine(message.toolName)}, without its call` : message.role,
  parts: [{ label: null, text: message.content }],
  opensFolded: message.role === 'system' && message.content.length > longPrompt,
});

/** A trial's conversation as blocks: a tool call and its result are one, thinking is folded, a failure stands last. */
export const blocksOf = ({ messages, turns, trial }: TrialStory): StoryBlock[] => {
  const taken = new Set<Message>();
  const blocks = messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return taken.has(message) ? [] : [promptBlock(message, at)];
    const results = resultsAfter(messages, at);
    const resultOf = (call: ToolCall) => {
      const found = results.find((result) => !taken.has(result) && result.toolCallId === call.id);
      if (found !== undefined) taken.add(found);
      return found;
    };
    return assistantBlocks(message, at, resultOf);
  });
  const error = turns.at(-1)?.error ?? trial.error;
  if (error === null || error === undefined) return blocks;
  const failure: StoryBlock = {
    id: 'failure',
    kind: 'failure',
    title: `failure: ${error.kind}`,
    parts: [
      { label: null, text: error.message },
      { label: 'next step', text: error.hint },
    ],
    opensFolded: false,
  };
  return [...blocks, failure];
};

/** True where a block is shown without its parts: `toggled` holds those that the person turned. */
export const isFolded = (block: StoryBlock, toggled: ReadonlySet<string>): boolean => block.opensFolded !== toggled.has(block.id);

export const rowsOf = (blocks: readonly StoryBlock[], toggled: ReadonlySet<string>): StoryRow[] =>
  blocks.flatMap((block): StoryRow[] => {
    const head: StoryRow = { key: block.id, block, type: 'head' };
    if (isFolded(block, toggled)) return [head];
    const parts = block.parts.flatMap(({ label, text }, part): StoryRow[] => [
      ...(label === null ? [] : [{ key: `${block.id}/${part}`, block, type: 'label' as const, text: label }]),
      ...(text === ''
        ? []
        : piecesOf(text).map((piece, place) => ({ key: `${block.id}/${part}/${place}`, block, type: 'text' as const, text: piece }))),
    ]);
    return [head, ...parts];
  });
