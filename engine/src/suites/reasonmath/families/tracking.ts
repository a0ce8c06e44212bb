import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { sequenceAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { rangeOf } from '../numbers.ts';
import { definePuzzle } from '../puzzle.ts';
import { colours, inWords, names } from '../words.ts';

/** Places count from 0. */
type Move =
  | { kind: 'swap'; a: number; b: number }
  | { kind: 'to-end' }
  | { kind: 'to-front' }
  | { kind: 'reverse'; count: number }
  | { kind: 'swap-named'; left: string; right: string }
  | { kind: 'swap-if'; left: string; right: string; a: number; b: number };
type Instance = { who: string; thing: string; items: string[]; moves: Move[] };

const plans: Record<Difficulty, { items: number; moves: number; kinds: readonly Move['kind'][] }> = {
  easy: { items: 5, moves: 3, kinds: ['swap'] },
  medium: { items: 5, moves: 6, kinds: ['swap', 'to-end', 'swap-named'] },
  hard: { items: 6, moves: 10, kinds: ['swap', 'to-end', 'to-front', 'reverse', 'swap-named'] },
  extreme: { items: 7, moves: 15, kinds: ['swap', 'to-end', 'to-front', 'reverse', 'swap-named', 'swap-if', 'swap-if'] },
};

const drawMove = (random: Random, kind: Move['kind'], items: readonly string[]): Move => {
  const [a = 0, b = 1] = random.sample(rangeOf(items.length), 2).toSorted((x, y) => x - y);
  const [left = '', right = ''] = random.sample(items, 2);
  switch (kind) {
    case 'swap':
      return { kind, a, b };
    case 'to-end':
    case 'to-front':
      return { kind };
    case 'reverse':
      return { kind, count: random.int(3, items.length - 1) };
    case 'swap-named':
      return { kind, left, right };
    case 'swap-if':
      return { kind, left, right, a, b };
  }
};

const draw = (random: Random, level: Difficulty): Instance => {
  const plan = plans[level];
  const items = random.sample(colours, plan.items);
  return {
    who: random.pick(names),
    thing: random.pick(['card', 'cup', 'flag', 'book', 'bottle']),
    items,
    moves: Array.from({ length: plan.moves }, () => drawMove(random, random.pick(plan.kinds), items)),
  };
};

const swapped = (row: readonly string[], a: number, b: number): string[] =>
  row.map((item, place) => (place === a ? (row[b] ?? item) : place === b ? (row[a] ?? item) : item));

/** The row of items after one move. */
const after = (row: readonly string[], move: Move): string[] => {
  switch (move.kind) {
    case 'swap':
      return swapped(row, move.a, move.b);
    case 'to-end':
      return [...row.slice(1), ...row.slice(0, 1)];
    case 'to-front':
      return [...row.slice(-1), ...row.slice(0, -1)];
    case 'reverse':
      return [...row.slice(0, move.count).toReversed(), ...row.slice(move.count)];
    case 'swap-named':
      return swapped(row, row.indexOf(move.left), row.indexOf(move.right));
    case 'swap-if':
      return row.indexOf(move.left) < row.indexOf(move.right) ? swapped(row, move.a, move.b) : [...row];
  }
};

const finalRow = (instance: Instance, moves: readonly Move[] = instance.moves): string[] => moves.reduce(after, instance.items);

/** Follows the place of every item by arithmetic on places; rows are never built. */
const check = ({ items, moves }: Instance): string[] => {
  const size = items.length;
  const at = new Map(items.map((item, place) => [item, place]));
  const trade = (a: number) => (b: number) => (place: number) => (place === a ? b : place === b ? a : place);
  const rule = (move: Move): ((place: number) => number) => {
    const [left, right] = 'left' in move ? [at.get(move.left) ?? 0, at.get(move.right) ?? 0] : [0, 0];
    switch (move.kind) {
      case 'swap':
        return trade(move.a)(move.b);
      case 'to-end':
        return (place) => (place + size - 1) % size;
      case 'to-front':
        return (place) => (place + 1) % size;
      case 'reverse':
        return (place) => (place < move.count ? move.count - 1 - place : place);
      case 'swap-named':
        return trade(left)(right);
      case 'swap-if':
        return left < right ? trade(move.a)(move.b) : (place) => place;
    }
  };
  for (const move of moves) {
    const next = rule(move);
    for (const item of items) at.set(item, next(at.get(item) ?? 0));
  }
  return [...items].sort((a, b) => (at.get(a) ?? 0) - (at.get(b) ?? 0));
};

const textOf = (move: Move, thing: string): string => {
  switch (move.kind) {
    case 'swap':
      return `swap the ${thing}s at places ${move.a + 1} and ${move.b + 1}`;
    case 'to-end':
      return `move the leftmost ${thing} to the right end`;
    case 'to-front':
      return `move the rightmost ${thing} to the left end`;
    case 'reverse':
      return `reverse the order of the first ${move.count} ${thing}s`;
    case 'swap-named':
      return `swap the ${move.left} ${thing} with the ${move.right} ${thing}`;
    case 'swap-if':
      return `if the ${move.left} ${thing} is somewhere to the left of the ${move.right} ${thing}, swap the ${thing}s at places ${move.a + 1} and ${move.b + 1}; otherwise do nothing`;
  }
};

export const tracking = definePuzzle<Instance>({
  id: 'tracking',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) =>
    drawUntil(
      () => draw(random, level),
      (instance) => finalRow(instance).filter((item, place) => item !== instance.items[place]).length > 3,
    ),
  solve: (instance) => finalRow(instance),
  check,
  present: (instance, key) => ({
    question: `${instance.who} lays ${instance.items.length} ${instance.thing}s in a row. From left to right they are ${inWords(instance.items)}; places are counted from the left, starting with 1. Then ${instance.who} does this, in this order:\n\n${instance.moves.map((move, index) => `${index + 1}. ${textOf(move, instance.thing)}`).join('\n')}\n\nWhat is the order from left to right at the end?`,
    answer: sequenceAnswer(key, instance.items, 'colours from left to right, separated by commas'),
    tags: ['state-tracking'],
    nearMisses: [
      { name: 'the start', text: instance.items.join(', ') },
      { name: 'last move left out', text: finalRow(instance, instance.moves.slice(0, -1)).join(', ') },
      { name: 'first move left out', text: finalRow(instance, instance.moves.slice(1)).join(', ') },
    ],
  }),
});
