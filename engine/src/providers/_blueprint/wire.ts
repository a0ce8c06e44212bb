import type { Finish, Generation, Usage } from '@benchloop/spec';
import { z } from 'zod';

/** One line of the server's reply: a piece of text, the end, or an error. Replace it by your server's own form. */
const lineSchema = z.union([
  z.object({ text: z.string() }),
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

export type BlueprintReader = {
  /** Takes the next bytes as text and gives the answer text in them. */
  push: (text: string) => string;
  /** What came so far. */
  generation: () => Generation;
  isDone: () => boolean;
  /** What the server said went wrong, or null. */
  error: () => string | null;
};

/** Reads a reply of JSON lines, however it is cut into pieces. */
export const createBlueprintReader = (): BlueprintReader => {
  const warnings: string[] = [];
  let rest = '';
  let answer = '';
  let finish: Finish = 'unknown';
  let usage: Usage | null = null;
  let error: string | null = null;

  const take = (text: string): string => {
    if (text.trim() === '') return '';
    const line = readLine(text);
    if (line === null) warnings.push(`unreadable-line: ${text.slice(0, 80)}`);
    else if ('text' in line) return line.text;
    else if ('error' in line) error = line.error;
    else [finish, usage] = [line.done, usageOf(line)];
    return '';
  };

  return {
    push: (text) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      const added = lines.map(take).join('');
      answer += added;
      return added;
    },
    generation: () => ({
      text: answer,
      reasoning: '',
      toolCalls: [],
      leakedToolCalls: [],
      refused: false,
      finish,
      finishRaw: finish === 'unknown' ? null : finish,
      end: finish === 'unknown' ? 'eof' : 'done',
      usage,
      serverTimings: null,
      modelReported: null,
      warnings: [...warnings],
    }),
    isDone: () => finish !== 'unknown',
    error: () => error,
  };
};
