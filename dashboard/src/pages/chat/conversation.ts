import type { ApiProblem, ChatEvent, Message } from '@benchloop/spec';

type ToolUse = { id: string; name: string; argumentsText: string; result: string; isError: boolean };
type Times = { ttftMs: number | null; tokensPerSecond: number | null; completionTokens: number | null; isLive: boolean };

/** One answer of a model: what it thought, what it said, what it called. */
export type Answer = { text: string; reasoning: string; tools: ToolUse[]; finish: string | null; times: Times };

/** A message of the person with the answers to it. */
export type Exchange = { user: string; answers: Answer[]; loading: string | null; problem: ApiProblem | null; isOver: boolean };

const fresh = (): Answer => ({
  text: '',
  reasoning: '',
  tools: [],
  finish: null,
  times: { ttftMs: null, tokensPerSecond: null, completionTokens: null, isLive: true },
});

export const beginExchange = (user: string): Exchange => ({
  user,
  answers: [],
  loading: 'Loading the model',
  problem: null,
  isOver: false,
});

/** The answer that is being written: the last one, or a new one after it ended. */
const changeLast = (exchange: Exchange, change: (answer: Answer) => Answer, isNew: boolean): Exchange => {
  const last = exchange.answers.at(-1);
  const current = last === undefined || (isNew && last.finish !== null) ? fresh() : last;
  const before = current === last ? exchange.answers.slice(0, -1) : exchange.answers;
  return { ...exchange, loading: null, answers: [...before, change(current)] };
};

/** Pieces of text after the first, per second: a live stand-in for the token rate until the counts are known. */
const liveRate = ({ sinceSentMs, firstMs, pieces }: Extract<ChatEvent, { type: 'text' }>): number | null =>
  pieces < 2 || sinceSentMs <= firstMs ? null : (1000 * (pieces - 1)) / (sinceSentMs - firstMs);

/** The exchange after an event. Pure, so that two pages which saw the same events show the same. */
export const takeEvent = (exchange: Exchange, event: ChatEvent): Exchange => {
  switch (event.type) {
    case 'loading':
      return { ...exchange, loading: event.share === null ? event.message : `${event.message} ${Math.round(100 * event.share)} %` };
    case 'ready':
      return { ...exchange, loading: `${event.model} reads the prompt` };
    case 'text':
      return changeLast(
        exchange,
        (answer) => ({
          ...answer,
          text: event.channel === 'answer' ? answer.text + event.text : answer.text,
          reasoning: event.channel === 'reasoning' ? answer.reasoning + event.text : answer.reasoning,
          times: { ttftMs: event.firstMs, tokensPerSecond: liveRate(event), completionTokens: event.pieces, isLive: true },
        }),
        true,
      );
    case 'turn-end':
      return changeLast(
        exchange,
        (answer) => ({
          ...answer,
          text: event.text,
          reasoning: event.reasoning,
          finish: event.finish,
          times: { ttftMs: event.ttftMs, tokensPerSecond: event.tokensPerSecond, completionTokens: event.completionTokens, isLive: false },
        }),
        true,
      );
    case 'tool':
      return changeLast(exchange, (answer) => ({ ...answer, tools: [...answer.tools, event] }), false);
    case 'failed':
      return { ...exchange, loading: null, problem: event.problem };
    case 'done':
      return { ...exchange, loading: null, isOver: true };
  }
};

const messagesOfAnswer = ({ text, tools }: Answer): Message[] => [
  {
    role: 'assistant',
    content: text,
    ...(tools.length === 0
      ? {}
      : {
          toolCalls: tools.map(({ id, name, argumentsText }) => ({
            id,
            name,
            argumentsText,
            arguments: argumentsOf(argumentsText),
            repairs: [],
          })),
        }),
  },
  ...tools.map(({ id, name, result, isError }): Message => ({ role: 'tool', content: result, toolCallId: id, toolName: name, isError })),
];

const argumentsOf = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** What is sent: the system text, what was said before, and the new message. Thinking of earlier turns is not sent again. */
export const messagesOf = (system: string, exchanges: readonly Exchange[], user: string): Message[] => [
  ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
  ...exchanges
    .filter(({ answers }) => answers.some(({ text, tools }) => text !== '' || tools.length > 0))
    .flatMap((exchange): Message[] => [{ role: 'user', content: exchange.user }, ...exchange.answers.flatMap(messagesOfAnswer)]),
  { role: 'user', content: user },
];

/** The chat as one question: the last message alone, or with what was said before it. */
export const questionOf = (system: string, exchanges: readonly Exchange[]): string => {
  const last = exchanges.at(-1);
  if (last === undefined) return '';
  const before = exchanges.slice(0, -1).flatMap(({ user, answers }) => [`User: ${user}`, `Assistant: ${answers.at(-1)?.text ?? ''}`]);
  return [...(system.trim() === '' ? [] : [system.trim()]), ...before, before.length === 0 ? last.user : `User: ${last.user}`].join('\n\n');
};
