/** One chunk of the stream, in the members that the API sends. */
export const D = (value: Record<string, unknown>): string =>
  `data: ${JSON.stringify({ modelVersion: 'gemini-test', responseId: 'r1', ...value })}\r\n\r\n`;

const usage = (candidates: number, thoughts?: number) => ({
  promptTokenCount: 9,
  candidatesTokenCount: candidates,
  totalTokenCount: 9 + candidates + (thoughts ?? 0),
  ...(thoughts === undefined ? {} : { thoughtsTokenCount: thoughts }),
});

export const P = (...parts: Record<string, unknown>[]): string =>
  D({ candidates: [{ content: { parts, role: 'model' }, index: 0 }], usageMetadata: usage(1) });
export const T = (text: string): string => P({ text });
export const R = (text: string): string => P({ text, thought: true });
export const C = (name: string, args: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  functionCall: { name, args },
  ...more,
});
/** The last chunk, which may hold text as well. */
export const FIN = (reason: string, text = '', thoughts?: number): string =>
  D({
    candidates: [{ content: { parts: text === '' ? [] : [{ text }], role: 'model' }, finishReason: reason, index: 0 }],
    usageMetadata: usage(3, thoughts),
  });
