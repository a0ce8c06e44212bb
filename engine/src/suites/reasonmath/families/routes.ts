import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { quantityAnswer, sequenceAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { permutationsOf, rangeOf, sumOf } from '../numbers.ts';
import { definePuzzle, type Presentation } from '../puzzle.ts';
import { towns } from '../words.ts';

type Road = { from: number; to: number; km: number };
type Instance = { kind: 'length' | 'path' | 'round'; towns: string[]; roads: Road[] };

const shapes: Record<Difficulty, { kind: Instance['kind']; towns: number; roads: number }> = {
  easy: { kind: 'length', towns: 4, roads: 4 },
  medium: { kind: 'length', towns: 6, roads: 9 },
  hard: { kind: 'path', towns: 8, roads: 14 },
  extreme: { kind: 'round', towns: 6, roads: 15 },
};

const draw = (random: Random, level: Difficulty): Instance => {
  const shape = shapes[level];
  const pairs = rangeOf(shape.towns).flatMap((from) =>
    rangeOf(shape.towns)
      .filter((to) => to > from)
      .map((to) => ({ from, to })),
  );
  const usable = pairs.filter(({ from, to }) => shape.kind === 'round' || !(from === 0 && to === shape.towns - 1));
  return {
    kind: shape.kind,
    towns: random.sample(towns, shape.towns),
    roads: random.sample(usable, shape.roads).map((pair) => ({ ...pair, km: random.int(11, 98) })),
  };
};

const tables = new WeakMap<readonly Road[], Map<number, number>>();
const pairKey = (a: number, b: number): number => (a < b ? a * 100 + b : b * 100 + a);

/** Length of the road between two towns; without one, infinite. */
const kmBetween = (roads: readonly Road[], a: number, b: number): number => {
  const table = tables.get(roads) ?? new Map(roads.map(({ from, to, km }) => [pairKey(from, to), km]));
  tables.set(roads, table);
  return table.get(pairKey(a, b)) ?? Infinity;
};
const lengthOf = (roads: readonly Road[], stops: readonly number[]): number =>
  sumOf(stops.slice(1).map((stop, index) => kmBetween(roads, stops[index] ?? -1, stop)));

/** Every way without a repeated town from the first town to the last, found by walking. */
const waysOf = ({ towns: all, roads }: Instance, sofar: number[] = [0]): number[][] => {
  const here = sofar.at(-1) ?? 0;
  if (here === all.length - 1) return [sofar];
  const next = rangeOf(all.length).filter((town) => !sofar.includes(town) && kmBetween(roads, here, town) < Infinity);
  return next.flatMap((town) => waysOf({ kind: 'path', towns: all, roads }, [...sofar, town]));
};

const roundsOf = ({ towns: all }: Instance): number[][] => permutationsOf(rangeOf(all.length).slice(1)).map((order) => [0, ...order, 0]);
const candidatesOf = (instance: Instance): number[][] => (instance.kind === 'round' ? roundsOf(instance) : waysOf(instance));

const sorted = (instance: Instance): { stops: number[]; km: number }[] =>
  candidatesOf(instance)
    .map((stops) => ({ stops, km: lengthOf(instance.roads, stops) }))
    .toSorted((a, b) => a.km - b.km);

/** Dijkstra's algorithm from the first town; keeps the town that each one was reached from. */
const dijkstra = ({ towns: all, roads }: Instance): { km: number[]; from: number[] } => {
  const km = all.map((_, town) => (town === 0 ? 0 : Infinity));
  const from = all.map(() => -1);
  const open = new Set(rangeOf(all.length));
  while (open.size > 0) {
    const here = [...open].reduce((best, town) => ((km[town] ?? Infinity) < (km[best] ?? Infinity) ? town : best));
    open.delete(here);
    for (const town of open) {
      const through = (km[here] ?? Infinity) + kmBetween(roads, here, town);
      if (through < (km[town] ?? Infinity)) [km[town], from[town]] = [through, here];
    }
  }
  return { km, from };
};

/** Shortest round trip by dynamic programming over sets of towns (Held and Karp 1962). */
const heldKarp = ({ towns: all, roads }: Instance): number => {
  const best = new Map<string, number>();
  const shortest = (left: number, here: number): number => {
    if (left === 0) return kmBetween(roads, here, 0);
    const known = best.get(`${left}/${here}`);
    if (known !== undefined) return known;
    const km = Math.min(
      ...rangeOf(all.length)
        .filter((town) => (left >> town) & 1)
        .map((town) => kmBetween(roads, here, town) + shortest(left & ~(1 << town), town)),
    );
    best.set(`${left}/${here}`, km);
    return km;
  };
  return shortest(2 ** all.length - 2, 0);
};

const solve = (instance: Instance): string | string[] => {
  if (instance.kind === 'round') return String(heldKarp(instance));
  const { km, from } = dijkstra(instance);
  if (instance.kind === 'length') return String(km.at(-1));
  const stops = [instance.towns.length - 1];
  while ((stops[0] ?? 0) > 0) stops.unshift(from[stops[0] ?? 0] ?? 0);
  return stops.map((stop) => instance.towns[stop] ?? '');
};

const check = (instance: Instance): string | string[] => {
  const best = sorted(instance)[0];
  if (!best) return [];
  return instance.kind === 'path' ? best.stops.map((stop) => instance.towns[stop] ?? '') : String(best.km);
};

const isFit = (instance: Instance): boolean => {
  const ways = sorted(instance).filter(({ km }) => km < Infinity);
  const [first, second] = ways;
  if (!first || !second || ways.length < 2) return false;
  if (instance.kind === 'round') return first.km < (ways[2]?.km ?? 0);
  return first.km < second.km && first.km > 42 && first.km !== 100 && (instance.kind === 'length' || first.stops.length > 4);
};

const present = (instance: Instance, key: readonly string[]): Presentation => {
  const [start = '', end = ''] = [instance.towns[0], instance.towns.at(-1)];
  const roads = instance.roads.map(({ from, to, km }) => `- ${instance.towns[from]} – ${instance.towns[to]}: ${km} km`).join('\n');
  const ways = sorted(instance);
  const facts = `These are all the roads, usable in both directions:\n\n${roads}\n\n`;
  const other = ways.find(({ km }) => km > (ways[0]?.km ?? 0));
  const quantity = () =>
    quantityAnswer(key[0] ?? '', { unit: 'km', word: 'kilometres', other: `${key[0]}000 m`, wrongUnits: ['m', 'miles'] });
  const misses = [
    { name: 'second best', text: `${other?.km} km` },
    { name: 'all roads', text: `${sumOf(instance.roads.map(({ km }) => km))} km` },
  ];
  if (instance.kind === 'length') {
    return {
      question: `${facts}How long is the shortest way from ${start} to ${end}?`,
      answer: quantity(),
      tags: ['planning', 'shortest-path'],
      nearMisses: misses,
    };
  }
  if (instance.kind === 'round') {
    return {
      question: `${facts}A courier starts in ${start}, visits each of the other towns exactly once and returns to ${start}. How long is the shortest such round trip?`,
      answer: quantity(),
      tags: ['planning', 'round-trip'],
      nearMisses: [
        ...misses,
        { name: 'way back left out', text: `${(ways[0]?.km ?? 0) - kmBetween(instance.roads, ways[0]?.stops.at(-2) ?? 0, 0)} km` },
      ],
    };
  }
  const named = (stops: readonly number[] = []) => stops.map((stop) => instance.towns[stop]).join(', ');
  return {
    question: `${facts}Which towns does the shortest way from ${start} to ${end} pass, in order, with ${start} first and ${end} last?`,
    answer: sequenceAnswer(key, instance.towns, 'towns in order, separated by commas'),
    tags: ['planning', 'shortest-path'],
    nearMisses: [
      { name: 'second best', text: named(ways[1]?.stops) },
      { name: 'fewest towns', text: named(ways.toSorted((a, b) => a.stops.length - b.stops.length)[0]?.stops) },
      { name: 'ends left out', text: key.slice(1, -1).join(', ') },
    ],
  };
};

export const routes = definePuzzle<Instance>({
  id: 'routes',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw: (random, level) => drawUntil(() => draw(random, level), isFit),
  solve,
  check,
  present,
});
