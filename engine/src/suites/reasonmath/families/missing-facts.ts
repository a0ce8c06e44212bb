import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { listAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { goods, inWords, names } from '../words.ts';

/** A note `left·x + right·y = value` over people's counts, with left and right 1 or −1; `y` null = about one person. */
type Note = { x: number; y: number | null; sign: 1 | -1; value: number };
/** Asks for one count, or for how many more `x` has than `y`. */
type Query = { x: number; y: number | null };
type Instance = {
  kind: 'open' | 'wrong-note';
  people: string[];
  thing: string;
  notes: Note[];
  asides: [number, number][];
  queries: Query[];
  counts: number[];
};

const open = 'not determined';

const noteOf = (counts: readonly number[], x: number, y: number | null, sign: 1 | -1): Note => ({
  x,
  y,
  sign,
  value: (counts[x] ?? 0) + (y === null ? 0 : sign * (counts[y] ?? 0)),
});

/** The first group hangs on a known count (or on a sum and a difference of two); the second on nothing. */
const drawOpen = (random: Random, level: Difficulty): Instance => {
  const people = level === 'easy' ? 4 : level === 'medium' ? 5 : 8;
  const counts = Array.from({ length: people }, () => random.int(12, 95));
  const settled = level === 'easy' ? 2 : level === 'medium' ? 3 : 4;
  const link = (x: number, y: number): Note => noteOf(counts, x, y, level !== 'easy' && random.chance(0.45) ? 1 : -1);
  const anchor = level === 'extreme' ? [noteOf(counts, 0, 1, 1), noteOf(counts, 0, 1, -1)] : [noteOf(counts, 0, null, 1), link(1, 0)];
  const chain = rangeOf(people)
    .filter((person) => person > 1 && person !== settled)
    .map((person) => link(person, person < settled ? random.int(0, person - 1) : random.int(settled, person - 1)));
  const inSettled = random.pick(rangeOf(settled).slice(1));
  const loose = settled + random.int(0, people - settled - 1);
  const queries: Query[] = [
    { x: inSettled, y: null },
    { x: loose, y: null },
    { x: settled + 1, y: settled },
    ...(level === 'extreme'
      ? [
          { x: people - 1, y: people - 2 },
          { x: 0, y: loose },
        ]
      : []),
  ];
  return {
    kind: 'open',
    people: random.sample(names, people),
    thing: random.pick(goods),
    counts,
    notes: random.shuffle([...anchor, ...chain]),
    asides: [[inSettled, loose]],
    queries: random.shuffle(queries),
  };
};

const drawWrongNote = (random: Random): Instance => {
  const counts = Array.from({ length: 5 }, () => random.int(12, 95));
  const pairs = rangeOf(5).flatMap((x) =>
    rangeOf(5)
      .filter((y) => y < x)
      .map((y) => [x, y] as const),
  );
  const notes = [
    ...random.sample(pairs, 6).map(([x, y]) => noteOf(counts, x, y, random.chance(0.5) ? 1 : -1)),
    ...random.sample(rangeOf(5), 2).map((x) => noteOf(counts, x, null, 1)),
  ];
  const wrong = random.int(0, notes.length - 1);
  const shift = random.pick([-9, -7, -5, -4, -3, 3, 4, 5, 7, 9]);
  return {
    kind: 'wrong-note',
    people: random.sample(names, 5),
    thing: random.pick(goods),
    counts,
    asides: [],
    queries: [{ x: random.int(0, 4), y: null }],
    notes: random.shuffle(notes.map((note, index) => (index === wrong ? { ...note, value: note.value + shift } : note))),
  };
};

type Solver = (notes: readonly Note[], people: number, query: Query) => number | null | 'contradiction';

/** Writes each count as ±root + shift within its group; a second way to the same person gives the root. */
const byGroups: Solver = (notes, people, query) => {
  const group = Array.from({ length: people }, () => ({ root: -1, sign: 1, shift: 0 }));
  const roots = new Map<number, number>();
  let isConsistent = true;
  const setRoot = (root: number, twice: number) => {
    const known = roots.get(root);
    if (known !== undefined && known !== twice / 2) isConsistent = false;
    roots.set(root, twice / 2);
  };
  const meet = (note: Note, from: number, to: number) => {
    const [a, b] = [group[from], group[to]];
    if (!a || !b) return;
    // from and to satisfy: x + sign·y = value, so the other is value − …, with its sign.
    const isX = note.x === from;
    const sign = isX ? -note.sign * a.sign : -note.sign * a.sign;
    const shift = isX ? note.sign * (note.value - a.shift) : note.value - note.sign * a.shift;
    if (b.root === -1) {
      Object.assign(b, { root: a.root, sign, shift });
      visit(to);
    } else if (b.sign === sign) isConsistent &&= b.shift === shift;
    else setRoot(a.root, b.sign === 1 ? shift - b.shift : b.shift - shift);
  };
  const visit = (person: number) => {
    for (const note of notes) {
      if (note.y !== null && note.x === person) meet(note, person, note.y);
      else if (note.y === person) meet(note, person, note.x);
    }
  };
  for (let person = 0; person < people; person += 1) {
    const here = group[person];
    if (here?.root !== -1) continue;
    here.root = person;
    visit(person);
  }
  for (const note of notes) {
    const here = group[note.x];
    if (note.y === null && here) setRoot(here.root, 2 * here.sign * (note.value - here.shift));
  }
  if (!isConsistent) return 'contradiction';
  const valueOf = (person: number): number | null => {
    const here = group[person];
    const root = here && roots.get(here.root);
    return here && root !== undefined ? here.sign * root + here.shift : null;
  };
  if (query.y === null) return valueOf(query.x);
  const [a, b] = [group[query.x], group[query.y]];
  const [first, second] = [valueOf(query.x), valueOf(query.y)];
  if (first !== null && second !== null) return first - second;
  return a && b && a.root === b.root && a.sign === b.sign ? a.shift - b.shift : null;
};

/** Row reduction with whole numbers; the query is settled when it is a combination of the notes. */
const byElimination: Solver = (notes, people, query) => {
  const rowOf = (x: number, y: number | null, sign: number, value: number): bigint[] => [
    ...rangeOf(people).map((person) => BigInt((person === x ? 1 : 0) + (person === y ? sign : 0))),
    BigInt(value),
  ];
  let rows = notes.map((note) => rowOf(note.x, note.y, note.sign, note.value));
  const pivots: { column: number; row: bigint[] }[] = [];
  const cleared = (row: bigint[], column: number, pivot: bigint[]): bigint[] =>
    row.map((cell, index) => cell * (pivot[column] ?? 1n) - (row[column] ?? 0n) * (pivot[index] ?? 0n));
  for (let column = 0; column < people; column += 1) {
    const pivot = rows.find((row) => row[column] !== 0n);
    if (!pivot) continue;
    pivots.push({ column, row: pivot });
    rows = rows.filter((row) => row !== pivot).map((row) => cleared(row, column, pivot));
  }
  if (rows.some((row) => row.at(-1) !== 0n)) return 'contradiction';
  // The query's row carries its own scale in one more column.
  let asked = [...rowOf(query.x, query.y, -1, 0), 1n];
  for (const { column, row } of pivots) asked = cleared(asked, column, [...row, 0n]);
  if (asked.slice(0, people).some((cell) => cell !== 0n)) return null;
  return Number(-(asked[people] ?? 0n)) / Number(asked[people + 1] ?? 1n);
};

const answersBy = (solver: Solver, { kind, notes, people, queries }: Instance): string[] => {
  if (kind === 'open') return queries.map((query) => String(solver(notes, people.length, query) ?? open));
  const [query] = queries;
  if (!query) return [];
  return notes.flatMap((_, index) => {
    const value = solver(notes.toSpliced(index, 1), people.length, query);
    return value === 'contradiction' ? [] : [String(index + 1), String(value ?? open)];
  });
};

const isFit = (instance: Instance): boolean => {
  const answers = answersBy(byGroups, instance);
  if (instance.kind === 'wrong-note')
    return (
      answers.length === 2 &&
      instance.notes.every((note) => note.value !== 1 && note.value !== -1 && (note.y !== null || note.value > 2)) &&
      answers[1] === String(instance.counts[instance.queries[0]?.x ?? 0])
    );
  const count = answers.filter((answer) => answer === open).length;
  return (
    count > 0 &&
    count < answers.length &&
    answers.every((answer) => answer === open || Number(answer) > 2) &&
    !answers.includes('contradiction') &&
    instance.notes.every((note) => note.y === null || Math.abs(note.value) > 1) &&
    new Set(instance.counts).size === instance.counts.length
  );
};

const textOf = ({ people, thing }: Instance, { x, y, sign, value }: Note): string => {
  if (y === null) return `${people[x]} has ${value} ${thing}.`;
  if (sign === 1) return `${people[x]} and ${people[y]} together have ${value} ${thing}.`;
  if (value === 0) return `${people[x]} has as many ${thing} as ${people[y]}.`;
  return value > 0
    ? `${people[x]} has ${value} more ${thing} than ${people[y]}.`
    : `${people[x]} has ${-value} fewer ${thing} than ${people[y]}.`;
};

const queryText = ({ people, thing }: Instance, { x, y }: Query): string =>
  y === null ? `How many ${thing} does ${people[x]} have?` : `How many more ${thing} does ${people[x]} have than ${people[y]}?`;

const asideText = ({ people, thing, counts }: Instance, [x, y]: [number, number]): string =>
  `${people[x]} has ${(counts[x] ?? 0) > (counts[y] ?? 0) ? 'more' : 'fewer'} ${thing} than ${people[y]}.`;

const present = (instance: Instance, key: readonly string[]): Presentation => {
  const { people, thing, counts, queries } = instance;
  const truth = queries.map(({ x, y }) => String((counts[x] ?? 0) - (y === null ? 0 : (counts[y] ?? 0))));
  if (instance.kind === 'wrong-note') {
    return {
      question: `${inWords(people)} collect ${thing}. Of these notes about them, exactly one is wrong and all others are right:\n\n${instance.notes.map((note, index) => `${index + 1}. ${textOf(instance, note)}`).join('\n')}\n\nWhich note is wrong, and how many ${thing} does ${people[queries[0]?.x ?? 0]} have?`,
      answer: listAnswer(key, 'number of the wrong note; number of things', [
        'Give two whole numbers separated by a semicolon: the number of the wrong note, then the count.',
      ]),
      tags: ['contradiction', 'logic'],
      nearMisses: [
        { name: 'another note', text: `${(Number(key[0]) % instance.notes.length) + 1}; ${key[1]}` },
        { name: 'count off by one', text: `${key[0]}; ${Number(key[1]) + 1}` },
        { name: 'count called open', text: `${key[0]}; ${open}` },
      ],
    };
  }
  return {
    question: `${inWords(people)} collect ${thing}. What is known:\n\n${[...instance.notes.map((note) => textOf(instance, note)), ...instance.asides.map((aside) => asideText(instance, aside))].map((fact) => `- ${fact}`).join('\n')}\n\nAnswer ${queries.length} questions:\n\n${queries.map((query, index) => `${index + 1}. ${queryText(instance, query)}`).join('\n')}`,
    answer: listAnswer(key, `${queries.length} answers separated by semicolons`, [
      `Give the ${queries.length} answers in order, separated by semicolons: a whole number where the facts settle it, and "${open}" where they do not.`,
    ]),
    tags: ['missing-information', 'logic'],
    nearMisses: [
      { name: 'all called open', text: key.map(() => open).join('; ') },
      { name: 'all given a number', text: truth.join('; ') },
      {
        name: 'settled ones called open and the others guessed',
        text: key.map((item, index) => (item === open ? (truth[index] ?? '0') : open)).join('; '),
      },
      { name: 'one number off by one', text: key.map((item) => (item === open ? item : String(Number(item) + 1))).join('; ') },
    ],
  };
};

export const missingFacts = definePuzzle<Instance>({
  id: 'missing-facts',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) => drawUntil(() => (level === 'hard' ? drawWrongNote(random) : drawOpen(random, level)), isFit),
  solve: (instance) => answersBy(byGroups, instance),
  check: (instance) => answersBy(byElimination, instance),
  present,
});
