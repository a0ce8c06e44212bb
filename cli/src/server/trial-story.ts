import { createRunStore } from '@benchloop/engine';
import { UserError, type Message, type TraceEvent, type Trial, type TrialStory, type TrialTurn, type TrialWire } from '@benchloop/spec';

type Of<Type extends TraceEvent['type']> = Extract<TraceEvent, { type: Type }>;

const isOf =
  <Type extends TraceEvent['type']>(type: Type) =>
  (event: TraceEvent): event is Of<Type> =>
    event.type === type;

/** What the last request held, then the reply that came after it. */
const messagesOf = (trace: readonly TraceEvent[]): Message[] => {
  const last = trace.findLast(isOf('request'));
  const reply = trace.findLast(isOf('generation'));
  if (last === undefined) return [];
  if (reply === undefined || reply.turn !== last.turn) return last.request.messages;
  const { text, reasoning, toolCalls } = reply.generation;
  const results: Message[] = trace
    .filter(isOf('tool-result'))
    .flatMap(({ turn, call, content, isError }) =>
      turn === reply.turn ? [{ role: 'tool', content, toolCallId: call.id, toolName: call.name, isError } as const] : [],
    );
  return [...last.request.messages, { role: 'assistant', content: text, reasoning, toolCalls }, ...results];
};

const turnOf = (trace: readonly TraceEvent[], request: Of<'request'>): TrialTurn => {
  const { turn, attempt, at } = request;
  const read = trace.filter(isOf('read')).find((event) => event.turn === turn && event.attempt === attempt);
  const failure = trace.filter(isOf('failure')).find((event) => event.turn === turn && event.attempt === attempt);
  const generation = failure === undefined ? trace.filter(isOf('generation')).find((event) => event.turn === turn) : undefined;
  const usage = generation?.generation.usage ?? null;
  const server = generation?.generation.serverTimings ?? null;
  return {
    turn,
    attempt,
    sentAtMs: at,
    endedAtMs: generation?.at ?? failure?.at ?? null,
    firstTokenMs: generation?.timings.firstTokenMs ?? null,
    lastTokenMs: generation?.timings.lastTokenMs ?? null,
    promptTokens: usage?.promptTokens ?? null,
    completionTokens: usage?.completionTokens ?? null,
    cachedTokens: usage?.cachedTokens ?? null,
    serverPromptMs: server?.promptMs ?? null,
    serverPredictedMs: server?.predictedMs ?? null,
    status: read?.status ?? null,
    receivedBytes: read?.reads.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) ?? 0,
    finish: generation?.generation.finish ?? null,
    error: failure?.error ?? null,
  };
};

const traceOf = async (home: string, id: string, file: string | null): Promise<{ trace: TraceEvent[]; missing: string | null }> => {
  if (file === null) return { trace: [], missing: 'No request was made.' };
  try {
    return { trace: await createRunStore(home).loadTrace(id, file), missing: null };
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    return { trace: [], missing: `${failure.message} ${failure.nextStep}` };
  }
};

/** One trial with its conversation and its turns; a missing or damaged trace is said, and the rest is shown. */
export const tellTrial = async (home: string, id: string, trial: Trial): Promise<TrialStory> => {
  const { trace, missing } = await traceOf(home, id, trial.traceFile);
  const requests = trace.filter(isOf('request'));
  return {
    trial,
    messages: messagesOf(trace),
    tools: requests.at(-1)?.request.tools ?? [],
    turns: requests.map((request) => turnOf(trace, request)),
    missing,
  };
};

/** The bytes of one request of a trial. Throws `UserError` where there is none. */
export const wireOf = async (home: string, id: string, asked: { trial: Trial; turn: number; attempt: number }): Promise<TrialWire> => {
  const { trace, missing } = await traceOf(home, id, asked.trial.traceFile);
  const isAsked = (event: { turn: number; attempt: number }): boolean => event.turn === asked.turn && event.attempt === asked.attempt;
  const request = trace.filter(isOf('request')).find(isAsked);
  const read = trace.filter(isOf('read')).find(isAsked);
  if (request === undefined) throw new UserError(missing ?? 'There is no such request.', 'Take a turn from the list.');
  return {
    request: request.wire,
    reply: read?.reads.map(({ text }) => text).join('') ?? '',
    status: read?.status ?? null,
    contentType: read?.contentType ?? null,
  };
};
