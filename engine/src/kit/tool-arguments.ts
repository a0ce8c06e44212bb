import type { ToolCall } from '@benchloop/spec';
import { createHash } from 'node:crypto';
import { jsonrepair } from 'jsonrepair';
import { jsonEnd } from './first-json.ts';

type Arguments = Record<string, unknown>;
export type ReadArguments = { arguments: Arguments | null; repairs: string[] };

const isObject = (value: unknown): value is Arguments => value !== null && typeof value === 'object' && !Array.isArray(value);

/** `undefined` where the text is no JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** All complete objects that stand one behind the other at the start of the text, and what follows them. */
const leadingObjects = (text: string): { objects: string[]; rest: string } => {
  const objects: string[] = [];
  let rest = text.trim();
  while (rest.startsWith('{')) {
    const end = jsonEnd(rest, 0);
    if (end === -1) break;
    objects.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return { objects, rest };
};

const repaired = (text: string): Arguments | null => {
  try {
    const value = parse(jsonrepair(text));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

const readObject = (text: string): ReadArguments => {
  const strict = parse(text);
  if (isObject(strict)) return { arguments: strict, repairs: [] };
  const value = repaired(text);
  return { arguments: value, repairs: value === null ? [] : ['malformed-json'] };
};

/** Takes the first object that says something: some servers send `{}` and then the whole again. */
const readLeading = (text: string): ReadArguments | null => {
  const { objects, rest } = leadingObjects(text);
  if (objects.length === 0) return null;
  const read = readObject(objects.find((object) => object !== '{}') ?? '{}');
  const repairs = [...(objects.length > 1 ? ['several-objects'] : []), ...(rest === '' ? [] : ['trailing-text']), ...read.repairs];
  return { arguments: read.arguments, repairs };
};

/**
 * A call's arguments from their text. Empty means no arguments. Text that isn't a JSON object is repaired where that
 * takes no guess: trailing text, glued objects, double encoding, Python literals. A cut-off object is never completed.
 */
export const readArguments = (text: string): ReadArguments => {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'null') return { arguments: {}, repairs: [] };
  const strict = parse(trimmed);
  if (isObject(strict)) return { arguments: strict, repairs: [] };
  if (typeof strict === 'string') {
    const inner = readArguments(strict);
    return { arguments: inner.arguments, repairs: ['double-encoded', ...inner.repairs] };
  }
  return readLeading(trimmed) ?? { arguments: null, repairs: [] };
};

/** Nine letters and digits, the only id form that every server takes back; the same for the same seed. */
export const syntheticCallId = (seed: string, index: number): string => {
  const hash = createHash('sha256').update(`${seed}/${index}`).digest();
  return (hash.readBigUInt64BE(0) % 36n ** 9n).toString(36).padStart(9, '0');
};

export const toolCallOf = (parts: { id: string; name: string; argumentsText: string }): ToolCall => ({
  ...parts,
  ...readArguments(parts.argumentsText),
});
