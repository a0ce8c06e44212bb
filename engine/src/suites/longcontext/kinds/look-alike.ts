import { numbersAnswer, silent } from '../answers.ts';
import { defineKind } from '../kind.ts';
import { spreadDepths } from '../log.ts';
import { drawNumbers } from '../relations.ts';
import { vesselKinds, vesselNames } from '../words.ts';

const decoysOf = [4, 6, 8, 10, 12, 14, 16] as const;
const papers = ['berth pass', 'fuel pass', 'crew pass'] as const;

type Issue = { paper: string; vessel: string };
type Facts = ReadonlyMap<string, string>;
type Query = { asked: readonly [Issue, Issue] };

const sayIssue = ({ paper, vessel }: Issue): string => `${paper} to the ${vessel}`;
const pattern = /The office gave out (?<paper>\w+ pass) number (?<value>\d+), to the (?<vessel>[^.]+)\./g;

/** Every paper of three boats' names in three kinds, so that each entry differs from others in one word only. */
const issuesOf = (kinds: readonly string[], names: readonly string[], two: readonly string[]): Issue[] =>
  two.flatMap((paper) => names.flatMap((name) => kinds.map((kind) => ({ paper, vessel: `${kind} ${name}` }))));

/** Two facts among entries that differ from them in one word; in every second task only look-alikes of the second exist. */
export const lookAlike = defineKind<Facts, Query>({
  id: 'look-alike',
  combines: false,
  draw: (random, { step, index }) => {
    const issues = random.shuffle(issuesOf(random.sample(vesselKinds, 3), random.sample(vesselNames, 3), random.sample(papers, 2)));
    const [first, second] = [issues[0] as Issue, issues[1] as Issue];
    const decoys = issues.slice(2, 2 + (decoysOf[step] ?? 4));
    const told = random.shuffle(index % 2 === 1 ? [first, ...decoys] : [first, second, ...decoys]);
    const numbers = drawNumbers(random, told.length);
    const depths = spreadDepths(random, told.length);
    return {
      facts: new Map(told.map((issue, at) => [sayIssue(issue), numbers[at] ?? ''])),
      query: { asked: [first, second] },
      placed: told.map(({ paper, vessel }, at) => ({
        text: `The office gave out ${paper} number ${numbers[at]}, to the ${vessel}.`,
        depth: depths[at] ?? 0,
      })),
    };
  },
  solve: (facts, { asked }) => asked.map((issue) => facts.get(sayIssue(issue)) ?? silent),
  scan: (log, { asked }) =>
    asked.map(({ paper, vessel }) => {
      let value = silent;
      for (const { groups } of log.matchAll(pattern))
        if (groups?.['paper'] === paper && groups['vessel'] === vessel) value = groups['value'] ?? '';
      return value;
    }),
  present: ({ facts, query: { asked } }, key) => {
    const decoys = [...facts.values()].filter((value) => !key.includes(value));
    const isAbsent = key.includes(silent);
    return {
      question: `Many entries of the log look alike. Give the numbers of (1) the ${sayIssue(asked[0])} and (2) the ${sayIssue(asked[1])}.`,
      answer: numbersAnswer(key, 'two values, separated by a semicolon', true),
      nearMisses: [
        { name: 'look-alike of the first', text: [decoys[0], key[1]].join('; ') },
        { name: 'look-alike of the second', text: [key[0], decoys[1]].join('; ') },
        { name: 'two look-alikes', text: decoys.slice(0, 2).join('; ') },
        { name: isAbsent ? 'the first one twice' : 'the second one not found', text: [key[0], isAbsent ? key[0] : silent].join('; ') },
      ],
      tags: isAbsent ? ['absent'] : [],
    };
  },
});
