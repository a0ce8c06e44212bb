import type { Random } from '../../kit/random.ts';
import type { Rule, RuleInput } from '../../scorers/instruction-rules/rules/index.ts';
import { conventionsOf, phraseOf } from './phrases.ts';
import { rulesOf } from './plan.ts';
import { cities, names, outlets } from './words/frames.ts';
import { topics, type Topic } from './words/topics.ts';

/** Who asks for a text about what, and the words that it must mention. */
export type Scene = { topic: Topic; mentions: string[]; name: string; city: string; outlet: string };

export const drawScene = (random: Random, mentions = 2): Scene => {
  const topic = random.pick(topics);
  return {
    topic,
    mentions: random.sample(topic.subjects, mentions),
    name: random.pick(names),
    city: random.pick(cities),
    outlet: random.pick(outlets),
  };
};

const inQuotes = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' and ');

export const substanceLine = (mentions: readonly string[], minWords: number): string =>
  `The reply must have at least ${minWords} words and mention ${inQuotes(mentions)} in exactly this form (capital or small letters do not matter); otherwise no rule counts. Use your own words: a reply that mostly copies this message does not count either.`;

export const openingOf = ({ topic, name, city, outlet }: Scene): string =>
  `${name} from ${city} needs a short text about ${topic.title} for ${outlet}.`;

export const ruleLines = (phrases: readonly string[]): string => phrases.map((phrase, at) => `${at + 1}. ${phrase}`).join('\n');

export const closingOf = (rules: readonly Rule[]): string =>
  [
    ...(conventionsOf(rules).length > 0 ? [`How things are counted: ${conventionsOf(rules).join(' ')}`] : []),
    'Your whole reply is judged, so write nothing before or after the text itself.',
  ].join('\n\n');

export type Brief = { scene: Scene; minWords: number; rules: readonly Rule[]; heading?: string; phrases?: readonly string[] };

/** A whole request: who, what, the rules in order, and how things are counted. */
export const briefOf = ({ scene, minWords, rules, heading, phrases }: Brief): string => {
  const said = phrases ?? rules.map(phraseOf);
  const list = said.length === 1 ? `Rule: ${said[0]}` : `${heading ?? 'Keep all of these rules:'}\n${ruleLines(said)}`;
  return [`${openingOf(scene)} ${substanceLine(scene.mentions, minWords)}`, list, closingOf(rules)].join('\n\n');
};

/** A recipe draws the rules of one question for a scene. */
export type Recipe = {
  rules: (random: Random, scene: Scene) => RuleInput[];
  minWords: number;
  mentions?: number;
  maxTokens?: number;
  tags: string[];
};

export const drawRecipe = (random: Random, recipe: Recipe) => {
  const scene = drawScene(random, recipe.mentions ?? 2);
  const rules = rulesOf(recipe.rules(random, scene));
  return { scene, rules, job: { topic: scene.topic, mentions: scene.mentions, minWords: recipe.minWords, rules } };
};

/** A plan that asks for a text by the rules of a recipe and nothing else. */
export const planOf = (random: Random, recipe: Recipe) => {
  const { scene, rules, job } = drawRecipe(random, recipe);
  return {
    tags: recipe.tags,
    messages: [{ role: 'user' as const, content: briefOf({ scene, minWords: recipe.minWords, rules }) }],
    job,
    maxTokens: recipe.maxTokens ?? 300,
  };
};
