import type { Message, ToolCall, TraceEvent } from '@benchloop/spec';

/** One block of a conversation as it is shown. `left` = characters that were cut out of the middle. */
export type Block = {
  role: 'system' | 'user' | 'assistant' | 'thinking' | 'tool call' | 'tool result' | 'failure';
  text: string;
  left: number;
};

const headShare = 0.6;

/** The beginning and the end of a long text. */
export const shorten = (text: string, limit: number): { text: string; left: number } => {
  const characters = [...text];
  if (characters.length <= limit) return { text, left: 0 };
  const head = Math.ceil(headShare * limit);
  const left = characters.length - limit;
  return {
    text: `${characters.slice(0, head).join('')}\n[… ${left} characters left out …]\n${characters.slice(characters.length - (limit - head)).join('')}`,
    left,
  };
};

const callText = ({ name, argumentsText }: ToolCall): string => `${name} ${argumentsText}`;

type RawBlock = Omit<Block, 'left'>;

const blocksOfMessage = (message: Message): RawBlock[] => {
  if (message.role === 'tool')
    return [{ role: 'tool result', text: `${message.toolName}${message.isError === true ? ' (error)' : ''}: ${message.content}` }];
  if (message.role !== 'assistant') return [{ role: message.role, text: message.content }];
  return [
    ...(message.reasoning === undefined || message.reasoning === '' ? [] : [{ role: 'thinking' as const, text: message.reasoning }]),
    ...(message.content === '' ? [] : [{ role: 'assistant' as const, text: message.content }]),
    ...(message.toolCalls ?? []).map((call) => ({ role: 'tool call' as const, text: callText(call) })),
  ];
};

const lastOf = <Type extends TraceEvent['type']>(trace: readonly TraceEvent[], type: Type) =>
  trace.findLast((event): event is Extract<TraceEvent, { type: Type }> => event.type === type);

/**
 * The whole conversation of a trial: what the last request held, then what came back. A reply without any text says so, and a
 * failure after the last reply is shown as one.
 */
export const conversationOf = (trace: readonly TraceEvent[], charactersPerBlock: number): Block[] => {
  const request = lastOf(trace, 'request');
  const generation = lastOf(trace, 'generation')?.generation;
  const last = trace.findLast(({ type }) => type === 'generation' || type === 'failure');
  const reply: RawBlock[] =
    generation === undefined || last?.type === 'failure'
      ? []
      : blocksOfMessage({ role: 'assistant', content: generation.text, reasoning: generation.reasoning, toolCalls: generation.toolCalls });
  const failure: RawBlock[] = last?.type === 'failure' ? [{ role: 'failure', text: `${last.error.message} ${last.error.hint}` }] : [];
  const empty: RawBlock[] = reply.length === 0 && failure.length === 0 ? [{ role: 'assistant', text: '(an empty reply)' }] : [];
  return [...(request?.request.messages ?? []).flatMap(blocksOfMessage), ...reply, ...failure, ...empty].map((block) => ({
    ...block,
    ...shorten(block.text, charactersPerBlock),
  }));
};
