import { numbersAnswer, silent } from '../answers.ts';
import { defineKind } from '../kind.ts';
import { spreadDepths } from '../log.ts';
import { drawNumbers, relations, scanRelation, type Relation } from '../relations.ts';

const askedOf = [3, 3, 4, 4, 5, 5, 6] as const;
const unasked = 2;

type Facts = { values: ReadonlyMap<string, string> };
type Query = { relation: Relation; subjects: readonly string[] };

/** Several facts of one kind, asked for in another order; in every second task the log is silent on one of them. */
export const severalNeedles = defineKind<Facts, Query>({
  id: 'several-needles',
  combines: false,
  draw: (random, { step, index }, people) => {
    const relation = random.pick(relations.filter(({ type }) => type === 'integer'));
    const count = askedOf[step] ?? 3;
    const all = relation.subjects(random, people, count + unasked);
    const asked = all.slice(0, count);
    const absent = index % 2 === 1 ? random.pick(asked) : null;
    const told = random.shuffle(all.filter((subject) => subject !== absent));
    const numbers = drawNumbers(random, told.length);
    const values = new Map(told.map((subject, at) => [subject, numbers[at] ?? '']));
    const depths = spreadDepths(random, told.length);
    return {
      facts: { values },
      query: { relation, subjects: asked },
      placed: told.map((subject, at) => ({ text: relation.say(subject, values.get(subject) ?? ''), depth: depths[at] ?? 0 })),
    };
  },
  solve: ({ values }, { subjects }) => subjects.map((subject) => values.get(subject) ?? silent),
  scan: (log, { relation, subjects }) => subjects.map((subject) => scanRelation(log, relation, subject) ?? silent),
  present: ({ facts: { values }, query: { relation, subjects } }, key) => {
    const foreign = [...values].filter(([subject]) => !subjects.includes(subject)).map(([, value]) => value);
    const at = key.includes(silent) ? key.indexOf(silent) : 0;
    return {
      question: `What does the log give as: ${subjects.map((subject, place) => `(${place + 1}) ${relation.ask(subject)}`).join('; ')}?`,
      answer: numbersAnswer(key, 'values, separated by semicolons', true),
      nearMisses: [
        { name: 'value of a subject that was not asked for', text: key.with(at, foreign[0] ?? '').join('; ') },
        {
          name: 'one value not found',
          text: key
            .with(
              key.findIndex((item) => item !== silent),
              silent,
            )
            .join('; '),
        },
        { name: 'values in the order of the log', text: [...values.values()].filter((value) => key.includes(value)).join('; ') },
        { name: 'first two exchanged', text: [key[1], key[0], ...key.slice(2)].join('; ') },
      ],
      tags: key.includes(silent) ? ['absent'] : [],
    };
  },
});
