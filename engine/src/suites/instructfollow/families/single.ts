import type { Recipe } from '../brief.ts';
import { planOf } from '../brief.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import type { Random } from '../../../kit/random.ts';
import { phraseOf } from '../phrases.ts';
import { cities, names } from '../words/frames.ts';
import { topics } from '../words/topics.ts';
import { draw, exact, openings, temptingWords } from './recipes.ts';

const easy = ['easy', 'easy', 'easy', 'easy'] as const;
const recipe = (tag: string, rules: Recipe['rules'], more: Partial<Recipe> = {}): Recipe => ({
  rules,
  minWords: 12,
  tags: ['single', tag],
  ...more,
});

const lengths: Recipe[] = [
  recipe('length', (random) => [{ kind: 'words', min: 20, max: random.int(35, 60) }]),
  recipe('length', (random) => [draw.sentences(random, 2, 4)]),
  recipe('length', () => [{ kind: 'paragraphs', ...exact(2) }]),
  recipe('length', (random) => [{ kind: 'characters', min: 120, max: random.int(220, 320) }]),
];

const edges: Recipe[] = [
  recipe('edges', (random, scene) => [{ kind: 'starts-with', text: random.pick(openings(scene)) }]),
  recipe('edges', (random, scene) => [draw.end(random, scene)]),
  recipe('edges', (random) => [{ kind: 'wrap', tag: random.pick(['note', 'text', 'draft', 'item']) }]),
  recipe('edges', (random) => [{ kind: 'postscript', marker: random.pick(['PS:', 'Postscript:', 'One more thing:']) }]),
];

const forms: Recipe[] = [
  recipe('format', (random) => [draw.bullets(random, 3, 5)]),
  recipe('format', (random) => [draw.numbered(random, 3, 5)]),
  recipe('case', () => [{ kind: 'lower-case' }]),
  recipe('case', () => [{ kind: 'upper-case' }]),
];

const inclusion: Recipe[] = [
  recipe('inclusion', (random, scene) => [{ kind: 'contains', words: temptingWords(random, scene, 2) }], { mentions: 1 }),
  recipe('counts', (random) => [draw.exclamations(random, 1, 2)]),
  recipe('format', () => [
    {
      kind: 'json-object',
      members: [
        { name: 'title', type: 'string' },
        { name: 'points', type: 'strings', length: 3 },
      ],
    },
  ]),
];

/** A token that the prompt asks for and that cannot be guessed. */
const exactToken = (random: Random): Plan => {
  const consonants = () => random.sample([...'BDFGHKLMNPRTVZ'], 2).join('');
  const token = `${consonants()}-${random.int(1000, 9999)}-${consonants()}`;
  const [name, city, topic] = [random.pick(names), random.pick(cities), random.pick(topics)];
  const rules = rulesOf([{ kind: 'exact-reply', text: token }]);
  return {
    tags: ['single', 'edges'],
    messages: [
      {
        role: 'user',
        content: `${name} from ${city} asked many questions about ${topic.title}, but today only checks the line. Answer none of them.\n\nRule: ${rules.map(phraseOf).join('')}`,
      },
    ],
    job: { topic, mentions: [token], minWords: 1, rules },
    maxTokens: 200,
    traps: () => [
      { name: 'a polite sentence around it', text: `Of course, ${name}: ${token}` },
      { name: 'the token of another day', text: `${token.slice(0, -1)}X` },
    ],
  };
};

const family = (id: string, recipes: readonly Recipe[]) => familyOf(id, easy, (random, index) => planOf(random, recipes[index] as Recipe));

export const singleLength = family('single-length', lengths);
export const singleEdge = family('single-edge', edges);
export const singleForm = family('single-form', forms);
export const singleInclusion = familyOf('single-inclusion', easy, (random, index) =>
  index === 3 ? exactToken(random) : planOf(random, inclusion[index] as Recipe),
);
