import { jsonEnd } from './first-json.ts';

export type WrittenCall = { name: string; argumentsText: string };
export type WrittenCalls = { start: number; end: number; calls: WrittenCall[] };

/** One way in which a model family writes calls. `markup`: its tags mean nothing inside a code block. */
export type TextCallForm = { id: string; markup: boolean; find: (text: string) => WrittenCalls[] };

/** Fenced code blocks; one that is never closed reaches to the end. */
export const fencedBlocks = (text: string): { start: number; end: number; body: string }[] =>
  [...text.matchAll(/^[ \t]*```[^\n`]*\n([\s\S]*?)(?:^[ \t]*```|$(?![\s\S]))/gmu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    body: match[1] ?? '',
  }));

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const memberText = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));

/** A call as an object with `name` and `arguments` or `parameters`, or the same inside `function`. */
const callOfObject = (value: unknown): WrittenCall | null => {
  if (value === null || typeof value !== 'object') return null;
  const record = value as Record<string, unknown>;
  const inner = record['function'];
  if (inner !== null && typeof inner === 'object') return callOfObject(inner);
  const name = typeof record['name'] === 'string' ? record['name'] : typeof inner === 'string' ? inner : record['tool_name'];
  const given = record['arguments'] ?? record['parameters'];
  return typeof name === 'string' && name !== '' && given !== undefined ? { name, argumentsText: memberText(given) } : null;
};

const namePattern = /["']name["']\s*:\s*["']([^"']+)["']/u;
const argumentsPattern = /["'](?:arguments|parameters)["']\s*:\s*(?=[{"'])/u;

/** A call whose object is no valid JSON, or is cut off: its name, and its arguments as they stand. */
const callOfBrokenObject = (text: string): WrittenCall | null => {
  const name = namePattern.exec(text)?.[1];
  const given = argumentsPattern.exec(text);
  if (name === undefined || given === null) return null;
  const start = given.index + given[0].length;
  const end = text[start] === '{' ? jsonEnd(text, start) : -1;
  return { name, argumentsText: end === -1 ? text.slice(start).trim() : text.slice(start, end) };
};

/** Calls in a row of JSON objects, or in an array of them. */
const callsOfJson = (text: string): WrittenCall[] => {
  const calls: WrittenCall[] = [];
  let rest = text.trim();
  while (rest.startsWith('{') || rest.startsWith('[')) {
    const end = jsonEnd(rest, 0);
    const source = end === -1 ? rest : rest.slice(0, end);
    const value = parse(source);
    const found = value === undefined ? [callOfBrokenObject(source)] : (Array.isArray(value) ? value : [value]).map(callOfObject);
    calls.push(...found.filter((call) => call !== null));
    rest = end === -1 ? '' : rest.slice(end).replace(/^[\s;,]+/u, '');
  }
  return calls;
};

/** Values in tags have no types: what reads as a JSON number, boolean, null, object or array is one. */
const taggedArguments = (text: string, pattern: RegExp): string =>
  JSON.stringify(
    Object.fromEntries(
      [...text.matchAll(pattern)].map((match) => {
        const raw = (match[2] ?? '').replace(/^\n|\n$/gu, '');
        const value = parse(raw.trim());
        return [(match[1] ?? '').trim(), value === undefined || typeof value === 'string' ? raw : value];
      }),
    ),
  );

const parameterTags = /<parameter=([^>]+)>([\s\S]*?)(?:<\/parameter>|(?=<parameter=|<\/function>)|$)/gu;
const parameterNamed = /<parameter name="([^"]+)"[^>]*>([\s\S]*?)<\/parameter>/gu;
const argumentPairs = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/gu;

/** `<function=name>` with parameters in tags, or with a JSON object. */
const callsOfFunctionTags = (text: string): WrittenCall[] =>
  [...text.matchAll(/<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/gu)].map((match) => {
    const body = (match[2] ?? '').trim();
    return { name: match[1] ?? '', argumentsText: body.startsWith('{') ? body : taggedArguments(body, parameterTags) };
  });

const callsOfInvokeTags = (text: string): WrittenCall[] =>
  [...text.matchAll(/<invoke name="([^"]+)"[^>]*>([\s\S]*?)<\/invoke>/gu)].map((match) => ({
    name: match[1] ?? '',
    argumentsText: taggedArguments(match[2] ?? '', parameterNamed),
  }));

const callsInToolCallTag = (body: string): WrittenCall[] => {
  if (/^\s*<function=/u.test(body)) return callsOfFunctionTags(body);
  if (/^\s*[[{]/u.test(body)) return callsOfJson(body);
  const name = /^\s*([\w.-]+)\s*(?=<arg_key>|$)/u.exec(body)?.[1];
  return name === undefined ? [] : [{ name, argumentsText: taggedArguments(body, argumentPairs) }];
};

/** Every match of a pattern whose first group is the body. */
const spans =
  (pattern: RegExp, read: (body: string, match: RegExpMatchArray) => WrittenCall[]) =>
  (text: string): WrittenCalls[] =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      calls: read(match[1] ?? '', match),
    }));

/** A mark followed by a JSON value; the span ends with the value and an optional closing mark. */
const markThenJson =
  (mark: RegExp, close: RegExp, read: (json: string, match: RegExpMatchArray) => WrittenCall[]) =>
  (text: string): WrittenCalls[] =>
    [...text.matchAll(mark)].map((match) => {
      const start = match.index + match[0].length;
      const end = jsonEnd(text, start);
      const stop = end === -1 ? text.length : end + (close.exec(text.slice(end))?.[0].length ?? 0);
      return { start: match.index, end: stop, calls: read(text.slice(start, end === -1 ? undefined : end), match) };
    });

const namedByMark = (json: string, match: RegExpMatchArray): WrittenCall[] => [{ name: match[1] ?? '', argumentsText: json }];

/** The whole text is one call and nothing else. */
const bareJson = (text: string): WrittenCalls[] => {
  const trimmed = text.trim();
  const end = /^[{[]/u.test(trimmed) ? jsonEnd(trimmed, 0) : -1;
  if (end === -1 || !/^(?:[\s;]*\{[\s\S]*\})?$/u.test(trimmed.slice(end))) return [];
  return [{ start: 0, end: text.length, calls: callsOfJson(trimmed) }];
};

const fencedJson = (text: string): WrittenCalls[] =>
  fencedBlocks(text)
    .filter((fence) => /^\s*[{[]/u.test(fence.body) && jsonEnd(fence.body.trim(), 0) === fence.body.trim().length)
    .map((fence) => ({ start: fence.start, end: fence.end, calls: callsOfJson(fence.body) }));

/** Sources: chat templates and server parsers of the model families, wire.md 6.4. Order: the most specific first. */
export const textCallForms: readonly TextCallForm[] = [
  { id: 'tool-call-tag', markup: true, find: spans(/<tool_call>([\s\S]*?)(?:<\/tool_call>|(?=<tool_call>)|$)/gu, callsInToolCallTag) },
  { id: 'minimax', markup: true, find: spans(/<minimax:tool_call>([\s\S]*?)(?:<\/minimax:tool_call>|$)/gu, callsOfInvokeTags) },
  {
    id: 'function-calls',
    markup: true,
    find: spans(/<function_calls>([\s\S]*?)(?:<\/function_calls>|$)/gu, (body) => [...callsOfInvokeTags(body), ...callsOfJson(body)]),
  },
  {
    id: 'function-tag',
    markup: true,
    find: spans(/(<function=[^>\s]+>[\s\S]*?(?:<\/function>|$))(?:\s*<\/tool_call>)?/gu, callsOfFunctionTags),
  },
  {
    id: 'mistral-args',
    markup: true,
    find: markThenJson(/\[TOOL_CALLS\]\s*([\w.-]+)\s*(?:\[CALL_ID\][\w-]*\s*)?(?:\[ARGS\])?\s*(?=\{)/gu, /^$/u, namedByMark),
  },
  { id: 'mistral-list', markup: true, find: markThenJson(/\[TOOL_CALLS\]\s*(?=[[{])/gu, /^\s*\[\/TOOL_CALLS\]/u, callsOfJson) },
  { id: 'python-tag', markup: true, find: markThenJson(/<\|python_tag\|>\s*(?=[[{])/gu, /^\s*<\|(?:eom|eot)_id\|>/u, callsOfJson) },
  {
    id: 'gpt-oss',
    markup: true,
    find: markThenJson(
      /(?:<\|start\|>assistant)?\s*(?:<\|channel\|>\s*(?:commentary|analysis))?\s*\bto=(?:functions\.)?([\w.-]+)[^{]*?<\|message\|>\s*(?=\{)/gu,
      /^\s*<\|call\|>/u,
      namedByMark,
    ),
  },
  {
    id: 'kimi',
    markup: true,
    find: markThenJson(
      /(?:<\|tool_calls_section_begin\|>\s*)?<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*(?=\{)/gu,
      /^\s*<\|tool_call_end\|>(?:\s*<\|tool_calls_section_end\|>)?/u,
      namedByMark,
    ),
  },
  {
    id: 'deepseek',
    markup: true,
    find: markThenJson(
      /(?:<｜tool▁calls▁begin｜>\s*)?<｜tool▁call▁begin｜>\s*(?:function\s*<｜tool▁sep｜>)?\s*([\w.-]+)\s*(?:<｜tool▁sep｜>)?\s*(?:```json\s*)?(?=\{)/gu,
      /^\s*(?:```)?\s*<｜tool▁call▁end｜>(?:\s*<｜tool▁calls▁end｜>)?/u,
      namedByMark,
    ),
  },
  { id: 'action', markup: true, find: markThenJson(/^Action:\s*([\w.-]+)\s*\nAction Input:\s*(?=\{)/gmu, /^$/u, namedByMark) },
  { id: 'fenced-json', markup: false, find: fencedJson },
  { id: 'bare-json', markup: false, find: bareJson },
];
