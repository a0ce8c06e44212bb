import type { Rule } from '../../scorers/instruction-rules/rules/index.ts';

/** A named change of a right reply. */
export type Edit = {
  name: string;
  change: (reply: string) => string;
  /** Each side of a rule (too many, too few, each listed word) has a change of its own in every proof. */
  side?: string;
};

const edit = (name: string, change: (reply: string) => string): Edit => ({ name, change });
const linesOf = (reply: string): string[] => reply.split('\n');
const body = /(\p{L}{2,})( \p{L}{2,})/u;

const addWord = edit('one word more', (reply) => reply.replace(body, '$1 indeed$2'));
const dropWord = edit('one word less', (reply) =>
  reply.replace(/( (?:and|in|at|with|before|after|near|under|by|on|for|from|since|during|through|without|beyond)) [a-z]+(?![a-z])/i, '$1'),
);
const dropAnyWord = edit('one word less', (reply) => reply.replace(/ \p{L}+(?=[ .!?;,])/u, ''));
const dropLastWord = edit('the last word left out', (reply) => reply.replace(/ [\p{L}\p{N}'[\]*-]+([^\p{L}\p{N}]*)$/u, '$1'));
const addSentence = edit('one sentence more', (reply) => reply.replace(/([.!?])(\W*)$/, '$1 More follows soon.$2'));
const addForeignSentence = edit('one sentence more', (reply) => `${reply}OK。`);
const dropSentence = edit('one sentence less', (reply) => reply.replace(/[^.!?\n。]+[.!?。]([^.!?。]*)$/, '$1'));
const joinSentences = edit('two sentences joined', (reply) => reply.replace(/[.!?] /, ' '));
const joinAtLine = edit('two sentences joined', (reply) => reply.replace(/[。](?=.)/, '、'));
const dropLine = edit('one line less', (reply) => linesOf(reply).slice(0, -1).join('\n'));
const dropFirstLine = edit('the first line left out', (reply) => linesOf(reply).slice(1).join('\n').trimStart());
const dropMiddleLine = edit('a line in the middle left out', (reply) =>
  linesOf(reply)
    .filter((_line, at, all) => at !== Math.floor(all.length / 2))
    .join('\n'),
);
const addLine = edit('one line more', (reply) => `${reply}\n${/^\W*/.exec(linesOf(reply).at(-1) ?? '')?.[0] ?? ''}one more thing`);
const addNumbered = edit('one item more', (reply) => `${reply}\n${linesOf(reply).length + 1}. One more thing to say`);
const swapLines = edit('two lines swapped', (reply) => {
  const lines = linesOf(reply);
  return [lines.at(-1) ?? '', ...lines.slice(1, -1), lines[0] ?? ''].join('\n');
});
const before = edit('prose before it', (reply) => `Sure, here it is:\n\n${reply}`);
const after = edit('prose after it', (reply) => `${reply}\n\nI hope that this helps.`);
const fenced = edit('in a code fence', (reply) => `\`\`\`\n${reply}\n\`\`\``);
const oneParagraph = edit('one paragraph less', (reply) => reply.replace('\n\n', ' '));
const moreParagraphs = edit('one paragraph more', (reply) => reply.replace(/([.!?]) /, '$1\n\n'));
const lastLine = edit('one paragraph more', (reply) => `${reply}\n\nFine.`);
const oneCapital = edit('one capital letter', (reply) => reply.replace(/ ([a-z])/, (_all, letter: string) => ` ${letter.toUpperCase()}`));
const oneSmallWord = edit('one word in small letters', (reply) => reply.replace(/[A-Z]{2,}(?=\W)/, (word) => word.toLowerCase()));
const oneSmallInitial = edit('one word begins small', (reply) =>
  reply.replace(/ ([A-Z])/, (_all, letter: string) => ` ${letter.toLowerCase()}`),
);
const allSmall = edit('all in small letters', (reply) => reply.toLowerCase());
const shouted = edit('one word in capital letters more', (reply) => reply.replace(/ ([a-z]{3,})/, (all) => all.toUpperCase()));
const unmarked = edit('without bullet marks', (reply) => reply.replaceAll(/^(\s*)(?:[-*+]|\d+\.) /gm, '$1'));
const renumbered = edit('a wrong number', (reply) => reply.replace(/^2\./m, '3.'));
const flat = edit('without a list in the list', (reply) => reply.replaceAll(/^\s+/gm, ''));
const oneFlat = edit('one inner item not indented', (reply) => reply.replace(/^\s+-/m, '-'));
const withoutLast = edit('the last character left out', (reply) => reply.slice(0, -1));
const withMark = (mark: string) => edit(`one "${mark}" more`, (reply) => reply.replace(/([a-z]) /, `$1${mark} `));
const withoutMark = (mark: string) => edit(`one "${mark}" less`, (reply) => reply.replace(mark, mark === ',' ? '' : '.'));
const word = (name: string, added: string) => edit(name, (reply) => reply.replace(body, `$1 ${added}$2`));
const replace = (name: string, from: string, to: string) => edit(name, (reply) => reply.replace(from, to));
const padded = (count: number) => edit('far longer', (reply) => reply.replace(body, `$1${' with care'.repeat(Math.ceil(count / 2))}$2`));
const shortened = edit('only the first half', (reply) => reply.slice(0, Math.floor(reply.length / 2)));
const shortWords = edit('short words only', (reply) => reply.replaceAll(/\b(?!\w*s\b|children\b)\w+/g, 'a'));
const repeatWord = edit('one word twice', (reply) => reply.replace(/ ([a-z]{3,}) /i, ' $1 $1 '));

const englishRest =
  'and this is the rest of the text and it was written in the English language for you as it is with many of us and with all that they said to the people of the town at the end of the day after this';
const inEnglish: Edit[] = [
  edit('mostly in English', (reply) => reply.replace(/([.!?])(\W*)$/, ` ${englishRest}$1$2`)),
  edit('mostly in English, a sentence more', (reply) => `${reply} ${englishRest}`),
];
const inGerman: Edit[] = [
  edit('half in German', (reply) => reply.replaceAll(/\b[a-z]{1,6}(?<!s)\b/gi, (one) => (one === one.toUpperCase() ? 'UND' : 'und'))),
  edit(
    'mostly in German',
    (reply) =>
      `${reply} Und das ist der Rest von dem Text, der nicht auf Englisch ist, und er ist für uns alle mit den Bildern in der Stadt, und das ist auch nicht die Sprache, die wir noch mit den Leuten und der Familie haben.`,
  ),
];

const json: Edit[] = [
  before,
  fenced,
  edit('one member too many', (reply) => reply.replace(/\}$/, ',"note":"done"}')),
  edit('a member with another name', (reply) => reply.replace(/"([a-z]+)":/, '"$1s":')),
  edit('a number as text', (reply) => reply.replace(/: ?(\d+)/, ':"$1"')),
  edit('one item more', (reply) => reply.replace(/\[/, '["more", ')),
];

const grid: Edit[] = [
  before,
  after,
  dropLine,
  edit('one row more', (reply) => `${reply}\n${linesOf(reply).at(-1)}`),
  edit('another header', (reply) => reply.replace(/[A-Za-z]+/, 'Name of it')),
];

const sided = (side: string, edits: readonly Edit[]): Edit[] => edits.map((one) => ({ ...one, side }));

const count = (rule: { min?: number | undefined; max?: number | undefined }, edits: { more: Edit[]; less: Edit[] }): Edit[] => [
  ...(rule.max === undefined ? [] : sided('more', edits.more)),
  ...((rule.min ?? 0) === 0 ? [] : sided('less', edits.less)),
];

/** Changes of which at least one breaks the rule in a reply that holds it. */
export const editsOf = (rule: Rule): Edit[] => {
  switch (rule.kind) {
    case 'words':
      return count(rule, { more: [addWord, padded(40)], less: [dropWord, dropAnyWord, shortened] });
    case 'sentences':
      return count(rule, {
        more: [addSentence, addForeignSentence, padded(4), after],
        less: [joinSentences, joinAtLine, dropSentence, shortened],
      });
    case 'paragraphs':
      return count(rule, { more: [moreParagraphs, lastLine], less: [oneParagraph] });
    case 'lines':
      return count(rule, { more: [addLine, after], less: [dropLine, dropMiddleLine] });
    case 'characters':
      return count(rule, { more: [padded(80)], less: [shortened, shortWords] });
    case 'sentence-words':
    case 'line-words':
      return count(rule, {
        more: [padded(12)],
        less: [edit('one sentence cut short', (reply) => reply.replace(/(^|\n|[.!?] )((?:[-\d.]+ )?[A-Za-z]+) [^.!?;\n]*/, '$1$2'))],
      });
    case 'growing-lines':
      return [swapLines, padded(12), edit('the last line cut short', (reply) => reply.replace(/([^\n]*\n(?:[-\d.]+ )?\w+)[^\n]*$/, '$1'))];
    case 'word-length':
      return [word('one long word', 'extraordinarily')];
    case 'starts-with':
      return [before, edit('without the first word', (reply) => reply.replace(/^\S+ /, ''))];
    case 'ends-with':
      return [after, withoutLast, replace('without the required end', rule.text, 'That is all.')];
    case 'exact-reply':
      return [
        edit('with a full stop', (reply) => `${reply}.`),
        before,
        after,
        edit('in small letters', (reply) => reply.toLowerCase()),
        fenced,
        edit('in quotation marks', (reply) => `"${reply}"`),
      ];
    case 'repeat-first':
      return [dropFirstLine, before, edit('the line is not word for word', (reply) => reply.replace(' ', ' please '))];
    case 'postscript':
      return [replace('another marker', rule.marker, 'Also'), after, dropLine];
    case 'wrap':
      return [
        before,
        after,
        edit('without the closing tag', (reply) => reply.replace(`</${rule.tag}>`, '')),
        edit('without tags', (reply) => reply.replaceAll(/<[^>]*>/g, '')),
      ];
    case 'quoted':
      return [before, withoutLast, edit('without quotation marks', (reply) => reply.replaceAll('"', ''))];
    case 'line-end':
      return [withoutLast, edit('one line ends otherwise', (reply) => reply.replace(rule.mark, '.').replace('..', '')), after];
    case 'contains':
      return rule.words.map((one) => ({
        ...edit(`without "${one}"`, (reply) => reply.replaceAll(new RegExp(`\\b${one}\\b`, 'gi'), 'things')),
        always: true,
      }));
    case 'contains-times':
      return [
        word('the word once more', rule.word),
        edit('the word once less', (reply) => reply.replace(new RegExp(`\\b${rule.word}\\b`, 'i'), 'Others')),
      ];
    case 'avoids':
      return rule.words.map((one) => ({ ...word(`with "${one}"`, one), side: one }));
    case 'avoids-letter':
      return [
        word('one word with the letter', `${rule.letter}a${rule.letter}`),
        edit('the letter as a capital', (reply) => reply.replace(body, `$1 ${rule.letter.toUpperCase()}$2`)),
      ];
    case 'placeholders':
      return [word('one placeholder more', '[detail]'), edit('one placeholder less', (reply) => reply.replace(/\[(\w+)\]/, '$1'))];
    case 'lower-case':
      return [oneCapital, edit('the first letter is a capital', (reply) => reply.charAt(0).toUpperCase() + reply.slice(1))];
    case 'upper-case':
      return [oneSmallWord, allSmall];
    case 'title-case':
      return [oneSmallInitial, allSmall];
    case 'capital-words':
      return [shouted, oneSmallWord];
    case 'json-object':
      return json;
    case 'table':
      return [
        ...grid,
        edit('without the line of dashes', (reply) =>
          linesOf(reply)
            .filter((_line, at) => at !== 1)
            .join('\n'),
        ),
      ];
    case 'csv':
      return [...grid, edit('one cell too many', (reply) => `${reply},1`), fenced];
    case 'bullets':
      return [addLine, dropLine, unmarked, before];
    case 'numbered':
      return [addNumbered, dropLine, renumbered, unmarked, before];
    case 'nested-list':
      return [flat, oneFlat, dropLine, before];
    case 'headings':
      return [
        edit('one heading less', (reply) => reply.replace(/^#+ /m, '')),
        edit('another level', (reply) => reply.replace(/^#+ /m, '#### ')),
      ];
    case 'bold':
      return [edit('one part less', (reply) => reply.replace(/\*\*(\w+)\*\*/, '$1')), word('one part more', '**indeed**')];
    case 'separator':
      return [replace('one separator less', `\n${rule.mark}`, ''), replace('another separator', `\n${rule.mark}`, '\n----')];
    case 'no-markdown':
      return [edit('one word in bold', (reply) => reply.replace(body, '**$1**$2')), edit('as a bullet point', (reply) => `- ${reply}`)];
    case 'code-fence':
      return [
        before,
        edit('without the fence', (reply) => reply.replaceAll(/^```.*$/gm, '')),
        edit('another mark on the fence', (reply) => reply.replace(/^```\w*/, '```js')),
      ];
    case 'sequence':
      return [swapLines, dropMiddleLine, addNumbered, addLine];
    case 'alphabetical-lines':
      return [swapLines];
    case 'language':
      return rule.language === 'en' ? inGerman : inEnglish;
    case 'punctuation':
      return count(rule, {
        more: [
          withMark(rule.mark),
          edit(`one "${rule.mark}" more`, (reply) => reply.replace(body, `$1${rule.mark}$2`)),
          edit(`one "${rule.mark}" at the end`, (reply) => `${reply}${rule.mark}`),
        ],
        less: [
          withoutMark(rule.mark),
          edit(`one "${rule.mark}" less`, (reply) => reply.replace(new RegExp(`\\${rule.mark}(?=[^\\${rule.mark}]*$)`), '.')),
        ],
      });
    case 'digits':
      return count(rule, {
        more: [word('one digit more', '7'), edit('one digit more', (reply) => reply.replace(/(\d)(?![\d.])/, '$17'))],
        less: [edit('one digit less', (reply) => reply.replace(/\d(?!\.)/, ''))],
      });
    case 'vowels':
      return count(rule, {
        more: [edit('far more vowels', (reply) => reply.replace(/(\p{L})(\P{L}*)$/u, `$1${'a'.repeat(rule.max ?? 0)}$2`))],
        less: [shortened],
      });
    case 'acrostic':
      return [swapLines, dropLine, edit('one line begins with another letter', (reply) => reply.replace(/^((?:- |\d+\. )?)/, '$1Zest '))];
    case 'sentence-initial':
      return [
        edit('one sentence begins otherwise', (reply) =>
          reply.replace(/([.!?]) (\w)/, (_all, mark: string, letter: string) => `${mark} ${letter.toLowerCase() === 'z' ? 'A' : 'Z'}`),
        ),
        before,
      ];
    case 'no-repeated-word':
      return [repeatWord];
    case 'palindromes':
      return [
        word('one palindrome more', 'level'),
        edit('one palindrome less', (reply) => reply.replace(/\b(noon|kayak|radar|mum|civic|level)\b/, 'work')),
      ];
    case 'self-count':
      return [
        edit('the number is one too high', (reply) => reply.replace(/(\d+)$/, (digits) => String(Number(digits) + 1))),
        edit('the number counts its own line', (reply) => reply.replace(/(\d+)$/, (digits) => String(Number(digits) + 2))),
        addWord,
        dropLine,
      ];
    case 'first-last':
      return [dropLastWord, withoutLast, edit('another first word', (reply) => `Quiet ${reply}`)];
    case 'states-line':
      return [
        edit('another number', (reply) =>
          reply.replace(new RegExp(rule.text.replace(/\d+/, '(\\d+)'), 'i'), (_all, digits: string) =>
            rule.text.replace(/\d+/, String(Number(digits) + 1)),
          ),
        ),
        dropLine,
        dropFirstLine,
      ];
  }
};

/** Changes of any reply: they count only where they break something. */
export const commonEdits: readonly Edit[] = [before, after, fenced];
