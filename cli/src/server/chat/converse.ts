import type { ChatAsk, ChatEvent, Connection, Generation, Message, ModelEvent } from '@benchloop/spec';
import { demoTools, runDemoTool } from './demo-tools.ts';

/** A model that calls tools for ever is stopped after so many answers. */
const mostTurns = 6;
/** A message for each token would cost the measured process more than the page gains. */
const textsEachMs = 50;

type Say = (event: ChatEvent) => void;
type End = Extract<ModelEvent, { type: 'end' }>;
type Text = Extract<ChatEvent, { type: 'text' }>;

/** Joins pieces of text that come close to each other into one event for each channel. */
const createTextHolder = (say: Say) => {
  let held: Text | null = null;
  let toldAt = 0;
  const flush = (): void => {
    if (held !== null) say(held);
    held = null;
  };
  return {
    flush,
    take: (text: Text): void => {
      if (held !== null && held.channel !== text.channel) flush();
      held = held === null ? text : { ...text, text: held.text + text.text };
      if (text.sinceSentMs - toldAt < textsEachMs && text.pieces > 1) return;
      toldAt = text.sinceSentMs;
      flush();
    },
  };
};

/** (n - 1) / (last - first), tokens per second; null where there are too few tokens or nobody counted them. */
const decodeRate = ({ timings, generation }: End): number | null => {
  const { firstTokenMs, lastTokenMs } = timings;
  const tokens = generation.usage?.completionTokens ?? null;
  if (firstTokenMs === null || lastTokenMs === null || tokens === null || tokens < 2 || lastTokenMs <= firstTokenMs) return null;
  return (1000 * (tokens - 1)) / (lastTokenMs - firstTokenMs);
};

const turnEndOf = (end: End): ChatEvent => ({
  type: 'turn-end',
  text: end.generation.text,
  reasoning: end.generation.reasoning,
  toolCalls: end.generation.toolCalls.map(({ id, name, argumentsText }) => ({ id, name, argumentsText })),
  finish: end.generation.finish,
  ttftMs: end.timings.firstTokenMs,
  tokensPerSecond: decodeRate(end),
  promptTokens: end.generation.usage?.promptTokens ?? null,
  completionTokens: end.generation.usage?.completionTokens ?? null,
});

type Turn = { connection: Connection; ask: ChatAsk; messages: Message[]; signal: AbortSignal; say: Say };

/** One answer of the model; null = it failed, which was told. */
const takeTurn = async ({ connection, ask, messages, signal, say }: Turn): Promise<Generation | null> => {
  const holder = createTextHolder(say);
  let [sentAt, firstMs, pieces] = [0, 0, 0];
  const { sampling, maxTokens, thinking } = ask;
  const tools = ask.tools ? { tools: [...demoTools], toolChoice: 'auto' as const } : {};
  for await (const event of connection.generate({ messages, sampling, maxTokens, thinking, cachePrompt: true, ...tools }, { signal })) {
    if (event.type === 'sent') sentAt = event.at;
    else if (event.type === 'delta') {
      pieces += 1;
      const sinceSentMs = event.at - sentAt;
      if (pieces === 1) firstMs = sinceSentMs;
      holder.take({ type: 'text', channel: event.channel, text: event.text, sinceSentMs, firstMs, pieces });
    } else if (event.type === 'end') {
      holder.flush();
      say(turnEndOf(event));
      return event.generation;
    } else {
      holder.flush();
      if (event.error.kind !== 'aborted') say({ type: 'failed', problem: { message: event.error.message, nextStep: event.error.hint } });
      return null;
    }
  }
  return null;
};

const noTools = {
  message: 'This model takes no tools: its chat template does not render them, so it would never see them.',
  nextStep: 'Switch the demonstration tools off, or choose a model whose template takes tools.',
};

/** Answers one message; calls of the demonstration tools are carried out and the model goes on with their results. */
export const converse = async (connection: Connection, ask: ChatAsk, { say, signal }: { say: Say; signal: AbortSignal }): Promise<void> => {
  // Many servers drop tools that the template does not render, and the model then seems to ignore them.
  if (ask.tools && connection.model.capabilities.tools === 'no') {
    say({ type: 'failed', problem: noTools });
    say({ type: 'done' });
    return;
  }
  const messages: Message[] = [...ask.messages];
  for (let turn = 0; turn < mostTurns && !signal.aborted; turn += 1) {
    const reply = await takeTurn({ connection, ask, messages, signal, say });
    if (reply === null || !ask.tools || reply.toolCalls.length === 0) break;
    messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls });
    for (const call of reply.toolCalls) {
      const { content, isError } = runDemoTool(call);
      say({ type: 'tool', id: call.id, name: call.name, argumentsText: call.argumentsText, result: content, isError });
      messages.push({ role: 'tool', content, toolCallId: call.id, toolName: call.name, isError });
    }
  }
  say({ type: 'done' });
};
