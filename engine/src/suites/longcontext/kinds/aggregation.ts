import type { Random } from '../../../kit/random.ts';
import { numberAnswer, numbersAnswer, setAnswer, type NearMiss } from '../answers.ts';
import { defineKind, type Presentation, type Slot } from '../kind.ts';
import { spreadDepths } from '../log.ts';
import { goods, vesselNames } from '../words.ts';

const askedOf = ['sum', 'set', 'count'] as const;
const recordsOf = [3, 4, 5, 6, 8, 9, 12] as const;
const verbs = { landed: 'landed', loaded: 'took on' } as const;

type Freight = { vessel: string; verb: keyof typeof verbs; crates: number; good: string };
type Query = { asked: (typeof askedOf)[number]; vessel: string; good: string };

const sayFreight = ({ vessel, verb, crates, good }: Freight): string => `The ${vessel} ${verbs[verb]} ${crates} crates of ${good}.`;
const pattern = /The (?<vessel>[A-Z]\w+) (?<verb>landed|took on) (?<crates>\d+) crates of (?<good>[a-z ]+)\./g;

const crates = (random: Random): number => random.int(12, 97);

/** The records that are asked for and, for each, others that differ in one of vessel, direction or good. */
const drawFreights = (random: Random, { step, index }: Slot): { freights: Freight[]; query: Query } => {
  const asked = askedOf[index % askedOf.length] ?? 'sum';
  const count = recordsOf[step] ?? 3;
  const [vessel = '', ...others] = random.shuffle(vesselNames);
  const [good = '', ...otherGoods] = random.sample(goods, 5);
  const wanted = Array.from({ length: count }, (_, at): Freight => ({
    vessel: asked === 'set' ? (others[at] ?? '') : vessel,
    verb: 'landed',
    crates: crates(random),
    good,
  }));
  const foreign = others.slice(count);
  const decoys = wanted.flatMap((record, at): Freight[] => [
    at % 2 === 0
      ? { ...record, verb: 'loaded', crates: crates(random), vessel: asked === 'set' ? (foreign[at] ?? '') : vessel }
      : { ...record, vessel: foreign[at] ?? '', crates: crates(random), ...(asked === 'set' ? { good: random.pick(otherGoods) } : {}) },
    { ...record, good: random.pick(otherGoods), crates: crates(random) },
  ]);
  return { freights: random.shuffle([...wanted, ...decoys]), query: { asked, vessel, good } };
};

const sumOf = (freights: readonly Freight[]): number => freights.reduce((sum, freight) => sum + freight.crates, 0);

const wantedOf = (freights: readonly Freight[], { asked, vessel, good }: Query): Freight[] =>
  freights.filter((freight) => freight.verb === 'landed' && freight.good === good && (asked === 'set' || freight.vessel === vessel));

const keyOf = (wanted: readonly Freight[], asked: Query['asked']): string[] =>
  asked === 'set'
    ? [...new Set(wanted.map(({ vessel }) => vessel))].sort()
    : asked === 'sum'
      ? [String(sumOf(wanted))]
      : [String(wanted.length), String(sumOf(wanted))];

/** The key as it comes out when records are overlooked, or counted although they differ in one respect. */
const slips = (freights: readonly Freight[], query: Query): NearMiss[] => {
  const wanted = wantedOf(freights, query);
  const slip = (name: string, records: readonly Freight[]): NearMiss => {
    const key = keyOf(records, query.asked);
    return { name, text: key.join(query.asked === 'count' ? '; ' : ', ') };
  };
  return [
    slip('last record overlooked', wanted.slice(0, -1)),
    slip('first record overlooked', wanted.slice(1)),
    slip(
      'taken on counted as landed',
      wantedOf(
        freights.map((freight) => ({ ...freight, verb: 'landed' })),
        query,
      ),
    ),
    slip(
      'other goods counted as well',
      wantedOf(
        freights.map((freight) => ({ ...freight, good: query.good })),
        query,
      ),
    ),
    slip(
      'other vessels counted as well',
      wantedOf(
        freights.map((freight) => ({ ...freight, vessel: query.vessel })),
        query,
      ),
    ),
  ];
};

const countSlips = ([count = '', sum = '']: readonly string[]): NearMiss[] => [
  { name: 'count one too many', text: `${Number(count) + 1}; ${sum}` },
  { name: 'count one too few', text: `${Number(count) - 1}; ${sum}` },
  { name: 'right count, wrong sum', text: `${count}; ${Number(sum) - 10}` },
];

const presentation = (freights: readonly Freight[], query: Query, key: readonly string[]): Presentation => {
  const { asked, vessel, good } = query;
  const base = { nearMisses: slips(freights, query), tags: [asked] };
  if (asked === 'set')
    return {
      ...base,
      question: `Which vessels landed crates of ${good}, by the log? Name every one of them.`,
      answer: setAnswer(key, vesselNames),
    };
  if (asked === 'sum')
    return {
      ...base,
      question: `How many crates of ${good} did the ${vessel} land in all, by the log?`,
      answer: numberAnswer(key[0] ?? ''),
    };
  return {
    ...base,
    question: `How many times did the ${vessel} land crates of ${good}, by the log, and how many crates of it did she land in all?`,
    answer: numbersAnswer(key, 'times; crates', false),
    nearMisses: [...base.nearMisses, ...countSlips(key)],
  };
};

/** Sum, count or set over records that are scattered among others like them. */
export const aggregation = defineKind<readonly Freight[], Query>({
  id: 'aggregation',
  combines: true,
  draw: (random, slot) => {
    const { freights, query } = drawFreights(random, slot);
    const depths = spreadDepths(random, freights.length);
    return { facts: freights, query, placed: freights.map((freight, at) => ({ text: sayFreight(freight), depth: depths[at] ?? 0 })) };
  },
  solve: (freights, query) => keyOf(wantedOf(freights, query), query.asked),
  scan: (log, { asked, vessel, good }) => {
    const names = new Set<string>();
    let [count, sum] = [0, 0];
    for (const { groups } of log.matchAll(pattern)) {
      if (groups?.['verb'] !== 'landed' || groups['good'] !== good) continue;
      names.add(groups['vessel'] ?? '');
      if (groups['vessel'] !== vessel) continue;
      count += 1;
      sum += Number(groups['crates']);
    }
    return asked === 'set' ? [...names].sort() : asked === 'sum' ? [String(sum)] : [String(count), String(sum)];
  },
  present: ({ facts, query }, key) => presentation(facts, query, key),
});
