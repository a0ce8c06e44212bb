import type { Random } from '../../../kit/random.ts';
import type { RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import type { Scene } from '../brief.ts';
import { acrosticWords } from '../words/topics.ts';

const exact = (count: number) => ({ min: count, max: count });

/** A letter that no mentioned word holds, from those that are felt but can be avoided. */
export const freeLetter = (random: Random, { mentions }: Scene, also = ''): string => {
  const taken = `${mentions.join('')}${also}`;
  return random.pick([...'bcdfghklmpuwy'].filter((letter) => !taken.includes(letter)));
};

/** A letter with which one of the subjects begins. */
export const commonInitial = (random: Random): string => random.pick([...'abcdefghlmnopqrstvw']);

/** Words that a text about the subject would use, and that nothing else asks for. */
export const temptingWords = (random: Random, { topic, mentions }: Scene, count: number): string[] =>
  random.sample(
    topic.subjects.filter((word) => !mentions.includes(word)),
    count,
  );

export const acrosticWord = (random: Random): string => random.pick(acrosticWords);
export const openings = (scene: Scene): string[] => [
  `Today in ${scene.city}`,
  `This week in ${scene.city}`,
  `Good news from ${scene.city}:`,
];
export const closings = (scene: Scene): string[] => [
  `That is all from ${scene.city}.`,
  `Greetings from ${scene.name} in ${scene.city}.`,
  `More will follow from ${scene.city}.`,
];
const withoutColon = (texts: readonly string[]): string[] => texts.filter((text) => !text.includes(':'));

/** Makers of single rules with parameters drawn for a scene. */
export const draw = {
  exactWords: (random: Random, min: number, max: number): RuleInput => ({ kind: 'words', ...exact(random.int(min, max)) }),
  sentences: (random: Random, min: number, max: number): RuleInput => ({ kind: 'sentences', ...exact(random.int(min, max)) }),
  start: (random: Random, scene: Scene): RuleInput => ({ kind: 'starts-with', text: random.pick(withoutColon(openings(scene))) }),
  end: (random: Random, scene: Scene): RuleInput => ({ kind: 'ends-with', text: random.pick(closings(scene)) }),
  bullets: (random: Random, min: number, max: number): RuleInput => ({ kind: 'bullets', count: random.int(min, max) }),
  numbered: (random: Random, min: number, max: number): RuleInput => ({ kind: 'numbered', count: random.int(min, max) }),
  lipogram: (random: Random, scene: Scene, also = ''): RuleInput => ({ kind: 'avoids-letter', letter: freeLetter(random, scene, also) }),
  avoids: (random: Random, scene: Scene): RuleInput => ({ kind: 'avoids', words: temptingWords(random, scene, 2) }),
  noCommas: { kind: 'punctuation', mark: ',', max: 0 } satisfies RuleInput,
  exclamations: (random: Random, min: number, max: number): RuleInput => ({
    kind: 'punctuation',
    mark: '!',
    ...exact(random.int(min, max)),
  }),
};
export { exact };
