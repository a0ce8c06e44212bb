import type { InstructionRules } from '../../scorers/instruction-rules/expect.ts';
import type { Rule, RuleName } from '../../scorers/instruction-rules/rules/index.ts';
import {
  cellsByScan,
  gridHolds,
  isLetter,
  isLower,
  isUpper,
  jsonHolds,
  languageHolds,
  languageIsUnclear,
  same,
  sum,
  type RuleOf,
} from './second-forms.ts';
import { plain, scanReply, scanWords, type Scan } from './scan.ts';

type Holds = { [K in RuleName]: (rule: RuleOf<K>, scan: Scan) => boolean };

const within = (count: number, { min, max }: { min?: number | undefined; max?: number | undefined }): boolean =>
  (min === undefined || count >= min) && (max === undefined || count <= max);

const charactersIn = (text: string, wanted: string): number => sum([...text].map((one) => (wanted.includes(one) ? 1 : 0)));
const trimEnd = (line: string, marks: string): string =>
  line !== '' && marks.includes(line.at(-1) ?? '') ? trimEnd(line.slice(0, -1), marks) : line;
const initial = (text: string): string => ([...text].find(isLetter) ?? '').toLowerCase();
const rising = <T>(items: readonly T[], fits: (before: T, after: T) => boolean): boolean =>
  items.length > 1 && items.slice(1).every((item, at) => fits(items[at] as T, item));

/** Occurrences of a phrase, found token by token; scripts without spaces are searched by character. */
const uses = (scan: Scan, phrase: string): number => {
  if (phrase > '\u2E80') return scan.text.split(phrase).length - 1;
  const wanted = scanWords(phrase.toLowerCase());
  const tokens = scan.allWords();
  return tokens.filter((_token, at) => wanted.every((word, offset) => tokens[at + offset] === word)).length;
};

const tagParts = (text: string, tag: string): boolean => {
  const inner = text.slice(tag.length + 2, -(tag.length + 3));
  return text === `<${tag}>${inner}</${tag}>` && !inner.includes(`<${tag}>`) && !inner.includes(`</${tag}>`);
};

const bracketed = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const close = text.indexOf(']', at);
    if (close > at + 1 && !text.slice(at + 1, close).includes('\n') && text[close + 1] !== '(') count += 1;
  }
  return count;
};

const partsInBold = (text: string): number =>
  sum(
    text
      .split('\n')
      .map((line) => line.split('**').filter((part, at, all) => at % 2 === 1 && at < all.length - 1 && part.trim() !== '').length),
  );

const nestedHolds = ({ outer, inner }: RuleOf<'nested-list'>, scan: Scan): boolean =>
  scan.lines.every(({ marker }) => marker === 'bullet') &&
  same(
    scan.lines.map(({ indent }) => (indent >= 2 ? 'inner' : 'outer')),
    Array.from({ length: outer * (inner + 1) }, (_, at) => (at % (inner + 1) === 0 ? 'outer' : 'inner')),
  );

const listHolds = (rule: { count: number; only: boolean }, scan: Scan, marker: 'bullet' | 'number'): boolean => {
  const items = scan.lines.filter((line) => line.marker === marker);
  return (
    items.length === rule.count &&
    (!rule.only || scan.lines.length === rule.count) &&
    items.every(({ number }, at) => marker === 'bullet' || number === at + 1)
  );
};

const selfCountHolds = ({ label }: RuleOf<'self-count'>, scan: Scan): boolean => {
  const [last, ...before] = [...scan.proseLines].reverse();
  const [name, stated, ...rest] = (last?.body ?? '').split(':').map((part) => trimEnd(part.trim(), '.'));
  const counted = sum(before.map(({ words }) => words.length));
  return name?.toLowerCase() === label.toLowerCase() && rest.length === 0 && stated === String(counted);
};

const plainLine = (line: string | undefined, marks: string): string => trimEnd((line ?? '').toLowerCase().trim(), marks).trim();

const markdownMarks = (scan: Scan): boolean =>
  scan.lines.some(({ marker, text }) => marker !== 'none' || text.startsWith('#') || (text.startsWith('|') && text.endsWith('|'))) ||
  scan.text.includes('`') ||
  scan.text.split('*').length > 2 ||
  scan.text.includes('](');

