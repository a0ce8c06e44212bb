import type { Proof, ProofCase } from '@benchloop/spec';
import { copyOfSchema } from './json-schema.ts';
import { changedKey, leavesIn, listsIn, pointsOf, valuesOf, type FoundList } from './places.ts';
import type { Data, Fields, ObjectShape } from './shape.ts';
import { allowedValue, wrongValues } from './wrong-values.ts';

/** A wrong answer as a model would give it, for example read from the record beside the right one. */
export type Decoy = { name: string; answer: Fields };

const repairedWorth = 0.5;

/** Keys and freely ordered lists the other way round. */
const turned = (shape: ObjectShape, record: Fields): Fields =>
  Object.fromEntries(
    Object.entries(shape)
      .reverse()
      .map(([key, inner]): [string, Data] => {
        const value = record[key] ?? null;
        if (inner.kind === 'object') return [key, turned(inner.of, value as Fields)];
        if (inner.kind === 'rows') return [key, (value as Fields[]).map((item) => turned(inner.of, item)).reverse()];
        return [key, inner.kind === 'list' && inner.order === 'set' ? (value as Data[]).toReversed() : value];
      }),
  );

/** JSON whose numbers have a zero more behind the point, which is the same number. */
const paddedNumbers = (answer: Data): string =>
  JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'number' ? `#${Number.isInteger(value) ? `${value}.0` : `${value}0`}#` : value,
  ).replace(/"#([\d.-]+)#"/g, '$1');

const said = (name: string, answer: string, reasoning?: string): ProofCase => ({
  name,
  replies: [{ text: answer, ...(reasoning === undefined ? {} : { reasoning }) }],
});

const acceptedCases = (shape: ObjectShape, key: Fields): ProofCase[] => {
  const json = JSON.stringify(key);
  const pretty = JSON.stringify(key, null, 2);
  const allowed = leavesIn(shape, key).reduce((answer, found) => changedKey(answer, found.path, allowedValue(found)), key);
  return [
    said('bare', json),
    said('pretty, keys and free lists turned round', JSON.stringify(turned(shape, key), null, 4)),
    said('fence with json', `\`\`\`json\n${pretty}\n\`\`\``),
    said('fence with JSON in capitals', `\`\`\`JSON\n${json}\n\`\`\`\n`),
    said('fence of tildes in prose', `Here is the object you asked for:\n\n~~~\n${pretty}\n~~~\n\nTell me if you need another format.`),
    said('fence without a language', `\`\`\`\n${pretty}\n\`\`\``),
    said('after thinking', `\n${json}`, `The draft is ${JSON.stringify({ ...key, draft: true })}, but that has a key too many.`),
    said('the same object twice', `${json}\n\nOnce more, indented:\n${pretty}`),
    said('other number formats', paddedNumbers(key)),
    said('other quote signs, spaces and free case', JSON.stringify(allowed)),
  ];
};

/** Each kind of wrong value once, at the first place where it can stand. */
const wrongCases = (shape: ObjectShape, key: Fields): ProofCase[] => {
  const seen = new Set<string>();
  return leavesIn(shape, key).flatMap((found) =>
    wrongValues(found).flatMap(([name, value]) => {
      if (seen.has(name) || JSON.stringify(value) === JSON.stringify(found.value)) return [];
      seen.add(name);
      const answer = changedKey(key, found.path, value);
      return [{ ...said(name, JSON.stringify(answer)), score: pointsOf(key, answer) }];
    }),
  );
};

const scored = (name: string, key: Fields, answer: Fields, text = JSON.stringify(answer)): ProofCase => ({
  ...said(name, text),
  score: pointsOf(key, answer),
});

/** The longest list that a turned list of different items still has in order is one item. */
const turnedScore = (key: Fields, length: number): number => (valuesOf(key).length - length + 1) / valuesOf(key).length;

const listCases = (key: Fields, { path, shape, value }: FoundList): ProofCase[] => {
  const name = path.join('.');
  const withList = (items: Data[]): Fields => changedKey(key, path, items);
  const strange: Data = shape.kind === 'rows' ? copyOfSchema(shape.of) : 'something else';
  const extra = scored(`an invented item in ${name}`, key, withList([...value, strange]));
  if (value.length === 0) return [extra];
  const shorter = withList(value.slice(0, -1));
  const different = new Set(value.map((item) => JSON.stringify(item))).size === value.length;
  return [
    extra,
    scored(`a missing item in ${name}`, key, shorter),
    // Counted by hand: the places of the other items move, which the plain count would take for wrong.
    { ...said(`the first item of ${name} missing`, JSON.stringify(withList(value.slice(1)))), score: fewer(key, value[0] as Data) },
    scored(`a doubled item in ${name}`, key, withList([...value, value.at(-1) as Data])),
    ...(shape.kind === 'list' && shape.order === 'sequence' && different && value.length > 1
      ? [{ ...said(`${name} in the wrong order`, JSON.stringify(withList(value.toReversed()))), score: turnedScore(key, value.length) }]
      : []),
  ];
};

