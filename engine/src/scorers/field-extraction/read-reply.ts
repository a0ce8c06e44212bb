import { jsonrepair } from 'jsonrepair';
import { jsonEnd } from '../../kit/first-json.ts';
import { splitThinking } from '../../kit/think-tags.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { repeatedKey } from './repeated-key.ts';
import { isObject } from './scalars.ts';

/** A JSON value of a reply; `flaw` says why it is no strict JSON, null = it is. */
export type Candidate = { value: unknown; flaw: string | null };
export type ReadReply = { kind: 'value'; candidate: Candidate } | { kind: 'none' } | { kind: 'several'; count: number };

/** Brackets beyond this number are not tried, so that a flood of them costs no time. */
const startsTried = 200;
/** No task nests deeper than a few levels; deeper text could exhaust the stack. */
const depthMax = 50;
const longText = 4000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const repaired = (text: string): unknown => {
  try {
    return parse(jsonrepair(text));
  } catch {
    return undefined;
  }
};

const flawOf = (text: string): string => {
  if (/^\s*(?:\/\/|#)|\s\/\/|\/\*/m.test(text)) return 'a comment';
  if (/,\s*[}\]]/.test(text)) return 'a trailing comma';
  if (/[{[,:]\s*'/.test(text)) return 'single quotes';
  return 'malformed or incomplete JSON';
};

const strictCandidate = (text: string): Candidate | null => {
  const value = parse(text);
  if (value === undefined) return null;
  const twice = repeatedKey(text, value);
  return { value, flaw: twice === null ? null : `two values for the key "${twice}"` };
};

/** Braces in prose also repair into an object, so at least one expected key must be there. */
const repairedCandidate = (text: string, keys: readonly string[]): Candidate | null => {
  const value = repaired(text);
  return isObject(value) && keys.some((key) => Object.hasOwn(value, key)) ? { value, flaw: flawOf(text) } : null;
};

/** Deepest nesting of brackets; text in strings counts too, which harms no real answer. */
const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[{}[\]]/g)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Brackets in prose, as in `[1]`, are no answer; a list of objects is a wrong one. */
const isAnswer = (value: unknown): boolean => isObject(value) || (Array.isArray(value) && value.some(isObject));

const candidateAt = (text: string, start: number, keys: readonly string[]): { candidate: Candidate; end: number } | null => {
  const end = jsonEnd(text, start);
  const part = text.slice(start, end === -1 ? text.length : end);
  if (part.length > longText && depthOf(part) > depthMax) return null;
  const strict = end === -1 ? null : strictCandidate(part);
  const candidate = strict ?? (text[start] === '{' ? repairedCandidate(part.replace(/\s*(?:```+|~~~+)\s*$/, ''), keys) : null);
  return candidate !== null && isAnswer(candidate.value) ? { candidate, end: start + part.length } : null;
};

const candidatesIn = (text: string, keys: readonly string[]): Candidate[] => {
  const whole = text.length <= longText && /^\s*[[{]/.test(text) ? strictCandidate(text) : null;
  if (whole !== null && isAnswer(whole.value)) return [whole];
  const found: Candidate[] = [];
  let tried = 0;
  for (let at = 0; at < text.length && tried < startsTried; at += 1) {
    if (text[at] !== '{' && text[at] !== '[') continue;
    tried += 1;
    const read = candidateAt(text, at, keys);
    if (read === null) continue;
    found.push(read.candidate);
    at = read.end - 1;
  }
  return found;
};

/**
 * The one JSON object of a reply. Code fences of any spelling and text around it say nothing; thinking is no reply;
 * the same object twice counts once; different ones are no answer. `keys` are those that an answer may have.
 */
export const readReply = (text: string, keys: readonly string[]): ReadReply => {
  const found = candidatesIn(splitThinking(text).answer, keys);
  const [first] = found;
  if (first === undefined) return { kind: 'none' };
  if (found.length === 1) return { kind: 'value', candidate: first };
  const different = new Set(found.map(({ value }) => canonicalJson(value))).size;
  if (different > 1) return { kind: 'several', count: different };
  return { kind: 'value', candidate: found.find(({ flaw }) => flaw === null) ?? first };
};
