import type { CodeLanguage } from '@benchloop/spec';
import { splitThinking } from '../../kit/think-tags.ts';
import { splitFences, type Fenced } from './fences.ts';

export type CodeWanted = { language: CodeLanguage; /** Name that the program has to define. */ entry: string };

type Grammar = {
  tags: readonly string[];
  /** A line that begins code in a reply without fences. */
  start: RegExp;
  /** A line that ends code, besides a sentence. */
  end?: RegExp;
  /** Names that a line defines. */
  defined: RegExp;
};

const python: Grammar = {
  tags: ['python', 'py', 'python3', 'py3', 'python3.11', 'cpython', 'pyi', 'sage'],
  start:
    /^\s*(?:from\s+[\w.]+\s+import\s|import\s+[\w., ]+$|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[:(]|@\w+|#!|[A-Za-z_]\w*\s*(?::\s*[\w[\], |.]+)?=[^=])/,
  defined: /^\s*(?:(?:async\s+)?def|class)\s+(\w+)|^(\w+)\s*(?::[^=]+)?=[^=]/,
};

const javascript: Grammar = {
  end: /^#{1,6}\s/,
  tags: ['javascript', 'js', 'jsx', 'mjs', 'cjs', 'node', 'nodejs', 'es6', 'ecmascript', 'typescript', 'ts', 'tsx', 'mts'],
  start:
    /^\s*(?:export\s+\w|import\s+[\w{*'"]|(?:const|let|var)\s+[\w$[{][^=;]*[=;]|(?:async\s+)?function[\s*]|class\s+[\w$]+[^;]*\{|type\s+\w+.*=|interface\s+\w+|enum\s+\w+|\/\/|\/\*|['"]use strict|module\.exports)/,
  defined:
    /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+|abstract\s+|const\s+)?(?:(?:async\s+)?function\s*\*?|class|const|let|var|type|interface|enum)\s+([\w$]+)|^(?:module\.)?(?:exports\.)?([\w$]+)\s*=[^=>]/,
};

const neutralTags: readonly string[] = ['', 'code', 'text', 'txt', 'plaintext', 'plain', 'source', 'solution'];

const grammarOf = (language: CodeLanguage): Grammar => (language === 'python' ? python : javascript);

const namesDefined = (code: string, { defined }: Grammar): Set<string> =>
  new Set(
    code.split('\n').flatMap((line) => {
      const found = defined.exec(line);
      return found === null ? [] : [found[1] ?? found[2] ?? ''];
    }),
  );

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Takes away the indentation that all lines share, and empty lines at both ends. */
const dedent = (code: string): string => {
  const lines = code.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  return lines
    .map((line) => (line.trim() === '' ? '' : line.slice(shared)))
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
};

/** A sentence or a heading: no line of code begins with a capital and goes on with two plain words, or ends there with a colon. */
const isProse = (line: string): boolean =>
  /^(?:[-*•]\s+|\d+[.)]\s+|\*\*)?[A-Z][\w'’]*(?:,?\s+[`“"']?[a-zA-Z][\w'’`"”]*){2,}/.test(line) ||
  /^(?:\*\*)?[A-Z][\w'’ ]*:(?:\*\*)?$/.test(line) ||
  /^[-*•]\s+[`A-Za-z]/.test(line);

/** Code in a text without fences: from the first line that begins code to the first sentence behind it. */
const bareCode = (text: string, { start, end: heading }: Grammar): string | null => {
  const lines = text.split('\n').map((line) => line.replace(/^(\s*)`([^`]+)`\s*$/, '$1$2'));
  const first = lines.findIndex((line) => start.test(line) && !isProse(line));
  if (first < 0) return null;
  const base = indentOf(lines[first] ?? '');
  const rest = lines.slice(first);
  const isBehind = (line: string): boolean =>
    line.trim() !== '' &&
    (indentOf(line) < base || (indentOf(line) === base && (isProse(line.trim()) || heading?.test(line.trim()) === true)));
  const end = rest.findIndex(isBehind);
  return dedent(rest.slice(0, end < 0 ? undefined : end).join('\n'));
};

const usesName = (code: string, name: string): boolean => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(code);

/** The block, with those that define a name which it uses and does not define, in the order of the reply. */
const withHelpers = (blocks: readonly string[], chosen: number, { entry, grammar }: { entry: string; grammar: Grammar }): string => {
  const taken = new Set([chosen]);
  const isNeeded = (index: number): boolean => {
    const names = namesDefined(blocks[index] ?? '', grammar);
    if (names.has(entry)) return false;
    const known = new Set([...taken].flatMap((other) => [...namesDefined(blocks[other] ?? '', grammar)]));
    return [...names].some((name) => !known.has(name) && [...taken].some((other) => usesName(blocks[other] ?? '', name)));
  };
  for (let again = true; again;) {
    const next = blocks.findIndex((_block, index) => !taken.has(index) && isNeeded(index));
    again = next >= 0;
    if (again) taken.add(next);
  }
  return [...taken]
    .toSorted((a, b) => a - b)
    .map((index) => blocks[index])
    .join('\n\n');
};

const isForeign = ({ tag }: Fenced, { tags }: Grammar): boolean => !tags.includes(tag) && !neutralTags.includes(tag);

/**
 * The program in a reply, or null where there is none. Rules, in this order:
 * 1. Thinking that leaked into the reply is no code.
 * 2. The last fenced block that defines the asked-for name counts, with those blocks whose definitions it needs.
 * 3. Without one, code outside fences that defines the name.
 * 4. Without it, the last block in the task's language, then the last that names no language, then any code outside fences.
 */
export const extractCode = (reply: string, { language, entry }: CodeWanted): string | null => {
  const grammar = grammarOf(language);
  const text = splitThinking(reply.replaceAll('\uFEFF', '').replaceAll(/\r\n?/g, '\n')).answer;
  const { blocks, outside } = splitFences(text);
  const codes = blocks.map(({ code }) => dedent(code));
  const chosen = codes.findLastIndex((code) => namesDefined(code, grammar).has(entry));
  if (chosen >= 0) return withHelpers(codes, chosen, { entry, grammar });
  const bare = bareCode(outside, grammar);
  if (bare !== null && namesDefined(bare, grammar).has(entry)) return bare;
  const own = codes.findLastIndex((_code, index) => grammar.tags.includes(blocks[index]?.tag ?? ''));
  const neutral = codes.findLastIndex(
    (code, index) => !isForeign(blocks[index] as Fenced, grammar) && code.split('\n').some((line) => grammar.start.test(line)),
  );
  return codes[own] ?? codes[neutral] ?? bare;
};
