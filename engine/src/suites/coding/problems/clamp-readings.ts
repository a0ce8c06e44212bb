import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; low: number; high: number; faulty: number };

const solve = ({ low, high, faulty }: Rule, args: Plain[]): Plain =>
  (args[0] as number[]).filter((value) => value !== faulty).map((value) => Math.min(high, Math.max(low, value)));

const check = ({ low, high, faulty }: Rule, args: Plain[]): Plain =>
  (args[0] as number[]).flatMap((value) => (value === faulty ? [] : ([low, value, high].toSorted((a, b) => a - b)[1] as number)));

export const clampReadings = defineProblem<Rule>({
  id: 'clamp-readings',
  tags: ['lists', 'conditions'],
  draw: (random) => ({
    name: random.pick(['clean readings', 'limit values', 'clamp readings', 'bound values']),
    low: random.int(-20, 5),
    high: random.int(30, 80),
    faulty: random.pick([-999, 999, -1000, 9999]),
  }),
  name: ({ name }) => name,
  parameters: () => 'values',
  brief: ({ low, high, faulty }, { list }) =>
    `\`values\` is a ${list} of whole numbers. Return a new ${list} in the same order: leave out each value that is exactly ${faulty} (a faulty reading), put ${low} for each value below ${low}, put ${high} for each value above ${high}, and keep the others.`,
  solve,
  check,
  tests: (random, { low, high, faulty }) => {
    const inside = () => random.int(low + 1, high - 1);
    const below = () => low - random.int(1, 50);
    const above = () => high + random.int(1, 50);
    const mixed = (...values: number[]): Plain[] => [random.shuffle([inside(), inside(), ...values])];
    return [
      { name: 'values that are too high', calls: [mixed(above(), above()), mixed(above())] },
      { name: 'values that are too low', calls: [mixed(below(), below()), mixed(below(), inside())] },
      { name: 'faulty readings', calls: [[[faulty, inside(), faulty, below(), inside()]], [[inside(), faulty, inside()]]] },
      { name: 'the limits themselves', calls: [mixed(low, high, below()), mixed(high, low, above())] },
      { name: 'nothing left', calls: [[[faulty, faulty]], [[faulty, above(), inside()]], [[]]] },
    ];
  },
  trigger: (random, { high }) => [[high - 1, high + random.int(1, 40), high]],
  programs: ({ low, high, faulty }, entry) => ({
    python: {
      right: [
        `def ${entry}(values):
    result = []
    for value in values:
        if value == ${faulty}:
            continue
        if value < ${low}:
            value = ${low}
        elif value > ${high}:
            value = ${high}
        result.append(value)
    return result`,
        `def ${entry}(values: list[int]) -> list[int]:
    return [max(${low}, min(${high}, v)) for v in values if v != ${faulty}]`,
      ],
      faults: [
        {
          name: 'leaves out what is too high',
          edits: [[`value = ${high}`, 'continue']],
          fails: ['values that are too high', 'the limits themselves', 'nothing left'],
          isTriggered: true,
        },
        {
          name: 'faulty readings are limited too',
          edits: [[`            continue`, '            pass']],
          fails: ['faulty readings', 'nothing left'],
        },
        {
          name: 'stops at a faulty reading',
          edits: [['            continue', '            break']],
          fails: ['faulty readings', 'nothing left'],
        },
      ],
    },
    javascript: {
      right: [
        `function ${entry}(values) {
  const result = [];
  for (const value of values) {
    if (value === ${faulty}) continue;
    if (value < ${low}) result.push(${low});
    else if (value > ${high}) result.push(${high});
    else result.push(value);
  }
  return result;
}`,
        `const ${entry} = (values) => values.filter((v) => v !== ${faulty}).map((v) => Math.min(Math.max(v, ${low}), ${high}));
module.exports = { ${entry} };`,
      ],
      faults: [
        {
          name: 'leaves out what is too high',
          edits: [[`result.push(${high})`, 'continue']],
          fails: ['values that are too high', 'the limits themselves', 'nothing left'],
          isTriggered: true,
        },
        {
          name: 'leaves out what is too low',
          edits: [[`result.push(${low})`, 'continue']],
          fails: ['values that are too low', 'faulty readings', 'the limits themselves'],
        },
        { name: 'ends at a faulty reading', edits: [['continue', 'break']], fails: ['faulty readings', 'nothing left'] },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'repair', level: 'easy', plants: 'leaves out what is too high' },
    { language: 'javascript', kind: 'write', level: 'easy' },
  ],
});
