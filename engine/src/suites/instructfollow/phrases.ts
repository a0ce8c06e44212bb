import type { Rule, RuleName } from '../../scorers/instruction-rules/rules/index.ts';

type Bounds = { min?: number | undefined; max?: number | undefined };

const amount = ({ min, max }: Bounds): string => {
  if (min === max) return `exactly ${min}`;
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
};

/** `exactly 1 comma`, `exactly 2 commas`. */
const counted = (bounds: Bounds, one: string, many = `${one}s`): string =>
  `${amount(bounds)} ${bounds.min === 1 && bounds.max === 1 ? one : many}`;
const exact = (count: number): Bounds => ({ min: count, max: count });

const quotedList = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(', ');

const members = (rule: Extract<Rule, { kind: 'json-object' }>): string =>
  rule.members
    .map(({ name, type, length }) => {
      const form = { string: 'text', number: 'a number', boolean: 'true or false', strings: `an array of exactly ${length} texts` }[type];
      return `"${name}" (${form})`;
    })
    .join(', ');

const languages = { de: 'German', es: 'Spanish', fr: 'French', en: 'English', ja: 'Japanese' } as const;
const marks = { ',': 'commas', '!': 'exclamation marks', '?': 'question marks', ';': 'semicolons', ':': 'colons' } as const;

/** What a rule says to the model: everything that its checker needs. */
export const phraseOf = (rule: Rule): string => {
  switch (rule.kind) {
    case 'words':
      return `Use ${counted(rule, 'word')} in the whole reply.`;
    case 'sentences':
      return `The reply has ${counted(rule, 'sentence')}.`;
    case 'paragraphs':
      return `The reply has ${counted(rule, 'paragraph')}.`;
    case 'lines':
      return `The reply has ${counted(rule, 'line')}.`;
    case 'characters':
      return `The reply has ${counted(rule, 'character')}, spaces included.`;
    case 'sentence-words':
      return `Every sentence has ${counted(rule, 'word')}.`;
    case 'line-words':
      return `Every line has ${counted(rule, 'word')}.`;
    case 'word-length':
      return `No word has more than ${rule.max} letters.`;
    case 'starts-with':
      return `The reply begins with exactly these words and marks: "${rule.text}" (go on in the same sentence).`;
    case 'ends-with':
      return `The reply ends with exactly this sentence: "${rule.text}"`;
    case 'exact-reply':
      return `Reply with exactly this and nothing else, no quotation marks and no full stop: ${rule.text}`;
    case 'repeat-first':
      return `The first line repeats this sentence word for word: "${rule.text}" Then leave one line blank and go on.`;
    case 'postscript':
      return `The last line of the reply is a postscript that begins with "${rule.marker}", after a blank line.`;
    case 'wrap':
      return `The whole reply stands between <${rule.tag}> and </${rule.tag}>, with nothing outside of them. Use each of the two tags once.`;
    case 'quoted':
      return 'The whole reply stands between one pair of double quotation marks; use no other double quotation marks.';
    case 'line-end':
      return `Every line ends with the mark "${rule.mark}".`;
    case 'contains':
      return `Use each of these words at least once, in exactly this form: ${quotedList(rule.words)}.`;
    case 'contains-times':
      return `Use the word "${rule.word}" exactly ${rule.times === 1 ? 'once' : `${rule.times} times`}, in exactly this form.`;
    case 'avoids':
      return `Do not use any of these words: ${quotedList(rule.words)}.`;
    case 'avoids-letter':
      return `No word of the reply may contain the letter "${rule.letter}", small or capital.`;
    case 'placeholders':
      return `The reply holds exactly ${rule.count} placeholders in square brackets, such as [name] or [date].`;
    case 'lower-case':
      return 'Write everything in small letters, without any capital letter.';
    case 'upper-case':
      return 'Write everything in capital letters, without any small letter.';
    case 'title-case':
      return 'Every word of the reply begins with a capital letter.';
    case 'capital-words':
      return `Write exactly ${rule.count} words wholly in capital letters, each of two or more letters.`;
    case 'json-object':
      return `The reply is one JSON object and nothing else, without a code fence. Its members are exactly: ${members(rule)}.`;
    case 'table':
      return `The reply is one Markdown table and nothing else. Its header is: ${rule.columns.join(' | ')}. Below the header and its line of dashes are exactly ${rule.rows} rows, no cell empty.`;
    case 'csv':
      return `The reply is CSV and nothing else, without a code fence. The first line is: ${rule.columns.join(',')}. After it come exactly ${rule.rows} lines, no cell empty; put a cell in double quotes if it holds a comma.`;
    case 'bullets':
      return rule.only
        ? `The reply is a list of exactly ${rule.count} bullet points, each on a line that begins with "- ", and holds no other line.`
        : `The reply holds exactly ${rule.count} bullet points, each on a line that begins with "- ".`;
    case 'numbered':
      return rule.only
        ? `The reply is a list of exactly ${rule.count} items numbered "1." to "${rule.count}.", one on each line, and holds no other line.`
        : `The reply holds exactly ${rule.count} items numbered "1." to "${rule.count}.", one on each line.`;
    case 'nested-list':
      return `The reply is a list of exactly ${rule.outer} bullet points ("- "). Below each of them are exactly ${rule.inner} inner bullet points, indented by two spaces ("  - "). No other line.`;
    case 'headings':
      return `Use exactly ${rule.count} headings, each on a line that begins with "${'#'.repeat(rule.level)} ", and no heading of another level.`;
    case 'bold':
      return `Put exactly ${rule.count} words in bold, written as **word**, each by itself.`;
    case 'separator':
      return `The reply has exactly ${rule.parts} parts, with a line that holds only ${rule.mark} between one part and the next.`;
    case 'no-markdown':
      return 'Use no Markdown: no headings, lists, tables, links, bold, italics or code marks.';
    case 'code-fence':
      return `The whole reply stands in one fenced code block that opens with the line \`\`\`${rule.language ?? ''} and closes with the line \`\`\`.`;
    case 'sequence':
      return 'Nothing but the items stands in the list, each exactly once.';
    case 'alphabetical-lines':
      return 'The first words of the lines stand in alphabetical order.';
    case 'growing-lines':
      return 'Each line has more words than the line before it.';
    case 'language':
      return `Write in ${languages[rule.language]}.`;
    case 'punctuation':
      return rule.max === 0
        ? `Use no ${marks[rule.mark]} (${rule.mark}).`
        : `Use ${amount(rule)} ${rule.min === 1 && rule.max === 1 ? marks[rule.mark].replace(/s$/, '') : marks[rule.mark]} (${rule.mark}) in the whole reply.`;
    case 'digits':
      return rule.max === 0 ? 'Use no digits.' : `Use ${amount(rule)} digits (0 to 9) in the whole reply; list numbers are not counted.`;
    case 'vowels':
      return `The letters a, e, i, o and u stand in the reply ${counted(rule, 'time')} in all.`;
    case 'acrostic':
      return `Write one sentence on each line. The first letters of the lines, read downwards, spell the word "${rule.word}"; there are no other lines.`;
    case 'sentence-initial':
      return `Every sentence begins with the letter "${rule.letter.toUpperCase()}".`;
    case 'no-repeated-word':
      return 'Use no word twice, whether in small or capital letters.';
    case 'palindromes':
      return `Use ${counted(exact(rule.count), 'palindrome')}: words of three or more letters that read the same backwards, such as "noon". A palindrome used twice counts twice.`;
    case 'self-count':
      return `The last line is "${rule.label}: " followed by the number of words of all lines before it, as digits.`;
    case 'first-last':
      return 'The last word of the reply is the same as its first word.';
    case 'states-line':
      return `The ${rule.place} line states the result in the form that is given above.`;
  }
};

