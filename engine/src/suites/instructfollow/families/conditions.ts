import type { Random } from '../../../kit/random.ts';
import type { Rule, RuleInput } from '../../../scorers/instruction-rules/rules/index.ts';
import { closingOf, drawScene, openingOf, ruleLines, substanceLine } from '../brief.ts';
import { phraseOf } from '../phrases.ts';
import { familyOf, rulesOf, type Plan, type Trap } from '../plan.ts';
import { cities, names } from '../words/frames.ts';
import { draw, exact } from './recipes.ts';

type Guest = { name: string; city: string; count: number };
type Condition = { asks: string; holds: boolean };

/** Conditions on a note about guests, each computed from the same facts that the note tells. */
const conditions: readonly ((random: Random, guests: readonly Guest[]) => Condition)[] = [
  (random, guests) => {
    const sum = guests.reduce((total, { count }) => total + count, 0);
    const limit = sum + random.pick([-4, -2, -1, 1, 2, 4]);
    return { asks: `the numbers of nights in the note add up to more than ${limit}`, holds: sum > limit };
  },
  (random, guests) => {
    const [here] = random.sample(guests, 1) as [Guest];
    const city = random.chance(0.5) ? here.city : random.pick(cities.filter((one) => guests.every((guest) => guest.city !== one)));
    return { asks: `someone in the note comes from ${city}`, holds: guests.some((guest) => guest.city === city) };
  },
  (random, guests) => {
    const letters = random.int(4, 5);
    const found = guests.filter(({ name }) => name.length > letters).length;
    const least = Math.max(1, found + random.pick([0, 1]));
    return {
      asks: `the note tells of at least ${least} ${least === 1 ? 'guest whose name has' : 'guests whose names have'} more than ${letters} letters`,
      holds: found >= least,
    };
  },
  (random, guests) => {
    const [one, other] = random.sample(guests, 2) as [Guest, Guest];
    return { asks: `${one.name} stays longer than ${other.name}`, holds: one.count > other.count };
  },
];

/** Two rules between which a condition decides. */
type Choice = (random: Random) => { met: RuleInput; otherwise: RuleInput };

const forms: Choice = (random) => {
  const count = random.int(3, 4);
  return { met: { kind: 'bullets', count }, otherwise: { kind: 'numbered', count: count + 1 } };
};
const cases: Choice = () => ({ met: { kind: 'lower-case' }, otherwise: { kind: 'upper-case' } });
const shouts: Choice = (random) => {
  const count = random.int(1, 2);
  return { met: { kind: 'punctuation', mark: '!', ...exact(count) }, otherwise: { kind: 'punctuation', mark: '!', max: 0 } };
};
const lengths: Choice = (random) => {
  const count = random.int(3, 4);
  return { met: { kind: 'sentences', ...exact(count) }, otherwise: { kind: 'sentences', ...exact(count + 2) } };
};

const questions: readonly { choices: readonly Choice[]; rest: (random: Random) => RuleInput[] }[] = [
  { choices: [lengths, shouts, cases], rest: () => [] },
  { choices: [forms, cases, shouts], rest: () => [{ kind: 'line-words', min: 4, max: 9 }] },
  { choices: [lengths, cases, shouts], rest: (random) => [draw.exactWords(random, 34, 40)] },
  { choices: [forms, shouts, cases], rest: () => [{ kind: 'alphabetical-lines' }, draw.noCommas] },
];

const minWords = 14;
const small = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '');

const plan = (random: Random, index: number): Plan => {
  const { choices, rest } = questions[index] as (typeof questions)[number];
  const scene = drawScene(random);
  const homes = random.sample(cities, 4);
  const guests = random.sample(names, 4).map((name, at) => ({ name, city: homes[at] as string, count: random.int(2, 12) }));
  if (new Set(guests.map(({ count }) => count)).size < guests.length) return plan(random, index);
  const decided = random.sample(conditions, choices.length).map((make, at) => {
    const condition = make(random, guests);
    const choice = (choices[at] as Choice)(random);
    const [met, otherwise] = rulesOf([choice.met, choice.otherwise]) as [Rule, Rule];
    return {
      said: `If ${condition.asks}: ${small(phraseOf(met))}. Otherwise: ${small(phraseOf(otherwise))}.`,
      kept: condition.holds ? met : otherwise,
      dropped: condition.holds ? otherwise : met,
    };
  });
  const others = rulesOf(rest(random));
  const rules = [...decided.map(({ kept }) => kept), ...others];
  const said = [...decided.map(({ said: sentence }) => sentence), ...others.map(phraseOf)];
  const note = guests.map(({ name, city, count }) => `${name} comes from ${city} and stays ${count} nights.`);
  return {
    tags: ['conditional'],
    messages: [
      {
        role: 'user',
        content: [
          `${openingOf(scene)} ${substanceLine(scene.mentions, minWords)} Some rules depend on this note: ${note.join(' ')}`,
          `Keep all of these rules:\n${ruleLines(said)}`,
          closingOf(rules.concat(decided.map(({ dropped }) => dropped))),
        ].join('\n\n'),
      },
    ],
    job: { topic: scene.topic, mentions: scene.mentions, minWords, rules },
    maxTokens: 300,
    traps: (write): (Trap | null)[] =>
      decided.map(({ kept, dropped }, at) => {
        const text = write(rules.map((rule) => (rule === kept ? dropped : rule)));
        return text === null ? null : { name: `the other branch of condition ${at + 1}`, text };
      }),
  };
};

export const conditional = familyOf('conditions', ['extreme', 'extreme', 'extreme', 'extreme'], plan);
