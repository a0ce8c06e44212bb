import type { Random } from '../../../kit/random.ts';
import type { Rule, RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { briefOf, drawScene, type Scene } from '../brief.ts';
import { phraseFrom, phraseOf, type Phrases } from '../phrases.ts';
import { familyOf, rulesOf, type Plan } from '../plan.ts';
import { draw, exact } from './recipes.ts';

/** The same rules, said by what must not be. */
const phrases: Phrases = {
  words: (rule) => `Do not use fewer than ${rule.min} words and do not use more than ${rule.max}.`,
  sentences: (rule) => `Do not write any number of sentences other than ${rule.min}.`,
  'lower-case': () => 'Do not use a single capital letter, not even at the beginning.',
  paragraphs: (rule) => `Do not write fewer and do not write more than ${rule.min} paragraphs.`,
  bullets: (rule) =>
    `Do not write anything but bullet points, each on a line that begins with "- ", and not more or fewer than ${rule.count} of them.`,
};

const negated = (rule: Rule): string => phraseFrom(phrases, rule) ?? phraseOf(rule);

const questions: readonly ((random: Random, scene: Scene) => RuleInput[])[] = [
  (random, scene) => [draw.avoids(random, scene)],
  (random) => [{ kind: 'words', min: random.int(18, 24), max: random.int(40, 60) }],
  (random, scene) => [draw.avoids(random, scene), { kind: 'lower-case' }, { kind: 'sentences', ...exact(random.int(3, 5)) }],
  (random, scene) => [draw.lipogram(random, scene), { kind: 'digits', max: 0 }, draw.bullets(random, 4, 5)],
];

const plan = (random: Random, index: number): Plan => {
  const scene = drawScene(random);
  const rules = rulesOf((questions[index] as (typeof questions)[number])(random, scene));
  return {
    tags: ['negation'],
    messages: [{ role: 'user', content: briefOf({ scene, minWords: 14, rules, phrases: rules.map(negated) }) }],
    job: { topic: scene.topic, mentions: scene.mentions, minWords: 14, rules },
    maxTokens: 300,
  };
};

export const negation = familyOf('negation', ['easy', 'easy', 'medium', 'medium'], plan);
