import { jsonrepair } from 'jsonrepair';
import type { ToolCall } from '@benchloop/spec';

export type ReadCalls = { text: string; calls: ToolCall[]; problems: string[] };

type FoundCall = Omit<ToolCall, 'id'>;
type Block = { start: number; end: number; calls: FoundCall[] };
type Fence = { start: number; end: number; bodyStart: number; bodyEnd: number };

const opening = '<tool_call>';
const closing = '</tool_call>';
/** A string argument may hold the closing tag, so the first few are tried before the nearest one is believed. */
const closingsTried = 8;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

const attemptParse = (parse: () => unknown): unknown => {
  try {
    return parse();
  } catch {
    return undefined;
  }
};

const parseStrict = (text: string): unknown => attemptParse(() => JSON.parse(text));
const parseRepaired = (text: string): unknown => attemptParse(() => JSON.parse(jsonrepair(text)));

/** End of the JSON object or array that begins at `start`, by brackets outside of strings; -1 = it never ends. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
};

/** Whole JSON values at the beginning of a text, and where the last one ends. */
const leadingValues = (text: string): { values: unknown[]; end: number } => {
  const values: unknown[] = [];
  let end = 0;
  for (;;) {
    const start = end + (/^[\s,]*/.exec(text.slice(end))?.[0].length ?? 0);
    const stop = text[start] === '{' || text[start] === '[' ? endOfValue(text, start) : -1;
    const value = stop === -1 ? undefined : parseStrict(text.slice(start, stop));
    if (value === undefined) return { values, end };
    values.push(value);
    end = stop;
  }
};

const argumentsOf = (given: unknown): Pick<FoundCall, 'arguments' | 'argumentsText' | 'repairs'> => {
  if (isObject(given)) return { arguments: given, argumentsText: JSON.stringify(given), repairs: [] };
  if (given === undefined || given === null || given === '') return { arguments: {}, argumentsText: '', repairs: ['arguments-missing'] };
  if (typeof given !== 'string') return { arguments: null, argumentsText: JSON.stringify(given), repairs: [] };
  const strict = parseStrict(given);
  if (isObject(strict)) return { arguments: strict, argumentsText: given, repairs: ['arguments-double-encoded'] };
  const repaired = given.trimStart().startsWith('{') ? parseRepaired(given) : undefined;
  return isObject(repaired)
    ? { arguments: repaired, argumentsText: given, repairs: ['arguments-double-encoded', 'json-repaired'] }
    : { arguments: null, argumentsText: given, repairs: [] };
};

const callOf = (value: unknown, repairs: string[]): FoundCall[] => {
  if (!isObject(value) || typeof value['name'] !== 'string' || value['name'] === '') return [];
  const renamed = value['arguments'] === undefined && value['parameters'] !== undefined;
  const read = argumentsOf(renamed ? value['parameters'] : value['arguments']);
  return [{ name: value['name'], ...read, repairs: [...repairs, ...(renamed ? ['parameters-for-arguments'] : []), ...read.repairs] }];
};

const callsOf = (values: unknown[], repairs: string[]): FoundCall[] => {
  const each = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const several = each.length > 1 || values.some(Array.isArray) ? ['several-calls-in-one-tag'] : [];
  return each.flatMap((value) => callOf(value, [...repairs, ...several]));
};

