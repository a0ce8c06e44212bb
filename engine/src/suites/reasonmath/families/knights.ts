import type { Random } from '../../../kit/random.ts';
import { setAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { names } from '../words.ts';

/** People are numbers; `about` holds one or two of them. */
type Claim = { kind: 'knight' | 'knave' | 'same' | 'different' | 'both-knaves' | 'at-least'; about: number[]; count: number };
type Instance = { people: string[]; claims: Claim[] };

const kinds = ['knave', 'knave', 'knight', 'same', 'different', 'both-knaves', 'at-least'] as const;

/** Truth of a claim in a world; `isKnight` tells about each person. */
const isTrue = ({ kind, about, count }: Claim, isKnight: readonly boolean[]): boolean => {
  const [a = false, b = false] = about.map((person) => isKnight[person] ?? false);
  switch (kind) {
    case 'knight':
      return a;
    case 'knave':
      return !a;
    case 'same':
      return a === b;
    case 'different':
      return a !== b;
    case 'both-knaves':
      return !a && !b;
    case 'at-least':
      return isKnight.filter(Boolean).length >= count;
  }
};

const worldsOf = ({ people, claims }: Instance): boolean[][] =>
  rangeOf(2 ** people.length)
    .map((code) => people.map((_, person) => ((code >> person) & 1) === 1))
    .filter((world) => claims.every((claim, speaker) => isTrue(claim, world) === world[speaker]));

const draw = (random: Random, index: number): Instance => {
  const count = 6 + index;
  const people = random.sample(names, count).toSorted();
  const claims = rangeOf(count).map((speaker): Claim => {
    const others = rangeOf(count).filter((person) => person !== speaker);
    const kind = random.pick(kinds);
    return { kind, about: random.sample(others, kind === 'knight' || kind === 'knave' ? 1 : 2), count: random.int(2, count - 2) };
  });
  return { people, claims };
};

/** Decides one person after the other and looks at each claim as soon as all whom it needs are decided. */
const decide = (instance: Instance, sofar: boolean[] = []): boolean[][] => {
  const { people, claims } = instance;
  const isSettled = (claim: Claim, speaker: number) =>
    speaker < sofar.length &&
    (claim.kind === 'at-least' ? sofar.length === people.length : claim.about.every((person) => person < sofar.length));
  if (claims.some((claim, speaker) => isSettled(claim, speaker) && isTrue(claim, sofar) !== sofar[speaker])) return [];
  if (sofar.length === people.length) return [sofar];
  return [true, false].flatMap((next) => decide(instance, [...sofar, next]));
};

const knightsOf = (people: readonly string[], world: readonly boolean[] | undefined): string[] =>
  people.filter((_, person) => world?.[person] === true);

const textOf = ({ people }: Instance, { kind, about, count }: Claim): string => {
  const [a, b] = about.map((person) => people[person]);
  switch (kind) {
    case 'knight':
      return `${a} is a knight.`;
    case 'knave':
      return `${a} is a knave.`;
    case 'same':
      return `${a} and ${b} are of the same kind.`;
    case 'different':
      return `${a} and ${b} are of different kinds.`;
    case 'both-knaves':
      return `${a} and ${b} are both knaves.`;
    case 'at-least':
      return `At least ${count} of us ${people.length} are knights.`;
  }
};

export const knights = definePuzzle<Instance>({
  id: 'knights',
  levels: ['extreme', 'extreme'],
  draw: (random, _level, index) =>
    drawUntil(
      () => draw(random, index),
      (instance) => {
        const [world, another] = worldsOf(instance);
        const count = knightsOf(instance.people, world).length;
        return world !== undefined && another === undefined && count > 1 && count < instance.people.length - 1;
      },
    ),
  solve: (instance) => knightsOf(instance.people, worldsOf(instance)[0]),
  check: (instance) => decide(instance).flatMap((world) => knightsOf(instance.people, world)),
  present: (instance, key) => ({
    question: `On an island, knights always tell the truth and knaves always lie; everybody is one or the other. ${instance.people.length} islanders speak:\n\n${instance.claims.map((claim, speaker) => `- ${instance.people[speaker]}: "${textOf(instance, claim)}"`).join('\n')}\n\nWho are the knights?`,
    answer: setAnswer(key, instance.people, 'names of all knights, separated by commas'),
    tags: ['logic', 'knights-and-knaves'],
    nearMisses: [
      { name: 'first speaker turned', text: instance.people.filter((name, person) => (person === 0) !== key.includes(name)).join(', ') },
      {
        name: 'last speaker turned',
        text: instance.people.filter((name, person) => (person === instance.people.length - 1) !== key.includes(name)).join(', '),
      },
    ],
  }),
});
