import type { Random } from '../../../kit/random.ts';
import { numberAnswer } from '../answers.ts';
import { defineKind } from '../kind.ts';
import { spreadDepths } from '../log.ts';
import { tanks } from '../words.ts';

const tanksOf = [3, 3, 4, 4, 5, 5, 6] as const;
const changesOf = [3, 4, 6, 8, 10, 12, 14] as const;

type Change =
  | { kind: 'set'; tank: string; amount: number }
  | { kind: 'copy'; tank: string; from: string }
  | { kind: 'add' | 'draw'; tank: string; amount: number }
  | { kind: 'move'; tank: string; from: string; amount: number };
type Query = { tank: string };

const sayChange = (change: Change): string => {
  switch (change.kind) {
    case 'set':
      return `Tank ${change.tank} was emptied, cleaned and filled anew with ${change.amount} barrels.`;
    case 'copy':
      return `Tank ${change.tank} was brought to the same level as tank ${change.from} from outside stock.`;
    case 'add':
      return `A lighter brought ${change.amount} barrels more for tank ${change.tank}.`;
    case 'draw':
      return `A cart took ${change.amount} barrels out of tank ${change.tank}.`;
    case 'move':
      return `The crew pumped ${change.amount} barrels over from tank ${change.from} into tank ${change.tank}.`;
  }
};

type Levels = ReadonlyMap<string, number>;

/** Levels after one more change. */
const after = (levels: Levels, change: Change): Levels => {
  const next = new Map(levels);
  const level = (tank: string): number => levels.get(tank) ?? 0;
  if (change.kind === 'set') next.set(change.tank, change.amount);
  else if (change.kind === 'copy') next.set(change.tank, level(change.from));
  else if (change.kind === 'draw') next.set(change.tank, level(change.tank) - change.amount);
  else next.set(change.tank, level(change.tank) + change.amount);
  if (change.kind === 'move') next.set(change.from, level(change.from) - change.amount);
  return next;
};

const levelsAfter = (changes: readonly Change[]): Levels => changes.reduce<Levels>(after, new Map());
const touches = (change: Change, tank: string): boolean => change.tank === tank || (change.kind === 'move' && change.from === tank);

const drawChange = (random: Random, names: readonly string[]): Change => {
  const [tank = '', from = ''] = random.sample(names, 2);
  const amount = random.int(11, 95);
  const kind = random.pick(['set', 'copy', 'copy', 'add', 'draw', 'move', 'move'] as const);
  if (kind === 'copy') return { kind, tank, from };
  if (kind === 'move') return { kind, tank, from, amount };
  return { kind, tank, amount: kind === 'set' ? random.int(210, 890) : amount };
};

const drawChanges = (random: Random, step: number): Change[] => {
  const names = random.sample(tanks, tanksOf[step] ?? 3);
  const first = names.map((tank): Change => ({ kind: 'set', tank, amount: random.int(210, 890) }));
  return [...first, ...Array.from({ length: changesOf[step] ?? 3 }, () => drawChange(random, names))];
};

/** Scans back in time: the level of a tank before entry `end` follows from the last entry that touches it. */
const levelBefore = (entries: readonly Change[], tank: string, end: number): number => {
  for (let at = end - 1; at >= 0; at -= 1) {
    const change = entries[at] as Change;
    if (!touches(change, tank)) continue;
    if (change.kind === 'set') return change.amount;
    if (change.kind === 'copy') return levelBefore(entries, change.from, at);
    const sign = change.kind === 'draw' || (change.kind === 'move' && change.from === tank) ? -1 : 1;
    return levelBefore(entries, tank, at) + sign * change.amount;
  }
  return 0;
};

const pattern = new RegExp(
  [
    String.raw`Tank (?<set>\w+) was emptied, cleaned and filled anew with (?<setTo>\d+) barrels\.`,
    String.raw`Tank (?<copy>\w+) was brought to the same level as tank (?<copyFrom>\w+) from outside stock\.`,
    String.raw`A lighter brought (?<added>\d+) barrels more for tank (?<add>\w+)\.`,
    String.raw`A cart took (?<drawn>\d+) barrels out of tank (?<draw>\w+)\.`,
    String.raw`The crew pumped (?<moved>\d+) barrels over from tank (?<moveFrom>\w+) into tank (?<move>\w+)\.`,
  ].join('|'),
  'g',
);

