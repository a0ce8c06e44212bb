import type { Random } from '../../../kit/random.ts';
import { nameAnswer, numberAnswer, timeAnswer, type Answer } from '../answers.ts';
import { defineKind } from '../kind.ts';
import type { depths } from '../log.ts';
import { drawNumbers, relations, scanRelation, type Relation } from '../relations.ts';

/** By task: every depth and every type of value. */
const depthOf = [0.5, 0.1, 0.9, 0.25, 0.75, 0, 1, 0.5, 0.1] as const satisfies readonly (typeof depths)[number][];
const typeOf = [
  'integer',
  'time',
  'name',
  'integer',
  'name',
  'time',
  'integer',
  'name',
  'integer',
] as const satisfies readonly Relation['type'][];

type Facts = { values: ReadonlyMap<string, string> };
type Query = { relation: Relation; subject: string };

const drawTime = (random: Random): string => `${String(random.int(4, 22)).padStart(2, '0')}:${String(random.int(1, 59)).padStart(2, '0')}`;

const drawValue = (random: Random, type: Relation['type'], people: readonly string[]): string =>
  type === 'integer' ? (drawNumbers(random, 1)[0] ?? '') : type === 'time' ? drawTime(random) : random.pick(people);

const answerOf = (key: string, type: Relation['type'], people: readonly string[]): Answer =>
  type === 'integer' ? numberAnswer(key) : type === 'time' ? timeAnswer(key) : nameAnswer(key, people);

/** One fact in a long log. */
export const singleNeedle = defineKind<Facts, Query>({
  id: 'single-needle',
  combines: false,
  draw: (random, { index }, people) => {
    const type = typeOf[index] ?? 'integer';
    const relation = random.pick(relations.filter((each) => each.type === type));
    const [subject = ''] = relation.subjects(random, people, 1);
    const value = drawValue(random, type, people);
    return {
      facts: { values: new Map([[subject, value]]) },
      query: { relation, subject },
      placed: [{ text: relation.say(subject, value), depth: depthOf[index] ?? 0.5 }],
    };
  },
  solve: ({ values }, { subject }) => [values.get(subject) ?? ''],
  scan: (log, { relation, subject }) => [scanRelation(log, relation, subject) ?? ''],
  present: ({ query: { relation, subject }, placed }, [key = ''], people) => ({
    question: `What does the log give as ${relation.ask(subject)}?`,
    answer: answerOf(key, relation.type, people),
    nearMisses: [],
    tags: [`depth-${Math.round(100 * (placed[0]?.depth ?? 0))}`],
  }),
});