/** A call whose JSON is beyond repair but whose name can be read: it gets an error result instead of silence. */
const hopelessCall = (body: string, repairs: string[]): FoundCall[] => {
  const name = /["']name["']\s*:\s*["']([^"'\n]+)["']/.exec(body)?.[1];
  return name === undefined ? [] : [{ name, arguments: null, argumentsText: body, repairs }];
};

/** Reads the block whose opening tag ends at `from`; `end` is where the text goes on after it. */
const readBlock = (text: string, from: number): Omit<Block, 'start'> => {
  for (
    let close = text.indexOf(closing, from), tried = 0;
    close !== -1 && tried < closingsTried;
    close = text.indexOf(closing, close + 1), tried += 1
  ) {
    const value = parseStrict(text.slice(from, close));
    const calls = value === undefined ? [] : callsOf([value], []);
    if (calls.length > 0) return { calls, end: close + closing.length };
  }
  const close = text.indexOf(closing, from);
  const next = text.indexOf(opening, from);
  const closed = close !== -1 && (next === -1 || close < next);
  const stop = closed ? close : next === -1 ? text.length : next;
  const end = closed ? close + closing.length : stop;
  const unclosed = closed ? [] : ['closing-tag-missing'];
  const body = text.slice(from, stop);
  const inner = body.replace(/^\s*```[\w-]*\s*/, '').replace(/\s*```\s*$/, '');
  if (!/^\s*[{[]/.test(inner)) return { calls: [], end };
  const fenced = inner === body ? [] : ['code-fence'];
  const lead = leadingValues(inner);
  const strict = callsOf(lead.values, [...unclosed, ...fenced]);
  if (strict.length > 0) return { calls: strict, end: closed || fenced.length > 0 ? end : from + lead.end };
  const repaired = callsOf([parseRepaired(inner)], [...unclosed, ...fenced, 'json-repaired']);
  return { calls: repaired.length > 0 ? repaired : hopelessCall(inner, [...unclosed, ...fenced]), end };
};

/** Code fences, also on one line around a call. A fence that is never closed is none. */
const fencesOf = (text: string): Fence[] =>
  [...text.matchAll(/^[ \t]*(```|~~~)([ \t]*[\w-]*[ \t]*\n?)([\s\S]*?)(?:^[ \t]*|(?<=<\/tool_call>)[ \t]*)\1[ \t]*$/gm)].map((match) => {
    const bodyEnd = match.index + match[0].lastIndexOf(match[1] as string);
    const bodyStart = match.index + match[0].indexOf(match[1] as string) + 3 + (match[2] as string).length;
    return { start: match.index, end: match.index + match[0].length, bodyStart, bodyEnd };
  });

const blocksOf = (text: string): { blocks: Block[]; unread: number } => {
  const blocks: Block[] = [];
  let unread = 0;
  for (let start = text.indexOf(opening); start !== -1;) {
    const from = start + opening.length;
    const inline = text[start - 1] === '`' && text.slice(start - 3, start) !== '```';
    const block = inline ? { calls: [], end: from } : readBlock(text, from);
    if (block.calls.length > 0) blocks.push({ start, ...block });
    else if (!inline && text.slice(from, block.end).replace(closing, '').trim() !== '') unread += 1;
    start = text.indexOf(opening, block.calls.length > 0 ? block.end : from);
  }
  return { blocks, unread };
};

const without = (text: string, spans: readonly { start: number; end: number }[]): string => {
  let rest = '';
  let at = 0;
  for (const { start, end } of spans) {
    rest += text.slice(at, start);
    at = end;
  }
  return rest + text.slice(at);
};

/** The fence is a wrapper of calls, not an example: it holds nothing else, and the reply ends with it. */
const wrapsCalls = (text: string, fence: Fence, inside: Block[]): boolean =>
  inside.length > 0 &&
  text.slice(fence.end).trim() === '' &&
  without(
    text.slice(fence.bodyStart, fence.bodyEnd),
    inside.map(({ start, end }) => ({ start: start - fence.bodyStart, end: end - fence.bodyStart })),
  ).trim() === '';

/**
 * Reads the calls that a reply wrote as `<tool_call>` blocks, and the text without them.
 *
 * Every block outside of code counts. A block in inline code is an example. A block in a code fence counts only
 * where no block stands outside of fences, the fence holds nothing but calls, and nothing follows the fence:
 * a reply that goes on after its fence explains the format.
 */
export const readCalls = (text: string, turn: number): ReadCalls => {
  const { blocks, unread } = blocksOf(text);
  const fences = fencesOf(text);
  const inside = (fence: Fence) => blocks.filter(({ start, end }) => start >= fence.bodyStart && end <= fence.bodyEnd);
  const fenced = new Set(fences.flatMap(inside));
  const free = blocks.filter((block) => !fenced.has(block));
  const wrapper = free.length > 0 ? undefined : fences.find((fence) => wrapsCalls(text, fence, inside(fence)));
  const counted =
    wrapper === undefined
      ? free
      : inside(wrapper).map((block) => ({
          ...block,
          calls: block.calls.map((call) => ({ ...call, repairs: ['code-fence', ...call.repairs] })),
        }));
  const calls = counted.flatMap((block) => block.calls).map((call, index) => ({ id: `call${turn}n${index}`.padEnd(9, '0'), ...call }));
  const rest = without(text, wrapper === undefined ? free : [wrapper]);
  return {
    text: (calls.length > 0 ? rest.replace(/(?:\s*<\/?tool_call>)+\s*$/, '') : rest).trim(),
    calls,
    problems: [
      ...(unread > 0 ? [`${unread} <tool_call> without a readable call`] : []),
      ...calls.filter((call) => call.arguments === null).map((call) => `the arguments of ${call.name} are no JSON object`),
    ],
  };
};