const readChange = (groups: Record<string, string | undefined>): Change => {
  const { set, setTo, copy, copyFrom = '', added, add, drawn, draw, moved, moveFrom = '', move = '' } = groups;
  if (set !== undefined) return { kind: 'set', tank: set, amount: Number(setTo) };
  if (copy !== undefined) return { kind: 'copy', tank: copy, from: copyFrom };
  if (add !== undefined) return { kind: 'add', tank: add, amount: Number(added) };
  if (draw !== undefined) return { kind: 'draw', tank: draw, amount: Number(drawn) };
  return { kind: 'move', tank: move, from: moveFrom, amount: Number(moved) };
};

/** True when the key can only be had by following the changes: it is no amount of the log and no other tank's level. */
const isTelling = (changes: readonly Change[], tank: string): boolean => {
  const steps = changes.map((_, at) => levelsAfter(changes.slice(0, at + 1)));
  const final = steps.at(-1) ?? new Map<string, number>();
  const key = final.get(tank) ?? 0;
  const others = [...final].filter(([name]) => name !== tank).map(([, level]) => level);
  const amounts = changes.flatMap((change) => ('amount' in change ? [change.amount] : []));
  const mine = changes.filter((change) => touches(change, tank));
  return (
    key >= 100 &&
    steps.every((levels) => [...levels.values()].every((level) => level >= 0 && level < 1000)) &&
    !others.includes(key) &&
    !amounts.includes(key) &&
    mine.length > 2 &&
    mine.some(({ kind }) => kind === 'copy') &&
    mine.at(-1)?.kind !== 'set'
  );
};

const maxDraws = 2000;

/** Levels of tanks that are set, copied, raised, lowered and moved all over the log; asked for is one at its end. */
export const variableTracking = defineKind<readonly Change[], Query>({
  id: 'variable-tracking',
  combines: true,
  draw: (random, { step }) => {
    for (let attempt = 0; attempt < maxDraws; attempt += 1) {
      const facts = drawChanges(random, step);
      const tank = [...new Set(facts.map((change) => change.tank))].find((name) => isTelling(facts, name));
      if (tank === undefined) continue;
      const depths = spreadDepths(random, facts.length);
      return { facts, query: { tank }, placed: facts.map((change, at) => ({ text: sayChange(change), depth: depths[at] ?? 0 })) };
    }
    throw new Error(`no history of tanks out of ${maxDraws} needs to be followed`);
  },
  solve: (changes, { tank }) => [String(levelsAfter(changes).get(tank))],
  scan: (log, { tank }) => {
    const entries = [...log.matchAll(pattern)].map(({ groups }) => readChange(groups ?? {}));
    return [String(levelBefore(entries, tank, entries.length))];
  },
  present: ({ facts, query: { tank } }, [key = '']) => {
    const mine = facts.filter((change) => touches(change, tank));
    const last = facts.lastIndexOf(mine.at(-1) as Change);
    const without = (at: number): string => String(levelsAfter(facts.toSpliced(at, 1)).get(tank));
    const lastSet = mine.findLast((change) => change.kind === 'set');
    return {
      question: [
        `Tanks are filled, emptied and brought to the level of others in many entries of the log. How many barrels does tank ${tank} hold at the end of the log?`,
        'A tank that was brought to the level of another one does not follow its later changes.',
      ].join(' '),
      answer: numberAnswer(key),
      nearMisses: [
        { name: 'before the last change', text: without(last) },
        { name: 'the last filling, since changed', text: lastSet?.kind === 'set' ? String(lastSet.amount) : '' },
        ...mine
          .slice(0, -1)
          .map((change, at) => ({ name: `change ${at + 1} of the tank overlooked`, text: without(facts.indexOf(change)) })),
        ...[...levelsAfter(facts)]
          .filter(([name]) => name !== tank)
          .map(([name, level]) => ({ name: `level of tank ${name}`, text: String(level) })),
      ],
      tags: [`changes-${facts.length}`],
    };
  },
});
