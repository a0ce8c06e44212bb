import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReply } from './reading.ts';
import { ruleChecks, ruleKinds, ruleSchema, type RuleInput, type RuleName } from './rules/index.ts';

const holds = (input: RuleInput, reply: string): string | null => {
  const rule = ruleSchema.parse(input);
  return ruleChecks[rule.kind].check(rule as never, readReply(reply));
};

type Row = { rule: RuleInput; right: string[]; wrong: string[] };
const row = (rule: RuleInput, right: string[], wrong: string[]): Row => ({ rule, right, wrong });
const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join(' ');

const german = 'Der Zug fährt am Morgen durch das Tal und die Kinder sehen aus dem Fenster.';
const spanish = 'El tren sale por la mañana y los niños miran el valle con alegría.';
const french = 'Le train part le matin et les enfants regardent la vallée avec joie.';
const english = 'The train leaves in the morning and the children look at the valley.';
const japanese = '電車は朝に出ます。子どもたちは窓から谷を見ています。';

/** For each kind of rule: replies that hold it and near misses that do not. */
const table: Row[] = [
  row(
    { kind: 'words', min: 4, max: 4 },
    [
      'one two three four',
      "don't mix well-known words",
      'don’t mix well‑known words',
      '- one two\n- three four',
      '1. one 2.5 **three** four',
      '<note>a b c d</note>',
    ],
    ['one two three', 'one two three four five', "don't mix words", ''],
  ),
  row({ kind: 'words', max: 3 }, ['a b c', 'a'], ['a b c d', 'a b c 1,000']),
  row({ kind: 'words', min: 2 }, ['a b', 'a b c'], ['a', '- - -']),
  row(
    { kind: 'sentences', min: 2, max: 2 },
    ['One. Two!', 'It costs 3.5 euros. Really?', 'Title\nText here.', '"One." Two.', 'One... Two.', '一つです。二つです。'],
    ['One.', 'One. Two. Three.', 'One.\nTwo.\nThree.', 'Costs 3.5 and 4.5 euros'],
  ),
  row({ kind: 'paragraphs', min: 2, max: 2 }, ['a\n\nb', 'a\r\n\r\nb', 'a\nb\n \n\nc'], ['a\nb', 'a\n\nb\n\nc', 'a b']),
  row({ kind: 'lines', min: 3, max: 3 }, ['a\nb\nc', 'a\n\nb\n\nc\n', '```\na\nb\nc\n```'], ['a\nb', 'a\nb\nc\nd', 'a b c']),
  row({ kind: 'characters', min: 3, max: 5 }, ['abc', ' abcde ', 'e\u0301te\u0301'], ['ab', 'abcdef', 'a b c d']),
  row(
    { kind: 'sentence-words', min: 2, max: 3 },
    ['One two. Three four five.', 'Go on! Do not stop.'],
    ['One. Two three.', 'One two three four.', 'One two. Three four five six.'],
  ),
  row({ kind: 'line-words', min: 2, max: 3 }, ['- a b\n- c d e', 'a b\n\nc d'], ['- a b\n- c', '- a b c d', 'a b\nc d e f']),
  row({ kind: 'word-length', max: 5 }, ['short words only', "it's let-on"], ['longer words', 'a bcdefg']),
  row(
    { kind: 'starts-with', text: 'Today in Oslo' },
    ['Today in Oslo it rains', ' Today in Oslo, yes'],
    ['today in Oslo it rains', 'Sure: Today in Oslo', 'Today in oslo'],
  ),
  row(
    { kind: 'ends-with', text: "That's all." },
    ['Well. That’s all.', "That's all.\n"],
    ["Well. That's all", "That's all. Bye.", "that's all."],
  ),
  row(
    { kind: 'exact-reply', text: 'AB-12' },
    ['AB-12', ' AB-12\n', 'AB‑12'],
    ['AB-12.', '"AB-12"', 'ab-12', 'Answer: AB-12', '```\nAB-12\n```'],
  ),
  row(
    { kind: 'repeat-first', text: 'Say it.' },
    ['Say it.\n\nDone so.', 'Say it.\nDone'],
    ['Say it.', 'say it.\n\nDone', 'Done.\n\nSay it.', 'Say it. Done'],
  ),
  row(
    { kind: 'postscript', marker: 'PS:' },
    ['Text.\n\nPS: more', 'Text.\nPS: **more**'],
    ['PS: more', 'Text.\n\nPS:', 'Text. PS: more', 'Text.\n\nPS: more\nend', 'Text.\n\nps: more'],
  ),
  row(
    { kind: 'wrap', tag: 'note' },
    ['<note>a</note>', '<note>\na\n</note>\n'],
    ['<note>a', '<note>a</note> b', 'b <note>a</note>', '<Note>a</Note>', '<note>a</note><note>b</note>'],
  ),
  row({ kind: 'quoted' }, ['"a b"', '“a b”', ' "a" '], ['a b', '"a b', '"a" b', '"a "b" c"']),
  row({ kind: 'line-end', mark: ';' }, ['a;\nb;', 'a; '], ['a;\nb', 'a;\nb.;\nc.', 'a,']),
  row(
    { kind: 'contains', words: ['bees', 'old town'] },
    ['Bees in the old town', 'BEES, OLD TOWN!', 'bees-like old town'],
    ['Bee in the old town', 'bees in the old towns', 'bees old\ntown', 'beeswax old town'],
  ),
  row({ kind: 'contains', words: ['海'] }, ['青い海です', '海'], ['山です', '']),
  row({ kind: 'contains-times', word: 'bee', times: 2 }, ['bee and Bee', 'a bee. A bee!'], ['bee', 'bee bee bee', 'bee and bees']),
  row({ kind: 'avoids', words: ['very', 'so'] }, ['every some', 'quite'], ['very', 'a So', 'so-so']),
  row({ kind: 'avoids-letter', letter: 'e' }, ['a lot of plants', '1 2 3'], ['the', 'A Echo', 'café', 'lot of plants E']),
  row(
    { kind: 'placeholders', count: 2 },
    ['[name] in [place]', 'Dear [your name], [date]'],
    ['[name]', '[a] [b] [c]', '[name](link) [b]', '(name) (place)'],
  ),
  row({ kind: 'lower-case' }, ['all small, 3 of 4.', 'über'], ['All small', 'all smalL', 'Über']),
  row({ kind: 'upper-case' }, ['ALL BIG!', 'ÜBER 3', '<note>ALL</note>'], ['ALL bIG', 'aLL', '123', 'STRAßE']),
  row({ kind: 'title-case' }, ['Every Word Here', 'A 3rd Word', '- One\n- Two'], ['Every word Here', 'every Word', 'One And-then two']),
  row(
    { kind: 'capital-words', count: 2 },
    ['the BIG and OLD town', 'NATO, EU. A cat', 'WELL-KNOWN TOWN here'],
    ['the BIG town', 'THE BIG OLD town', 'A I O', 'Big Old'],
  ),
  row(
    {
      kind: 'json-object',
      members: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'strings', length: 2 },
        { name: 'c', type: 'number' },
        { name: 'd', type: 'boolean' },
      ],
    },
    ['{"a":"x","b":["y","z"],"c":1,"d":true}', '\n{ "d": false, "c": 0.5, "b": ["y", ""], "a": "x" }\n'],
    [
      'Here: {"a":"x","b":["y","z"],"c":1,"d":true}',
      '```json\n{"a":"x","b":["y","z"],"c":1,"d":true}\n```',
      '{"a":"x","b":["y","z"],"c":"1","d":true}',
      '{"a":"x","b":["y"],"c":1,"d":true}',
      '{"a":"x","b":["y",2],"c":1,"d":true}',
      '{"a":"","b":["y","z"],"c":1,"d":true}',
      '{"a":"x","b":["y","z"],"c":1}',
      '{"a":"x","b":["y","z"],"c":1,"d":true,"e":1}',
      '{“a”:"x"}',
      '[1]',
      'null',
    ],
  ),
  row(
    { kind: 'table', columns: ['A', 'B'], rows: 2 },
    ['| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |', 'A | B\n:--|--:\n1 | 2\n3 | 4'],
    [
      '| A | B |\n| 1 | 2 |\n| 3 | 4 |',
      '| A | B |\n|---|---|\n| 1 | 2 |',
      '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 |',
      '| B | A |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
      '| A | B |\n|---|---|\n| 1 |  |\n| 3 | 4 |',
      'Table:\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
    ],
  ),
  row(
    { kind: 'csv', columns: ['a', 'b'], rows: 2 },
    ['a,b\n1,2\n3,4', 'a, b\n"1,5",2\n"x ""y""",4\n'],
    [
      'a,b\n1,2',
      'a,b\n1,2\n3,4\n5,6',
      'a,b\n1,2,3\n3,4',
      'b,a\n1,2\n3,4',
      'a,b\n"1,2\n3,4',
      '```\na,b\n1,2\n3,4\n```',
      'a;b\n1;2\n3;4',
      'a,b\n1,\n3,4',
    ],
  ),
  row(
    { kind: 'bullets', count: 2 },
    ['- a\n- b', '* a\n\n* b', '• a\n• b'],
    ['- a', '- a\n- b\n- c', 'Here:\n- a\n- b', '1. a\n2. b', '-a\n-b'],
  ),
  row({ kind: 'bullets', count: 2, only: false }, ['Here:\n- a\n- b', '- a\n- b'], ['- a\nb', '- a\n- b\n- c']),
  row(
    { kind: 'numbered', count: 2 },
    ['1. a\n2. b', '1) a\n2) b'],
    ['1. a', '1. a\n3. b', '1. a\n2. b\n3. c', 'List:\n1. a\n2. b', '- a\n- b', '0. a\n1. b'],
  ),
  row(
    { kind: 'nested-list', outer: 2, inner: 1 },
    ['- a\n  - b\n- c\n  - d', '* a\n    * b\n* c\n    * d'],
    [
      '- a\n- b\n- c\n- d',
      '- a\n  - b\n- c',
      '- a\n  - b\n  - c\n- d',
      '- a\n  - b\n- c\n  - d\n- e\n  - f',
      'List\n- a\n  - b\n- c\n  - d',
    ],
  ),
  row(
    { kind: 'headings', count: 2, level: 2 },
    ['## A\nx\n## B\ny', '## A\n\n## B'],
    ['## A\nx', '## A\n# B', '## A\n## B\n## C', '**A**\n**B**', '##A\n##B'],
  ),
  row({ kind: 'bold', count: 2 }, ['**a** and **b**', 'x **a** y **b c**'], ['**a**', '**a** **b** **c**', '*a* *b*', '__a__ __b__']),
  row(
    { kind: 'separator', mark: '***', parts: 2 },
    ['a\n***\nb', 'a\n\n***\n\nb'],
    ['a\nb', 'a\n***\nb\n***\nc', '***\na', 'a *** b', 'a\n---\nb', 'a\n***'],
  ),
  row(
    { kind: 'no-markdown' },
    ['Plain text. 3 - 2 = 1', 'A [name] here'],
    ['# A', '- a', '1. a', '**a**', '*a*', '`a`', '| a | b |', '[a](b)'],
  ),
  row(
    { kind: 'code-fence', language: 'text' },
    ['```text\na\n```', '\n```text\na\n\nb\n```\n'],
    ['a', '```\na\n```', '```js\na\n```', 'Here:\n```text\na\n```', '```text\na\n```\nbye', '```text\na'],
  ),
  row(
    { kind: 'sequence', items: ['ash', 'oak', 'elm'] },
    ['ash\noak\nelm', '1. Ash\n2. Oak\n3. Elm', '- ASH;\n- OAK;\n- ELM;'],
    ['oak\nash\nelm', 'ash\noak', 'ash\noak\nelm\nfir', 'ash, oak, elm', 'List:\nash\noak\nelm'],
  ),
  row({ kind: 'alphabetical-lines' }, ['Ash\nelm\nOak', '1. a x\n2. a y\n3. b'], ['oak\nash', 'a\nc\nb', 'single']),
  row({ kind: 'growing-lines' }, ['a\nb c\nd e f', '- a\n- b c'], ['a b\nc d', 'a b\nc', 'a b c']),
  row(
    { kind: 'language', language: 'de' },
    [german, `- ${german}`],
    [english, french, japanese, 'Zug Tal Fenster Morgen Kinder Haus', `${german} ${english} ${english}`],
  ),
  row(
    { kind: 'language', language: 'es' },
    [spanish, spanish.toUpperCase()],
    [
      english,
      french,
      german,
      'tren mañana niños valle alegría casa',
      `${spanish} ${english} ${english}`,
      'O comboio sai de manhã e as crianças olham para o vale com alegria.',
    ],
  ),
  row(
    { kind: 'language', language: 'fr' },
    [french, "L'eau est claire et l'air n'est pas froid."],
    [
      english,
      spanish,
      german,
      'train matin enfants vallée joie maison',
      'Il treno parte la mattina e i bambini guardano la valle con gioia.',
    ],
  ),
  row(
    { kind: 'language', language: 'en' },
    [english, 'It is warm in the garden, and we sit under the old tree.'],
    [german, spanish, 'train morning children valley garden house', 'De trein vertrekt in de ochtend en de kinderen kijken naar het dal.'],
  ),
  row(
    { kind: 'language', language: 'ja' },
    [japanese, `${japanese} OK.`],
    [english, '電車早朝出発時刻確認', `${japanese} ${english}`, 'Densha wa asa ni demasu.'],
  ),
  row({ kind: 'punctuation', mark: ',', max: 0 }, ['no comma here', 'a; b'], ['a, b', '1,000']),
  row({ kind: 'punctuation', mark: '!', min: 2, max: 2 }, ['A! B!', 'A!!'], ['A!', 'A! B! C!', 'A. B.']),
  row(
    { kind: 'digits', min: 4, max: 4 },
    ['since 1987', '12 and 34', '1. a 12\n2. b 34'],
    ['since 198', '12345', '1. a 12\n2. b 3', 'none'],
  ),
  row({ kind: 'digits', max: 0 }, ['none', '1. a\n2. b'], ['7', 'a1']),
  row({ kind: 'vowels', min: 3, max: 4 }, ['banana', 'Eau y', 'déjà u'], ['ban', 'banana eau', 'rhythm']),
  row(
    { kind: 'acrostic', word: 'cab' },
    ['Come\nand\nbe', '- Cats\n- are\n- busy', '"Cold"\nAir\nbites'],
    ['Come\nbe\nand', 'Come\nand', 'Come\nand\nbe\nthere', 'cab', 'Sure:\nCome\nand\nbe'],
  ),
  row(
    { kind: 'sentence-initial', letter: 's' },
    ['Some do. Such is life.', '"So?" said. Such!'],
    ['Some do. The rest not.', 'The rest.', ''],
  ),
  row({ kind: 'no-repeated-word' }, ['every word differs here', 'A b. C d.'], ['the cat and the dog', 'One word. A Word.']),
  row(
    { kind: 'palindromes', count: 1 },
    ['at noon', 'Level ground', 'a radar I see'],
    ['at night', 'noon and noon', 'noon kayak', 'a I 101'],
  ),
  row(
    { kind: 'self-count', label: 'Words' },
    ['Three small words\nWords: 3', 'a b\n\n**Words:** 2', '- a\n- b\nwords: 2.'],
    [
      'Three small words\nWords: 4',
      'Three small words\nWords: 5',
      'Words: 3\nThree small words',
      'Three small words. Words: 3',
      'a b\nWords: two',
    ],
  ),
  row({ kind: 'first-last' }, ['Bees like bees', 'Today it rains. Not only today!'], ['Bees like wax', 'bees', 'Bees like bee']),
  row(
    { kind: 'states-line', text: 'Total: 23', place: 'last' },
    ['text\nTotal: 23', 'text\n**Total:** 23.', 'text\nTOTAL:  23'],
    ['text\nTotal: 230', 'Total: 23\ntext', 'text. Total: 23', 'text\nTotal: 23 boxes'],
  ),
  row(
    { kind: 'states-line', text: 'Topic: bees', place: 'first' },
    ['Topic: bees\ntext', '# Topic: bees\ntext'],
    ['text\nTopic: bees', 'Topic: bee\ntext'],
  ),
];

