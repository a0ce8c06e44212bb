import type { Difficulty } from '@benchloop/spec';
import { planOf, type Recipe } from '../brief.ts';
import { familyOf } from '../plan.ts';
import { acrosticWord, commonInitial, draw, exact } from './recipes.ts';

const recipe = (tags: string[], rules: Recipe['rules'], more: Partial<Recipe> = {}): Recipe => ({
  rules,
  minWords: 15,
  tags: ['combined', ...tags],
  ...more,
});

const pairs: Recipe[] = [
  recipe(['length'], (random) => [draw.exactWords(random, 24, 36), draw.sentences(random, 3, 4)]),
  recipe(['format', 'length'], (random) => [
    draw.bullets(random, 4, 6),
    { kind: 'line-words', min: random.int(4, 6), max: random.int(8, 10) },
  ]),
  recipe(['case', 'edges'], (random, scene) => [{ kind: 'lower-case' }, { kind: 'wrap', tag: 'note' }, draw.avoids(random, scene)]),
  recipe(['counts', 'length'], (random, scene) => [
    { kind: 'contains-times', word: scene.mentions[0] ?? '', times: random.int(2, 3) },
    draw.noCommas,
    draw.sentences(random, 4, 5),
  ]),
  recipe(['format'], (random) => [{ kind: 'headings', count: random.int(2, 3), level: 2 }, draw.exclamations(random, 1, 2)]),
  recipe(['format', 'edges'], (random, scene) => [{ kind: 'separator', mark: '***', parts: random.int(3, 4) }, draw.end(random, scene)]),
  recipe(['format'], (random) => [
    { kind: 'code-fence', language: 'text' },
    { kind: 'lines', ...exact(random.int(5, 7)) },
  ]),
  recipe(['format', 'counts'], (random) => [
    { kind: 'bold', count: random.int(2, 4) },
    draw.sentences(random, 3, 4),
    { kind: 'digits', ...exact(4) },
  ]),
];

const data: Recipe[] = [
  recipe(
    ['format', 'nesting'],
    (random) => [
      { kind: 'nested-list', outer: random.int(2, 3), inner: 2 },
      { kind: 'punctuation', mark: ';', max: 0 },
    ],
    { maxTokens: 400 },
  ),
  recipe(['format'], (random) => [{ kind: 'table', columns: ['Name', 'Use', 'Number'], rows: random.int(3, 5) }, draw.noCommas], {
    maxTokens: 400,
  }),
  recipe(['format'], (random) => [{ kind: 'csv', columns: ['name', 'use', 'number'], rows: random.int(3, 5) }, { kind: 'lower-case' }], {
    maxTokens: 400,
  }),
  recipe(
    ['format'],
    (random, scene) => [
      {
        kind: 'json-object',
        members: [
          { name: 'summary', type: 'string' },
          { name: 'steps', type: 'strings', length: random.int(3, 5) },
          { name: 'minutes', type: 'number' },
          { name: 'free', type: 'boolean' },
        ],
      },
      draw.avoids(random, scene),
    ],
    { maxTokens: 400 },
  ),
];

const fours: Recipe[] = [
  recipe(['length', 'counts'], (random, scene) => [
    draw.sentences(random, 4, 5),
    draw.exactWords(random, 34, 42),
    { kind: 'contains-times', word: scene.mentions[0] ?? '', times: 2 },
    draw.noCommas,
  ]),
  recipe(['format', 'order'], (random, scene) => [
    draw.numbered(random, 5, 6),
    { kind: 'alphabetical-lines' },
    { kind: 'line-words', min: 5, max: random.int(7, 8) },
    draw.lipogram(random, scene),
  ]),
  recipe(['length', 'edges'], (random, scene) => [
    { kind: 'paragraphs', ...exact(3) },
    draw.sentences(random, 6, 7),
    draw.start(random, scene),
    draw.exclamations(random, 2, 3),
  ]),
  recipe(['format', 'case'], (random, scene) => [
    { kind: 'separator', mark: '+++', parts: 3 },
    draw.sentences(random, 6, 7),
    { kind: 'capital-words', count: random.int(2, 4) },
    draw.avoids(random, scene),
  ]),
];