/** Every kind of rule once more, by scanning characters and tokens instead of patterns. */
const holds: Holds = {
  words: (rule, { words }) => within(words.length, rule),
  sentences: (rule, scan) => within(scan.sentences().length, rule),
  paragraphs: (rule, scan) => within(scan.blocks, rule),
  lines: (rule, scan) => within(scan.lines.filter(({ text }) => !text.startsWith('```')).length, rule),
  characters: (rule, { text }) => within(Array.from(text).length, rule),
  'sentence-words': (rule, scan) => scan.sentences().every((words) => within(words.length, rule)),
  'line-words': (rule, { proseLines }) => proseLines.every(({ words }) => within(words.length, rule)),
  'word-length': ({ max }, { words }) => words.every((word) => charactersIn(word, "-'.,") + max >= [...word].length),
  'starts-with': (rule, { text }) => text.slice(0, rule.text.length) === rule.text,
  'ends-with': (rule, { text }) => text.lastIndexOf(rule.text) === text.length - rule.text.length && text.includes(rule.text),
  'exact-reply': (rule, { text }) => text === rule.text,
  'repeat-first': (rule, { lines }) => lines.length > 1 && lines[0]?.text.trim() === rule.text,
  postscript: ({ marker }, { lines }) => {
    const last = lines.at(-1)?.text.trim() ?? '';
    return lines.length > 1 && last.slice(0, marker.length) === marker && scanWords(last.slice(marker.length)).length > 0;
  },
  wrap: ({ tag }, { text }) => tagParts(text, tag),
  quoted: (_rule, { text }) => text[0] === '"' && text.indexOf('"', 1) === text.length - 1,
  'line-end': ({ mark }, { lines }) => lines.every(({ text }) => text.slice(-mark.length) === mark),
  contains: (rule, scan) => rule.words.every((word) => uses(scan, word) > 0),
  'contains-times': ({ word, times }, scan) => uses(scan, word) === times,
  avoids: (rule, scan) => rule.words.every((word) => uses(scan, word) === 0),
  'avoids-letter': ({ letter }, { words }) => !words.join('').toLowerCase().normalize('NFD').includes(letter),
  placeholders: ({ count }, { text }) => bracketed(text) === count,
  'lower-case': (_rule, { words }) => ![...words.join('')].some(isUpper),
  'upper-case': (_rule, { words }) => words.length > 0 && ![...words.join('')].some(isLower) && [...words.join('')].some(isUpper),
  'title-case': (_rule, { words }) => words.every((word) => !isLower(word[0] ?? '')),
  'capital-words': ({ count }, { words }) =>
    words.filter((word) => [...word].filter(isLetter).length > 1 && ![...word].some(isLower)).length === count,
  'json-object': (rule, { raw }) => jsonHolds(rule, raw),
  table: (rule, { lines }) => {
    const grid = lines.map(({ text }) => (text.includes('|') ? cellsByScan(text, '|') : []));
    const dashes = grid[1] ?? [];
    return (
      dashes.length > 0 &&
      dashes.every((cell) => cell.includes('-') && trimEnd(trimEnd(trimEnd(cell, ':'), '-'), ':') === '') &&
      gridHolds(
        grid.filter((_row, at) => at !== 1),
        rule,
      )
    );
  },
  csv: (rule, { lines }) =>
    gridHolds(
      lines.map(({ text }) => cellsByScan(text, ',')),
      rule,
    ),
  bullets: (rule, scan) => listHolds(rule, scan, 'bullet'),
  numbered: (rule, scan) => listHolds(rule, scan, 'number'),
  'nested-list': nestedHolds,
  headings: ({ count, level }, { lines }) => {
    const found = lines.filter(({ hashes }) => hashes > 0);
    return found.length === count && found.every(({ hashes }) => hashes === level);
  },
  bold: ({ count }, { text }) => partsInBold(text) === count,
  separator: ({ mark, parts }, scan) => {
    const at = scan.lines.flatMap(({ text }, place) => (text === mark ? [place] : []));
    const ends = [-1, ...at, scan.lines.length];
    return at.length === parts - 1 && rising(ends, (before, after) => after - before > 1);
  },
  'no-markdown': (_rule, scan) => !markdownMarks(scan),
  'code-fence': ({ language }, { lines }) => {
    const fences = lines.flatMap(({ text }, at) => (text.startsWith('```') ? [at] : []));
    return (
      same(fences, [0, lines.length - 1]) &&
      lines.at(-1)?.text === '```' &&
      !lines[0]?.text.includes(' ') &&
      (language === undefined || lines[0]?.text.slice(3) === language)
    );
  },
  sequence: ({ items }, { proseLines }) =>
    same(
      proseLines.map(({ body }) => plainLine(body, '.,;')),
      items.map((item) => item.toLowerCase()),
    ),
  'alphabetical-lines': (_rule, { proseLines }) =>
    rising(
      proseLines.map(({ words }) => (words[0] ?? '').toLowerCase()),
      (before, after) => before <= after,
    ),
  'growing-lines': (_rule, { proseLines }) =>
    rising(
      proseLines.map(({ words }) => words.length),
      (before, after) => before < after,
    ),
  language: languageHolds,
  punctuation: (rule, { text }) => within(charactersIn(text, rule.mark), rule),
  digits: (rule, { proseLines }) => within(sum(proseLines.map(({ body }) => charactersIn(body, '0123456789'))), rule),
  vowels: (rule, { proseLines }) => within(sum(proseLines.map(({ body }) => charactersIn(body.normalize('NFD'), 'aeiouAEIOU'))), rule),
  acrostic: ({ word }, { proseLines }) =>
    same(
      proseLines.map(({ body }) => initial(body)),
      [...word],
    ),
  'sentence-initial': ({ letter }, scan) =>
    scan.sentences().length > 0 && scan.sentences().every((words) => initial(words[0] ?? '') === letter),
  'no-repeated-word': (_rule, { words }) => new Set(words.map((word) => word.toLowerCase())).size === words.length,
  palindromes: ({ count }, { words }) =>
    words.filter((word) => {
      const plain = word.toLowerCase();
      return plain.length > 2 && [...plain].every((one, at) => isLetter(one) && one === plain[plain.length - 1 - at]);
    }).length === count,
  'self-count': selfCountHolds,
  'first-last': (_rule, { words }) => words.length > 1 && words[0]?.toLowerCase() === words.at(-1)?.toLowerCase(),
  'states-line': (rule, { proseLines }) =>
    plainLine((rule.place === 'first' ? proseLines[0] : proseLines.at(-1))?.body, '.') === rule.text.toLowerCase(),
};

