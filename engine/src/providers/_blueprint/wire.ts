import type { Finish, Generation, ToolCall, Usage } from '@benchloop/spec';
import { z } from 'zod';

/** One line of the server's reply: text, thinking, a call, the end or an error. Replace it by your server's own form. */
const lineSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ thinking: z.string() }),
  z.object({ call: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }) }),
  z.object({
    done: z.enum(['stop', 'length']),
    prompt_tokens: z.number().int().optional(),
    completion_tokens: z.number().int().optional(),
  }),
  z.object({ error: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

const readLine = (text: string): Line | null => {
  try {
    return lineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

const usageOf = (line: Extract<Line, { done: string }>): Usage => ({
  promptTokens: line.prompt_tokens ?? null,
  completionTokens: line.completion_tokens ?? null,
  cachedTokens: null,
  reasoningTokens: null,
  source: 'usage',
});

/** A generated piece, as it is shown live. */
export type Delta = { channel: 'answer' | 'reasoning' | 'tool-call'; text: string };

export type BlueprintReader = {
  /** Takes the next bytes as text and gives the generated pieces in them. */
  push: (text: string) => Delta[];
  /** What came so far. */
  generation: () => Generation;
  isDone: () => boolean;
  /** What the server said went wrong, or null. */
  error: () => string | null;
};

type State = {
  text: string;
  reasoning: string;
  calls: ToolCall[];
  finish: Finish;
  usage: Usage | null;
  error: string | null;
  warnings: string[];
};

const takeLine = (state: State, text: string): Delta[] => {
  const line = readLine(text);
  if (line === null) {
    state.warnings.push(`unreadable-line: ${text.slice(0, 80)}`);
    return [];
  }
  if ('text' in line) {
    state.text += line.text;
    return [{ channel: 'answer', text: line.text }];
  }
  if ('thinking' in line) {
    state.reasoning += line.thinking;
    return [{ channel: 'reasoning', text: line.thinking }];
  }
  if ('call' in line) {
    const argumentsText = JSON.stringify(line.call.arguments);
    state.calls.push({ id: `call${state.calls.length}`, ...line.call, argumentsText, repairs: [] });
    return [{ channel: 'tool-call', text: argumentsText }];
  }
  if ('error' in line) state.error = line.error;
  else Object.assign(state, { finish: line.done, usage: usageOf(line) });
  return [];
};

/** Reads a reply of JSON lines, however it is cut into pieces. */
export const createBlueprintReader = (): BlueprintReader => {
  const state: State = { text: '', reasoning: '', calls: [], finish: 'unknown', usage: null, error: null, warnings: [] };
  let rest = '';
  return {
    push: (text) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      return lines.filter((line) => line.trim() !== '').flatMap((line) => takeLine(state, line));
    },
    generation: () => ({
      text: state.text,
      reasoning: state.reasoning,
      toolCalls: [...state.calls],
      leakedToolCalls: [],
      refused: false,
      finish: state.finish === 'stop' && state.calls.length > 0 ? 'tool-calls' : state.finish,
      finishRaw: state.finish === 'unknown' ? null : state.finish,
      end: state.finish === 'unknown' ? 'eof' : 'done',
      usage: state.usage,
      serverTimings: null,
      modelReported: null,
      warnings: [...state.warnings],
    }),
    isDone: () => state.finish !== 'unknown',
    error: () => state.error,
  };
};
