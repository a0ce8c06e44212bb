import type { Random } from '../../../../kit/random.ts';
import { defineProblem } from '../../problem.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { check, solve, type Rule } from './solvers.ts';

const digit = (random: Random): number => random.int(2, 9);

export const calculator = defineProblem<Rule>({
  id: 'calculator',
  tags: ['parsing', 'recursion', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['work out', 'evaluate sum', 'calculate', 'compute text']),
    division: random.pick(['floor', 'zero']),
    power: random.pick(['^', '#', '$']),
  }),
  name: ({ name }) => name,
  parameters: () => 'text',
  brief: ({ division, power }, { none }) =>
    `\`text\` is an expression of whole numbers in decimal digits, the operators \`+\`, \`-\`, \`*\`, \`/\` and \`${power}\`, parentheses, and spaces, which mean nothing except that they end a number. Return its value as a whole number. \`${power}\` is "to the power of"; it binds most tightly and groups from the right, so that \`2 ${power} 3 ${power} 2\` is 512. Next comes the minus sign in front of a value, which may be repeated: \`-2 ${power} 2\` is -4 and \`- - 3\` is 3; it may also stand right behind an operator, as in \`2 * -3\` or \`2 ${power} -1\`. Next come \`*\` and \`/\`, then \`+\` and \`-\`, both grouped from the left. \`/\` divides and rounds ${division === 'floor' ? 'down, to the next lower whole number' : 'towards zero'}. Return ${none} for a division by zero, for a negative exponent, and for a text that is no such expression, also the empty one. There is no plus sign in front of a value.`,
  solve,
  check,
  tests: (random, { power }) => {
    const n = () => digit(random);
    return [
      { name: 'sums and products', calls: [[`${n()} + ${n()} * ${n()} - ${n()}`], [`${n()}*${n()}-${n()}*${n()}+${n()}${n()}`]] },
      { name: 'grouping from the left', calls: [[`${n()}0 - ${n()} - ${n()}`], [`${random.int(40, 90)} / ${n()} / 2 * ${n()}`]] },
      { name: 'parentheses', calls: [[`(${n()} + ${n()}) * (${n()} - ${n()}0)`], [`((${n()}))*(${n()}-(${n()}-${n()}0))`]] },
      { name: 'powers', calls: [[`2 ${power} 3 ${power} 2 - ${n()}`], [`${n()} * 3 ${power} 2`], [`(2 ${power} 2) ${power} 3 + ${n()}`]] },
      { name: 'minus signs', calls: [[`-${n()} + ${n()}0`], [`${n()} - - ${n()}`], [`${n()} * -${n()}`], [`-(${n()} - ${n()}0)`]] },
      {
        name: 'minus sign before a power',
        calls: [[`-${n()} ${power} 2`], [`${n()} - -${n()} ${power} 2`], [`2 ${power} -${n()}`], [`2 ${power} - -3`]],
      },
      { name: 'division of negative numbers', calls: [[`-7 / 2 + ${n()}`], [`${n()} * (1 - 8) / (0 - 4)`], [`(0 - ${2 * n() + 1}) / 2`]] },
      { name: 'division by zero', calls: [[`${n()} / (3 - 3)`], [`${n()} + 0 / ${n()}`]] },
      {
        name: 'what is no expression',
        calls: [
          [`${n()} +`],
          [`(${n()} - 1`],
          [`${n()} ${n()}`],
          [''],
          [`${n()} + ${n()})`],
          [`+ ${n()}`],
          [`${n()} % ${n()}`],
          ['()'],
          [`${n()} - ${n()}`],
        ],
      },
    ];
  },
  programs: (rule, entry) => ({ python: python(rule, entry), javascript: javascript(rule, entry) }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'hard' },
    { language: 'javascript', kind: 'write', level: 'hard' },
  ],
});