const fives: Recipe[] = [
  recipe(['acrostic', 'case'], (random) => [
    { kind: 'acrostic', word: acrosticWord(random) },
    { kind: 'line-words', min: 4, max: 8 },
    { kind: 'lower-case' },
    { kind: 'line-end', mark: '!' },
    draw.noCommas,
  ]),
  recipe(['edges', 'counts'], (random) => [
    { kind: 'wrap', tag: 'draft' },
    draw.sentences(random, 4, 5),
    { kind: 'sentence-initial', letter: commonInitial(random) },
    { kind: 'bold', count: 2 },
    draw.exactWords(random, 30, 40),
  ]),
  recipe(['format', 'counts'], (random, scene) => [
    { kind: 'headings', count: 2, level: 3 },
    { kind: 'postscript', marker: 'PS:' },
    { kind: 'digits', ...exact(random.int(6, 8)) },
    { kind: 'placeholders', count: 2 },
    draw.avoids(random, scene),
  ]),
  recipe(['edges', 'length'], (random) => [
    { kind: 'quoted' },
    draw.sentences(random, 4, 5),
    draw.exactWords(random, 38, 46),
    { kind: 'punctuation', mark: ',', ...exact(random.int(3, 5)) },
    { kind: 'no-markdown' },
  ]),
];

const sixes: Recipe[] = [
  recipe(['acrostic', 'length'], (random, scene) => {
    const word = acrosticWord(random);
    return [
      { kind: 'acrostic', word },
      { kind: 'growing-lines' },
      draw.exactWords(random, 34, 42),
      { kind: 'lower-case' },
      draw.lipogram(random, scene, word),
      draw.noCommas,
    ];
  }),
  recipe(
    ['length', 'counts'],
    (random) => [
      draw.sentences(random, 4, 5),
      draw.exactWords(random, 32, 38),
      { kind: 'sentence-words', min: 5, max: 9 },
      draw.exclamations(random, 2, 3),
      { kind: 'first-last' },
      { kind: 'capital-words', count: 2 },
    ],
    { mentions: 1 },
  ),
  recipe(['format', 'order'], (random) => [
    draw.numbered(random, 5, 6),
    draw.exactWords(random, 34, 42),
    { kind: 'alphabetical-lines' },
    { kind: 'line-end', mark: ';' },
    { kind: 'capital-words', count: random.int(2, 3) },
    { kind: 'digits', ...exact(4) },
  ]),
  recipe(['length', 'counts'], (random, scene) => [
    { kind: 'repeat-first', text: `${scene.name} asks for a text about ${scene.topic.title}.` },
    draw.exactWords(random, 44, 52),
    { kind: 'palindromes', count: 2 },
    draw.end(random, scene),
    draw.exclamations(random, 1, 2),
    { kind: 'contains-times', word: scene.mentions[1] ?? '', times: 2 },
  ]),
];

const selfReference: Recipe[] = [
  recipe(['self-reference', 'length'], (random) => [
    { kind: 'self-count', label: 'Words' },
    draw.sentences(random, 5, 6),
    draw.noCommas,
    { kind: 'sentence-words', max: 9 },
    { kind: 'palindromes', count: 1 },
  ]),
  recipe(['self-reference', 'format'], (random, scene) => [
    { kind: 'self-count', label: 'Total' },
    { kind: 'bullets', count: random.int(4, 5), only: false },
    draw.lipogram(random, scene, 'total'),
    { kind: 'line-words', min: 2, max: 8 },
  ]),
  recipe(['self-reference', 'counts'], (random, scene) => [
    { kind: 'no-repeated-word' },
    draw.exactWords(random, 24, 30),
    draw.sentences(random, 4, 5),
    { kind: 'word-length', max: 9 },
    draw.lipogram(random, scene),
  ]),
  recipe(
    ['self-reference', 'order'],
    (random) => [
      { kind: 'first-last' },
      { kind: 'title-case' },
      draw.exactWords(random, 26, 34),
      { kind: 'vowels', min: 40, max: 75 },
      draw.sentences(random, 3, 4),
    ],
    { mentions: 1 },
  ),
];

const family = (id: string, difficulty: Difficulty, recipes: readonly Recipe[]) =>
  familyOf(
    id,
    recipes.map(() => difficulty),
    (random, index) => planOf(random, recipes[index] as Recipe),
  );

export const combinedPairs = family('combined-pairs', 'medium', pairs);
export const combinedData = family('combined-data', 'medium', data);
export const combinedFours = family('combined-fours', 'hard', fours);
export const combinedFives = family('combined-fives', 'hard', fives);
export const combinedSixes = family('combined-sixes', 'extreme', sixes);
export const selfReferring = family('self-reference', 'extreme', selfReference);
