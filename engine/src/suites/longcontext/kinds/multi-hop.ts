import { nameAnswer, numberAnswer, type NearMiss } from '../answers.ts';
import { defineKind } from '../kind.ts';
import { spreadDepths } from '../log.ts';

const hopsOf = [2, 2, 3, 3, 4, 4, 5] as const;
/** Chains of other people that lead nowhere near the one that is asked about. */
const otherChains = 2;

type Facts = { chains: readonly (readonly string[])[]; lockers: ReadonlyMap<string, string> };
type Query = { start: string; hops: number; asksLocker: boolean };

const sayLink = (absent: string, deputy: string): string => `Whenever ${absent} is away, ${deputy} stands in.`;
const sayLocker = (person: string, locker: string): string => `${person} now keeps the papers in locker ${locker}.`;
const linkPattern = /Whenever (?<absent>[A-Z][a-z]+ [A-Z][a-z]+) is away, (?<deputy>[A-Z][a-z]+ [A-Z][a-z]+) stands in\./g;
const lockerPattern = /(?<person>[A-Z][a-z]+ [A-Z][a-z]+) now keeps the papers in locker (?<locker>\d+)\./g;

/** The person asked about is the second of the first chain, so that there is also a step back and a step too far. */
const personAt = ({ chains: [chain = []] }: Facts, place: number): string => chain[1 + place] ?? '';

const neighbours = (facts: Facts, { hops, asksLocker }: Query): NearMiss[] => {
  const valueAt = (place: number): string => {
    const person = personAt(facts, place);
    return asksLocker ? (facts.lockers.get(person) ?? '') : person;
  };
  return [
    { name: 'one step too few', text: valueAt(hops - 1) },
    { name: 'one step too many', text: valueAt(hops + 1) },
    { name: 'the start itself', text: valueAt(0) },
    { name: 'a step in the wrong direction', text: valueAt(-1) },
    { name: 'first step only', text: valueAt(1) },
  ];
};

/** A chain of stand-ins whose links stand in any order; asked for is its end, or that person's locker. */
export const multiHop = defineKind<Facts, Query>({
  id: 'multi-hop',
  combines: true,
  draw: (random, { step, index }, people) => {
    const hops = hopsOf[step] ?? 2;
    const length = hops + 3;
    const drawn = random.sample(people, length * (1 + otherChains));
    const chains = Array.from({ length: 1 + otherChains }, (_, at) => drawn.slice(at * length, (at + 1) * length));
    const asksLocker = index % 2 === 0;
    const numbers = new Set<string>();
    while (numbers.size < drawn.length) numbers.add(String(random.int(1021, 9870)));
    const lockers = new Map(asksLocker ? [...numbers].map((locker, at) => [drawn[at] ?? '', locker] as const) : []);
    const links = chains.flatMap((chain) => chain.slice(1).map((deputy, at) => sayLink(chain[at] ?? '', deputy)));
    const entries = random.shuffle([...links, ...[...lockers].map(([person, locker]) => sayLocker(person, locker))]);
    const depths = spreadDepths(random, entries.length);
    return {
      facts: { chains, lockers },
      query: { start: chains[0]?.[1] ?? '', hops, asksLocker },
      placed: entries.map((text, at) => ({ text, depth: depths[at] ?? 0 })),
    };
  },
  solve: (facts, { hops, asksLocker }) => {
    const person = personAt(facts, hops);
    return [asksLocker ? (facts.lockers.get(person) ?? '') : person];
  },
  scan: (log, { start, hops, asksLocker }) => {
    const deputies = new Map([...log.matchAll(linkPattern)].map(({ groups }) => [groups?.['absent'], groups?.['deputy'] ?? '']));
    let person = start;
    for (let hop = 0; hop < hops; hop += 1) person = deputies.get(person) ?? '';
    if (!asksLocker) return [person];
    const lockers = new Map([...log.matchAll(lockerPattern)].map(({ groups }) => [groups?.['person'], groups?.['locker'] ?? '']));
    return [lockers.get(person) ?? ''];
  },
  present: ({ facts, query }, [key = ''], people) => {
    const { start, hops, asksLocker } = query;
    const walk = `Start with ${start}. Go to the person who stands in whenever ${start} is away, from that person to the one who stands in for that person, and so on, ${hops} steps in all.`;
    return {
      question: `${walk} ${asksLocker ? 'In which locker does the person reached at the last step keep the papers?' : 'Who is the person reached at the last step?'}`,
      answer: asksLocker ? numberAnswer(key) : nameAnswer(key, people),
      nearMisses: neighbours(facts, query),
      tags: [`hops-${hops + (asksLocker ? 1 : 0)}`],
    };
  },
});