const fewer = (key: Fields, item: Data): number => {
  const all = valuesOf(key).length;
  const lost = valuesOf(item).length;
  return (2 * (all - lost)) / (2 * all - lost);
};

const presenceCases = (shape: ObjectShape, key: Fields): ProofCase[] => {
  const all = valuesOf(key).length;
  const found = leavesIn(shape, key).filter(({ path }) => typeof path.at(-1) === 'string');
  const present = found.find(({ value }) => value !== null);
  const absent = found.find(({ value }) => value === null);
  return [
    ...(present === undefined
      ? []
      : [
          scored('a value left out', key, changedKey(key, present.path, undefined)),
          scored('null for a value', key, changedKey(key, present.path, null)),
        ]),
    ...(absent === undefined
      ? []
      : [
          scored('an invented value where null is due', key, changedKey(key, absent.path, 'unknown')),
          { ...said('a null left out', JSON.stringify(changedKey(key, absent.path, undefined))), score: (2 * all) / (2 * all + 1) },
        ]),
    scored('an invented field', key, { ...key, remark: 'none' }),
  ];
};

const emptied = (shape: ObjectShape): Fields =>
  Object.fromEntries(
    Object.entries(shape).map(([name, inner]): [string, Data] => [
      name,
      inner.kind === 'object' ? emptied(inner.of) : inner.kind === 'rows' || inner.kind === 'list' ? [] : null,
    ]),
  );

const emptyCases = (shape: ObjectShape, key: Fields): ProofCase[] => [
  said('the schema copied', JSON.stringify(copyOfSchema(shape))),
  said('an empty object', '{}'),
  said('everything null', JSON.stringify(emptied(shape))),
  said('the object in a list', JSON.stringify([key])),
  {
    ...said(
      'prose only',
      `The document says: ${valuesOf(key)
        .map((value) => value.replaceAll(/[[\]{}]/g, ''))
        .join(', ')}.`,
    ),
    outcome: 'unparseable',
  },
  { ...said('JSON in the thinking only', 'I have filled in the object.', JSON.stringify(key)), outcome: 'unparseable' },
  { ...said('an empty reply', ' '), outcome: 'unparseable' },
  { ...said('two different objects', `${JSON.stringify(key)}\nor\n${JSON.stringify({ ...key, remark: 'none' })}`), outcome: 'unparseable' },
];

const repairCases = (shape: ObjectShape, key: Fields): ProofCase[] => {
  const pretty = JSON.stringify(key, null, 2);
  const half = (name: string, answer: string, score = repairedWorth): ProofCase => ({ ...said(name, answer), score });
  const first = leavesIn(shape, key).flatMap((found) => wrongValues(found).map(([, value]) => ({ path: found.path, value })))[0];
  const faulty = first === undefined ? key : changedKey(key, first.path, first.value);
  const literal = JSON.stringify(key).includes("'") ? null : JSON.stringify(key).replaceAll('\\"', '”').replaceAll('"', "'");
  const name = Object.keys(key)[0] ?? '';
  return [
    half('a trailing comma', pretty.replace(/\n}$/, ',\n}')),
    half('a comment', pretty.replace('\n', '\n  // read from the document\n')),
    half('the last brace missing', pretty.slice(0, -2)),
    half('a key twice', `${pretty.slice(0, -2)},\n  ${JSON.stringify(name)}: ${JSON.stringify(key[name])}\n}`),
    ...(literal === null || literal.includes('”') ? [] : [half('single quotes', literal)]),
    half('a trailing comma and a wrong value', JSON.stringify(faulty).replace(/}$/, ',}'), repairedWorth * pointsOf(key, faulty)),
  ];
};

/** Accepted styles, near misses of every kind of field, and decoys of the document, each with its exact score. */
export const proofOf = (shape: ObjectShape, key: Fields, decoys: readonly Decoy[]): Proof => ({
  accepted: acceptedCases(shape, key),
  rejected: [
    ...wrongCases(shape, key),
    ...listsIn(shape, key).flatMap((list) => listCases(key, list)),
    ...presenceCases(shape, key),
    ...emptyCases(shape, key),
    ...repairCases(shape, key),
    ...decoys.map(({ name, answer }) => scored(name, key, answer)),
  ],
});