const conventions: readonly (readonly [readonly RuleName[], string])[] = [
  [
    ['words', 'sentence-words', 'line-words', 'growing-lines', 'self-count', 'word-length', 'no-repeated-word'],
    'A word is a run of letters or digits; an apostrophe or hyphen inside belongs to it, so "don\'t" and "well-known" are one word each. List numbers, bullet marks and tags are no words; the words of headings and of required sentences are counted.',
  ],
  [
    ['sentences', 'sentence-words', 'sentence-initial'],
    'A sentence ends with ".", "!" or "?" or where its line ends, so a heading is a sentence too. Use no abbreviations with a full stop.',
  ],
  [['paragraphs'], 'Paragraphs have one blank line between them.'],
  [['lines', 'line-words', 'acrostic', 'line-end', 'growing-lines', 'alphabetical-lines'], 'Blank lines are not counted as lines.'],
];

/** How things are counted, as far as the rules need it. */
export const conventionsOf = (rules: readonly Rule[]): string[] =>
  conventions.filter(([kinds]) => rules.some(({ kind }) => kinds.includes(kind))).map(([, text]) => text);

/** Other words for some kinds of rules. */
export type Phrases = { [K in RuleName]?: (rule: Extract<Rule, { kind: K }>) => string };

export const phraseFrom = (phrases: Phrases, rule: Rule): string | undefined => phrases[rule.kind]?.(rule as never);
