import type { Random } from '../../kit/random.ts';
import type { Rule, RuleName } from '../../scorers/instruction-rules/rules/index.ts';
import { scanWords } from './scan.ts';
import { sentenceOf, vocabularyFor, type Vocabulary } from './sentence.ts';
import { palindromeTails, placeholderTails, type Topic } from './words/topics.ts';

/** What a reply must be: its subject, words to mention, and the rules in force. */
export type Job = { topic: Topic; mentions: readonly string[]; minWords: number; rules: readonly Rule[] };

export type RuleOf<K extends RuleName> = Extract<Rule, { kind: K }>;
export const ruleOf = <K extends RuleName>(rules: readonly Rule[], kind: K): RuleOf<K> | undefined =>
  rules.find((rule): rule is RuleOf<K> => rule.kind === kind);

type Bounds = { min?: number | undefined; max?: number | undefined };

const within = (random: Random, bounds: Bounds | undefined, usual: readonly [number, number]): number => {
  if (bounds === undefined) return random.int(...usual);
  const min = bounds.min ?? Math.max(1, (bounds.max ?? 1) - 3);
  return random.int(min, Math.max(min, Math.min(bounds.max ?? min + 4, min + 8)));
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const countWords = (text: string | undefined): number => scanWords(text ?? '').length;

/** Parts that stand in the reply beside its body. */
const fixedParts = (random: Random, { topic, rules }: Job) => {
  const marker = ruleOf(rules, 'postscript')?.marker;
  const headings = Array.from({ length: ruleOf(rules, 'headings')?.count ?? 0 }, () => capitalised(`${random.pick(topic.actions)} well`));
  const start = ruleOf(rules, 'starts-with')?.text;
  const end = ruleOf(rules, 'ends-with')?.text;
  const repeated = ruleOf(rules, 'repeat-first')?.text;
  const stated = ruleOf(rules, 'states-line');
  const self = ruleOf(rules, 'self-count')?.label;
  const postscript =
    marker === undefined ? undefined : `${marker} ${capitalised(random.pick(topic.subjects))} ${random.pick(topic.actions)}.`;
  const lines = [end, repeated, stated?.text, postscript].filter((part) => part !== undefined);
  return {
    start,
    end,
    repeated,
    stated,
    self,
    postscript,
    headings,
    words: [...lines, start, ...headings].reduce((sum, part) => sum + countWords(part), 0) + (self === undefined ? 0 : 2),
    sentences: lines.length + headings.length + (self === undefined ? 0 : 1),
  };
};
type Fixed = ReturnType<typeof fixedParts>;

const lineKinds: readonly RuleName[] = [
  'acrostic',
  'lines',
  'alphabetical-lines',
  'growing-lines',
  'line-words',
  'line-end',
  'bullets',
  'numbered',
  'nested-list',
];

/** Sentences that a forced end needs for itself. */
const forcedTails = (rules: readonly Rule[]): number =>
  (ruleOf(rules, 'placeholders')?.count ?? 0) +
  (ruleOf(rules, 'palindromes')?.count ?? 0) +
  Math.ceil((ruleOf(rules, 'digits')?.min ?? 0) / 4);

const unitCount = (random: Random, job: Job, fixed: Fixed): number => {
  const { rules } = job;
  const nested = ruleOf(rules, 'nested-list');
  if (nested !== undefined) return nested.outer * (nested.inner + 1);
  const list = ruleOf(rules, 'bullets') ?? ruleOf(rules, 'numbered');
  if (list !== undefined) return list.count;
  const word = ruleOf(rules, 'acrostic')?.word;
  if (word !== undefined) return word.length;
  const lines = ruleOf(rules, 'lines');
  if (lines !== undefined) return within(random, lines, [3, 5]) - fixed.sentences;
  const sentences = ruleOf(rules, 'sentences');
  if (sentences !== undefined) return within(random, sentences, [3, 4]) - fixed.sentences;
  const words = ruleOf(rules, 'words');
  const parts = Math.max(ruleOf(rules, 'paragraphs')?.min ?? 1, ruleOf(rules, 'separator')?.parts ?? 1, fixed.headings.length);
  const byWords = words === undefined ? random.int(3, 4) : Math.round(((words.min ?? (words.max ?? 40) - 4) - fixed.words) / 8);
  return Math.max(parts, byWords, forcedTails(rules), 1);
};

/** Splits a number of words into sentences; growing lines get lengths that rise. */
const lengthsOf = (random: Random, job: Job, plan: { units: number; fixed: Fixed }): number[] | null => {
  const { rules, minWords } = job;
  const bounds = ruleOf(rules, 'line-words') ?? ruleOf(rules, 'sentence-words');
  const [low, high] = [Math.max(bounds?.min ?? (forcedTails(rules) > 0 ? 6 : 4), 3), Math.min(bounds?.max ?? 12, 14)];
  const rising = ruleOf(rules, 'growing-lines') !== undefined;
  const lengths = Array.from({ length: plan.units }, (_, at) =>
    rising ? Math.max(low, 3) + at : random.int(low, Math.min(high, low + 4)),
  );
  const words = ruleOf(rules, 'words');
  const usual = Math.max(
    minWords + 2,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  const target =
    words === undefined ? Math.max(usual - plan.fixed.words, plan.units * low) : within(random, words, [0, 0]) - plan.fixed.words;
  for (let steps = 0; steps < 300; steps += 1) {
    const difference = target - lengths.reduce((sum, length) => sum + length, 0);
    if (difference === 0) return lengths;
    const at = random.int(0, lengths.length - 1);
    const next = (lengths[at] ?? 0) + Math.sign(difference);
    const fits =
      next >= low && next <= (rising ? 14 : high) && (!rising || (next > (lengths[at - 1] ?? 0) && next < (lengths[at + 1] ?? 99)));
    if (fits) lengths[at] = next;
  }
  return null;
};

const digitTails = (random: Random, count: number): string[] => {
  if (count > 4) return [...digitTails(random, 4), ...digitTails(random, count - 4)];
  const number = random.int(10 ** (count - 1), 10 ** count - 1);
  return [count === 4 ? `since ${random.int(1850, 2020)}` : `at ${number} places`];
};

/** Forced ends, one for each of the first sentences of a random order. */
const tailsOf = (random: Random, rules: readonly Rule[]): string[] => {
  const digits = ruleOf(rules, 'digits')?.min ?? 0;
  return [
    ...random.sample(placeholderTails, ruleOf(rules, 'placeholders')?.count ?? 0),
    ...random.sample(palindromeTails, ruleOf(rules, 'palindromes')?.count ?? 0),
    ...(digits > 0 ? digitTails(random, digits) : []),
  ];
};

const vocabularyOf = ({ topic, rules }: Job): Vocabulary => {
  const letter = ruleOf(rules, 'avoids-letter')?.letter;
  const longest = ruleOf(rules, 'word-length')?.max ?? 99;
  const avoided = new Set(
    [...(ruleOf(rules, 'avoids')?.words ?? []), ruleOf(rules, 'contains-times')?.word].map((word) => word?.toLowerCase()),
  );
  const allows = (text: string) =>
    text.split(' ').every((word) => (letter === undefined || !word.includes(letter)) && word.length <= longest && !avoided.has(word));
  return vocabularyFor(topic, allows, ruleOf(rules, 'no-repeated-word') !== undefined);
};

const subjectsOf = (random: Random, job: Job, units: number): (string | undefined)[] | null => {
  const times = ruleOf(job.rules, 'contains-times');
  const required = [...new Set([...job.mentions, ...(ruleOf(job.rules, 'contains')?.words ?? [])])].filter((word) => word !== times?.word);
  const all = [...required, ...Array.from({ length: times?.times ?? 0 }, () => times?.word)];
  if (all.length > units) return null;
  return random.shuffle([...all, ...Array.from({ length: units - all.length }, () => undefined)]);
};

const initialOf = (rules: readonly Rule[], at: number): string | undefined =>
  ruleOf(rules, 'acrostic')?.word[at] ?? ruleOf(rules, 'sentence-initial')?.letter;

const sentencesOf = (random: Random, job: Job, lengths: readonly number[]): string[][] | null => {
  const { rules } = job;
  const subjects = subjectsOf(random, job, lengths.length);
  const tails = tailsOf(random, rules);
  if (subjects === null || tails.length > lengths.length) return null;
  const circular = ruleOf(rules, 'first-last') !== undefined;
  const letter = ruleOf(rules, 'sentence-initial')?.letter;
  const opening = circular
    ? job.topic.subjects.find((word) => (letter === undefined || word.startsWith(letter)) && !subjects.slice(1).includes(word))
    : undefined;
  if (circular && (opening === undefined || (subjects[0] !== undefined && subjects[0] !== opening))) return null;
  const places = random.shuffle(lengths.map((_length, at) => at).slice(0, circular ? -1 : undefined));
  const vocabulary = vocabularyOf(job);
  const made: string[][] = [];
  for (const [at, words] of lengths.entries()) {
    const last = circular && at === lengths.length - 1;
    const sentence = sentenceOf(
      random,
      {
        words,
        initial: initialOf(rules, at),
        subject: circular && at === 0 ? opening : subjects[at],
        tail: last ? `with ${opening}` : tails[places.indexOf(at)],
        bare: circular && at === 0,
      },
      vocabulary,
    );
    if (sentence === null) return null;
    made.push(sentence);
  }
  return made;
};

/** Puts commas between words, not at the ends of a sentence. */
const withCommas = (random: Random, sentences: string[][], count: number): void => {
  const gaps = sentences.flatMap((words, at) => words.slice(1, -1).map((_word, place) => [at, place + 1] as const));
  for (const [at, place] of random.sample(gaps, Math.min(count, gaps.length))) (sentences[at] as string[])[place] += ',';
};

const marked = (random: Random, sentences: string[][], count: number, mark: (word: string) => string): void => {
  const places = sentences.flatMap((words, at) =>
    words.flatMap((word, place) => (/^[a-z]{3,}$/.test(word) && place > 0 ? [[at, place] as const] : [])),
  );
  for (const [at, place] of random.sample(places, Math.min(count, places.length))) {
    const words = sentences[at] as string[];
    words[place] = mark(words[place] ?? '');
  }
};

const punctuationOf = (rules: readonly Rule[], mark: string): number =>
  rules.reduce((most, rule) => (rule.kind === 'punctuation' && rule.mark === mark ? (rule.min ?? 0) : most), 0);

const endMarks = (random: Random, rules: readonly Rule[], count: number): string[] => {
  const usual = ruleOf(rules, 'line-end')?.mark ?? '.';
  const special = [...'!'.repeat(punctuationOf(rules, '!')), ...'?'.repeat(punctuationOf(rules, '?'))];
  return random.shuffle([...special, ...Array.from({ length: Math.max(0, count - special.length) }, () => usual)]).slice(0, count);
};

/** Groups sentences into blocks of nearly equal size. */
const grouped = (sentences: readonly string[], blocks: number): string[] =>
  Array.from({ length: blocks }, (_, block) =>
    sentences.slice(Math.floor((block * sentences.length) / blocks), Math.floor(((block + 1) * sentences.length) / blocks)).join(' '),
  );

const bodyOf = (job: Job, sentences: readonly string[], fixed: Fixed): string => {
  const { rules } = job;
  const nested = ruleOf(rules, 'nested-list');
  if (nested !== undefined) return sentences.map((line, at) => `${at % (nested.inner + 1) === 0 ? '' : '  '}- ${line}`).join('\n');
  if (ruleOf(rules, 'bullets') !== undefined) return sentences.map((line) => `- ${line}`).join('\n');
  if (ruleOf(rules, 'numbered') !== undefined) return sentences.map((line, at) => `${at + 1}. ${line}`).join('\n');
  if (rules.some(({ kind }) => lineKinds.includes(kind))) return sentences.join('\n');
  const heading = '#'.repeat(ruleOf(rules, 'headings')?.level ?? 1);
  if (fixed.headings.length > 0)
    return grouped(sentences, fixed.headings.length)
      .map((block, at) => `${heading} ${fixed.headings[at]}\n${block}`)
      .join('\n\n');
  const separator = ruleOf(rules, 'separator');
  if (separator !== undefined) return grouped(sentences, separator.parts).join(`\n${separator.mark}\n`);
  const paragraphs =
    (ruleOf(rules, 'paragraphs')?.min ?? 1) - (fixed.repeated === undefined || ruleOf(rules, 'paragraphs') === undefined ? 0 : 1);
  return grouped(sentences, Math.max(1, paragraphs)).join('\n\n');
};

const inCase = (rules: readonly Rule[], text: string): string => {
  if (ruleOf(rules, 'lower-case') !== undefined) return text.toLowerCase();
  if (ruleOf(rules, 'upper-case') !== undefined) return text.toUpperCase();
  if (ruleOf(rules, 'title-case') !== undefined) return text.replaceAll(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
};

const assembled = (job: Job, sentences: readonly string[], fixed: Fixed): string => {
  const { rules } = job;
  const first =
    fixed.start === undefined
      ? sentences
      : [`${fixed.start} ${sentences[0]?.charAt(0).toLowerCase()}${sentences[0]?.slice(1)}`, ...sentences.slice(1)];
  const lines = rules.some(({ kind }) => lineKinds.includes(kind));
  let text = bodyOf(job, first, fixed);
  if (fixed.end !== undefined) text += `${lines ? '\n' : ' '}${fixed.end}`;
  if (fixed.repeated !== undefined) text = `${fixed.repeated}\n\n${text}`;
  if (fixed.stated !== undefined) text = fixed.stated.place === 'first' ? `${fixed.stated.text}\n${text}` : `${text}\n${fixed.stated.text}`;
  if (fixed.postscript !== undefined) text += `\n\n${fixed.postscript}`;
  text = inCase(rules, text);
  const { wrap, fence } = { wrap: ruleOf(rules, 'wrap')?.tag, fence: ruleOf(rules, 'code-fence') };
  if (wrap !== undefined) text = `<${wrap}>${text}</${wrap}>`;
  if (ruleOf(rules, 'quoted') !== undefined) text = `"${text}"`;
  return fence === undefined ? text : `\`\`\`${fence.language ?? ''}\n${text}\n\`\`\``;
};

/** One try at prose that holds the rules; the caller checks it. */
export const draftProse = (random: Random, job: Job): string | null => {
  const { rules } = job;
  const fixed = fixedParts(random, job);
  const units = unitCount(random, job, fixed);
  const lengths = units < 1 ? null : lengthsOf(random, job, { units, fixed });
  const sentences = lengths === null ? null : sentencesOf(random, job, lengths);
  if (sentences === null) return null;
  withCommas(random, sentences, punctuationOf(rules, ','));
  marked(random, sentences, ruleOf(rules, 'capital-words')?.count ?? 0, (word) => word.toUpperCase());
  marked(random, sentences, ruleOf(rules, 'bold')?.count ?? 0, (word) => `**${word}**`);
  const marks = endMarks(random, rules, sentences.length);
  const finished = sentences.map((words, at) => `${capitalised(words.join(' '))}${marks[at]}`);
  const ordered = ruleOf(rules, 'alphabetical-lines') === undefined ? finished : [...finished].sort();
  const text = assembled(job, ordered, fixed);
  return fixed.self === undefined ? text : `${text}\n${inCase(rules, fixed.self)}: ${countWords(text.replaceAll(/^\d+\. /gm, ''))}`;
};