describe.each(table.map(({ rule, right, wrong }) => [JSON.stringify(rule).slice(0, 80), rule, right, wrong] as const))(
  'rule %s',
  (_name, rule, right, wrong) => {
    test.each(right)('holds in %j', (reply) => {
      expect(holds(rule, reply)).toBeNull();
    });
    test.each(wrong)('is broken in %j', (reply) => {
      expect(holds(rule, reply)).toEqual(expect.any(String));
    });
  },
);

test('there are at least 30 kinds, and the table has two right and two wrong replies of each', () => {
  expect(ruleKinds.length).toBeGreaterThanOrEqual(30);
  for (const kind of Object.keys(ruleChecks) as RuleName[]) {
    const rows = table.filter(({ rule }) => rule.kind === kind);
    expect(rows.flatMap(({ right }) => right).length, kind).toBeGreaterThanOrEqual(2);
    expect(rows.flatMap(({ wrong }) => wrong).length, kind).toBeGreaterThanOrEqual(2);
  }
});

test('counts are the same whatever the line ends, the quotes and the space around', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const text = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(text, (lines) => {
      const reply = lines.map((words) => `${words.join(' ')}.`).join('\n');
      const reading = readReply(`\n ${reply.replaceAll('\n', '  \r\n')} \n`);
      expect(reading.words).toEqual(lines.flat());
      expect(reading.sentences.length).toBe(lines.length);
      expect(reading.lines.length).toBe(lines.length);
    }),
  );
});

test('a word count is the number that its exact rule takes, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (there, asked) => {
      expect(holds({ kind: 'words', min: asked, max: asked }, repeat('word', there)) === null).toBe(there === asked);
    }),
  );
});

test('no reply makes a checker throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (reply) => {
      for (const { rule } of table) holds(rule, reply);
    }),
    { numRuns: 60 },
  );
});