/** The words of one message of the prompt, and where each of them stands. */
export type PromptWords = { words: readonly string[]; places: ReadonlyMap<string, readonly number[]> };

export const promptWords = (message: string): PromptWords => {
  const words = scanWords(plain(message).toLowerCase());
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  }
  return { words, places };
};

/** Words of a text that stand in a run of five words of the prompt, found by comparing places instead of joined runs. */
const copiedWords = ({ words, places }: PromptWords, reply: readonly string[]): number => {
  const copied = reply.map(() => false);
  for (let at = 0; at + 5 <= reply.length; at += 1) {
    const starts = places.get(reply[at] ?? '') ?? [];
    if (!starts.some((start) => [1, 2, 3, 4].every((offset) => words[start + offset] === reply[at + offset]))) continue;
    copied.fill(true, at, at + 5);
  }
  return copied.filter(Boolean).length;
};

type Prompts = readonly PromptWords[];

const hasSubstance = ({ substance, rules }: InstructionRules, prompts: Prompts, given: { reply: string; scan: Scan }): boolean => {
  const repeated = rules.find((rule) => rule.kind === 'repeat-first')?.text ?? '';
  const scan = repeated !== '' && given.reply.startsWith(repeated) ? scanReply(given.reply.slice(repeated.length)) : given.scan;
  if (scan.words.length < substance.minWords || [...scan.text].length < substance.minCharacters) return false;
  if (substance.mentions.some((mention) => uses(scan, mention) === 0)) return false;
  const words = scan.allWords();
  return Math.max(...prompts.map((prompt) => copiedWords(prompt, words))) * 2 <= words.length;
};

const forbids = (rule: Rule): boolean => {
  const limits: readonly RuleName[] = ['avoids', 'avoids-letter', 'no-markdown', 'no-repeated-word', 'word-length'];
  return limits.includes(rule.kind) || ('max' in rule && !('min' in rule && (rule.min ?? 0) > 0));
};

/** `unclear`: the language of the reply is too mixed to build a proof on it. */
export type SecondVerdict = { held: boolean[]; score: number; unclear: boolean };

/** The verdict by other algorithms than the scorer's: which rules hold, and the score by the published formula. */
export const checkAgain = (expect: InstructionRules, prompts: Prompts, reply: string): SecondVerdict => {
  const { rules } = expect;
  const scan = scanReply(reply);
  if (!hasSubstance(expect, prompts, { reply, scan })) return { held: rules.map(() => false), score: 0, unclear: false };
  const held = rules.map((rule) => holds[rule.kind](rule as never, scan));
  const broken = rules.filter((_rule, at) => !held[at]);
  const kept = rules.filter((_rule, at) => held[at]);
  const worthless = broken.some(({ vital }) => vital) || (kept.every(forbids) && rules.some((rule) => !forbids(rule)));
  const weight = (some: readonly Rule[]) => sum(some.map((rule) => rule.weight));
  const unclear = rules.some((rule) => rule.kind === 'language' && languageIsUnclear(rule, scan));
  return { held, unclear, score: broken.length === 0 ? 1 : worthless ? 0 : weight(kept) / weight(rules) };
};
