import type { Random } from '../../../kit/random.ts';
import type { RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { closingOf, drawScene, ruleLines, substanceLine, type Scene } from '../brief.ts';
import { phraseOf } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { topics } from '../words/topics.ts';

/** An order of words, with the sentence that asks for it. `keeps` leaves words out before they are put in order. */
type Order = { asks: string; keeps?: (word: string) => boolean; sort: (words: readonly string[]) => string[] };

const alphabetical = (words: readonly string[]): string[] => [...words].sort();
const byLength = (words: readonly string[]): string[] => [...words].sort((a, b) => a.length - b.length);

const differentLengths = (random: Random, words: readonly string[], count: number): string[] => {
  const seen = new Set<number>();
  return random
    .shuffle(words)
    .filter(({ length }) => !seen.has(length) && seen.add(length).size > 0)
    .slice(0, count);
};

type Question = { order: Order; words: (random: Random, all: readonly string[]) => string[]; form: (count: number) => RuleInput[] };

const questions: readonly Question[] = [
  {
    order: { asks: 'Put these words in alphabetical order.', sort: alphabetical },
    words: (random, all) => random.sample(all, random.int(6, 7)),
    form: (count) => [{ kind: 'numbered', count }],
  },
  {
    order: { asks: 'Put these words in the reverse of the order in which they stand here.', sort: (words) => [...words].reverse() },
    words: (random, all) => random.sample(all, random.int(6, 8)),
    form: (count) => [{ kind: 'bullets', count }, { kind: 'upper-case' }],
  },
  {
    order: { asks: 'Put these words in the order of their length, the one with the fewest letters first.', sort: byLength },
    words: (random, all) => differentLengths(random, all, 6),
    form: (count) => [{ kind: 'numbered', count }, { kind: 'line-end', mark: ';' }, { kind: 'lower-case' }],
  },
  {
    order: {
      asks: 'Leave out every word that contains the letter "r", and put the others in reverse alphabetical order (the last one of the alphabet first).',
      keeps: (word) => !word.includes('r'),
      sort: (words) => alphabetical(words).reverse(),
    },
    words: (random, all) => random.sample(all, 10),
    form: (count) => [{ kind: 'bullets', count }, { kind: 'upper-case' }, { kind: 'line-end', mark: ',' }],
  },
];

const request = (
  scene: Scene,
  { words, minWords, mentions }: { words: readonly string[]; minWords: number; mentions: readonly string[] },
): string =>
  `${scene.name} from ${scene.city} needs a list of words for ${scene.outlet}. The words are: ${words.join(', ')}. ${substanceLine(mentions, minWords)}`;

const plan = (random: Random, index: number): Plan | null => {
  const { order, words: draw, form } = questions[index] as Question;
  const scene = drawScene(random);
  const all = [...new Set(random.sample(topics, 5).flatMap(({ subjects }) => subjects))];
  const words = draw(random, all);
  const items = order.sort(words.filter(order.keeps ?? (() => true)));
  if (items.length < 4 || items.join() === words.join()) return null;
  const mentions = [items[0] as string];
  const rules = rulesOf([{ kind: 'sequence', items }, ...form(items.length)]);
  const said = [`${order.asks} Nothing but these words stands in the list, each once.`, ...rules.slice(1).map(phraseOf)];
  const unordered = words.filter(order.keeps ?? (() => true));
  return {
    tags: ['order', 'format'],
    messages: [
      {
        role: 'user',
        content: [request(scene, { words, minWords: 4, mentions }), `Keep all of these rules:\n${ruleLines(said)}`, closingOf(rules)].join(
          '\n\n',
        ),
      },
    ],
    job: { topic: scene.topic, mentions, minWords: 4, rules },
    maxTokens: 200,
    traps: (write) => {
      const swapped = [items[1] as string, items[0] as string, ...items.slice(2)];
      const other = rulesOf([{ kind: 'sequence', items: swapped }, ...form(items.length)]);
      const asGiven = rulesOf([
        {
          kind: 'sequence',
          items: unordered.length === items.length && unordered.join() !== items.join() ? [...items].reverse() : swapped,
        },
        ...form(items.length),
      ]);
      return [
        { name: 'the first two words the wrong way round', text: write(other) ?? '' },
        { name: 'the opposite order', text: write(asGiven) ?? '' },
      ].filter(({ text }) => text !== '');
    },
  };
};

export const ordering = familyOf('ordering', ['medium', 'medium', 'hard', 'hard'], plan);
