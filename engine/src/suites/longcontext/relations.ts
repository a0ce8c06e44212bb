import type { Random } from '../../kit/random.ts';
import { places, vesselKinds, vesselNames } from './words.ts';

/** One thing that an entry can state of a subject, and how it reads in the log and in a question. */
export type Relation = {
  type: 'integer' | 'time' | 'name';
  subjects: (random: Random, people: readonly string[], count: number) => string[];
  say: (subject: string, value: string) => string;
  ask: (subject: string) => string;
  /** Finds every entry of the relation: groups `subject` and `value`. */
  pattern: RegExp;
};

const somePlaces = (random: Random, _people: readonly string[], count: number): string[] => random.sample(places, count);
const someBoats = (random: Random, _people: readonly string[], count: number): string[] =>
  random.sample(vesselNames, count).map((name) => `the ${random.pick(vesselKinds)} ${name}`);
const somePeople = (random: Random, people: readonly string[], count: number): string[] => random.sample(people, count);

export const relations: readonly Relation[] = [
  {
    type: 'integer',
    subjects: somePlaces,
    say: (subject, value) => `The water meter at ${subject} was read ${value} this morning.`,
    ask: (subject) => `the reading of the water meter at ${subject}`,
    pattern: /The water meter at (?<subject>[^.]+?) was read (?<value>\d+) this morning\./g,
  },
  {
    type: 'integer',
    subjects: someBoats,
    say: (subject, value) => `The customs officer closed the hold of ${subject} with seal number ${value}.`,
    ask: (subject) => `the number of the customs seal on the hold of ${subject}`,
    pattern: /The customs officer closed the hold of (?<subject>[^.]+?) with seal number (?<value>\d+)\./g,
  },
  {
    type: 'integer',
    subjects: somePeople,
    say: (subject, value) => `${subject} signed for the mooring permit, which has the number ${value}.`,
    ask: (subject) => `the number of the mooring permit that ${subject} signed for`,
    pattern: /(?<subject>[A-Z][a-z]+ [A-Z][a-z]+) signed for the mooring permit, which has the number (?<value>\d+)\./g,
  },
  {
    type: 'integer',
    subjects: somePlaces,
    say: (subject, value) => `The new lock at ${subject} opens with the code ${value}, and everybody was told.`,
    ask: (subject) => `the code of the new lock at ${subject}`,
    pattern: /The new lock at (?<subject>[^.]+?) opens with the code (?<value>\d+), and everybody was told\./g,
  },
  {
    type: 'time',
    subjects: someBoats,
    say: (subject, value) => `The pilot promised to board ${subject} tomorrow at ${value}.`,
    ask: (subject) => `the time at which the pilot promised to board ${subject}`,
    pattern: /The pilot promised to board (?<subject>[^.]+?) tomorrow at (?<value>\d\d:\d\d)\./g,
  },
  {
    type: 'name',
    subjects: somePlaces,
    say: (subject, value) => `The only spare key to ${subject} was handed to ${value}.`,
    ask: (subject) => `the person who was handed the only spare key to ${subject}`,
    pattern: /The only spare key to (?<subject>[^.]+?) was handed to (?<value>[A-Z][a-z]+ [A-Z][a-z]+)\./g,
  },
];

/** Different numbers of five digits, no two of them one apart or alike but for the order of their digits. */
export const drawNumbers = (random: Random, count: number): string[] => {
  const numbers = new Map<string, string>();
  while (numbers.size < count) {
    const digits = String(random.int(10_100, 99_890));
    numbers.set([...digits].sort().join(''), digits);
  }
  return [...numbers.values()];
};

/** The value that the log gives for a subject; null where it gives none. */
export const scanRelation = (log: string, { pattern }: Relation, subject: string): string | null => {
  const found = [...log.matchAll(pattern)].filter(({ groups }) => groups?.['subject'] === subject);
  if (found.length > 1) throw new Error(`the log speaks ${found.length} times of ${subject}`);
  return found[0]?.groups?.['value'] ?? null;
};
