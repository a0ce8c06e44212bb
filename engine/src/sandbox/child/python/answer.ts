import type { GuestValue } from '@benchloop/spec';
import { mostValueDepth } from '../limits.ts';
import type { Step, StepError } from '../messages.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** UTF-8 in which lone halves of surrogate pairs are written as three bytes, as Python's `surrogatepass` does. */
export const decodeText = (hex: string): string => {
  const bytes = bytesOf(hex);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Each lone half is ED, A0 to BF, 80 to BF.
    const text = Buffer.from(bytes).toString('latin1');
    return text
      .split(/(\xed[\xa0-\xbf][\x80-\xbf])/)
      .map((part, index) =>
        index % 2 === 1
          ? String.fromCharCode(0xd000 | ((part.charCodeAt(1) & 0x3f) << 6) | (part.charCodeAt(2) & 0x3f))
          : Buffer.from(part, 'latin1').toString('utf8'),
      )
      .join('');
  }
};

const decimalOf = (hex: string): string => (hex.startsWith('-') ? `-${BigInt(hex.slice(1))}` : String(BigInt(hex)));

const asText = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('the answer has another form');
  return value;
};

const asList = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new TypeError('the answer has another form');
  return value as unknown[];
};

const valueOf = (raw: unknown, depth: number): GuestValue => {
  if (depth > mostValueDepth + 1) throw new TypeError('the answer is nested too deeply');
  const [tag, v] = asList(raw);
  switch (tag) {
    case 'none':
      return { t: 'none' };
    case 'bool':
      return { t: 'bool', v: v === true };
    case 'int':
      return { t: 'int', v: decimalOf(asText(v)) };
    case 'float':
      return { t: 'float', v: v === '-0.0' ? '-0' : asText(v) };
    case 'text':
    case 'other':
      return { t: tag, v: decodeText(asText(v)) };
    case 'bytes':
      return { t: 'bytes', v: asText(v) };
    case 'list':
    case 'tuple':
    case 'set':
      return { t: tag, v: asList(v).map((each) => valueOf(each, depth + 1)) };
    case 'dict':
      return {
        t: 'dict',
        v: asList(v).map((pair) => {
          const [key, value] = asList(pair);
          return [valueOf(key, depth + 1), valueOf(value, depth + 1)];
        }),
      };
    default:
      throw new TypeError('the answer has another form');
  }
};

const ends = ['returned', 'raised', 'memory', 'not-plain', 'exited'] as const;

/** Reads what the code in the interpreter wrote; throws where it has another form. */
export const readAnswer = (text: string): Pick<Step, 'end' | 'error' | 'value'> => {
  const { end, error, value } = JSON.parse(text) as { end: unknown; error: { [Key in keyof StepError]: unknown } | null; value?: unknown };
  const known = ends.find((each) => each === end);
  if (known === undefined) throw new TypeError('the answer has another form');
  return {
    end: known,
    error:
      error === null
        ? null
        : {
            type: decodeText(asText(error.type)),
            message: decodeText(asText(error.message)),
            line: typeof error.line === 'number' && Number.isInteger(error.line) ? error.line : null,
          },
    value: value === undefined ? null : valueOf(value, 0),
  };
};
