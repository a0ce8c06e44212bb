import type { z } from 'zod';

export type ParsedLines<Value> = {
  values: Value[];
  /** Bytes up to and including the last whole line. */ wholeBytes: number;
  /** A last line without an end, as a crash leaves it. */ torn: string | null;
  badLines: number[];
};

/** Reads JSON lines. A line without its end mark is torn and not used, even if it parses: its write did not finish. */
export const parseLines = <Value>(text: string, schema: z.ZodType<Value>): ParsedLines<Value> => {
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  const values: Value[] = [];
  const badLines: number[] = [];
  for (const [index, line] of whole.split('\n').entries()) {
    if (line === '') continue;
    const value = schema.safeParse(parseJson(line));
    if (value.success) values.push(value.data);
    else badLines.push(index + 1);
  }
  return { values, wholeBytes: Buffer.byteLength(whole), torn: end < text.length ? text.slice(end) : null, badLines };
};

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
};
