import type { Plain } from '../../literal.ts';
import { defineProblem } from '../../problem.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';
import { check, solve, type Op, type Rule } from './solvers.ts';

const opSets: readonly Record<Op, string>[] = [
  {
    set: 'set',
    add: 'add',
    sub: 'sub',
    read: 'read',
    write: 'write',
    jump: 'jump',
    zero: 'jzero',
    call: 'call',
    back: 'back',
    push: 'push',
    pop: 'pop',
  },
  {
    set: 'put',
    add: 'plus',
    sub: 'minus',
    read: 'in',
    write: 'out',
    jump: 'goto',
    zero: 'ifzero',
    call: 'do',
    back: 'ret',
    push: 'save',
    pop: 'load',
  },
  {
    set: 'mov',
    add: 'inc',
    sub: 'dec',
    read: 'get',
    write: 'say',
    jump: 'jmp',
    zero: 'jz',
    call: 'sub',
    back: 'end',
    push: 'psh',
    pop: 'pul',
  },
];

export const tinyMachine = defineProblem<Rule>({
  id: 'tiny-machine',
  tags: ['interpreters', 'state', 'edge-cases'],
  draw: (random) => ({
    name: random.pick(['run machine', 'execute program', 'run lines', 'simulate']),
    most: random.int(150, 400),
    ops: random.pick(opSets),
  }),
  name: ({ name }) => name,
  parameters: () => 'program, inputs',
  brief: ({ most, ops }, { list, none, text }) =>
    [
      `\`program\` is a ${list} of lines (each a ${text}) for a small machine, \`inputs\` a ${list} of whole numbers. The machine has the registers a, b, c and d, which start at 0, a stack of numbers and a stack of places to return to. A line is an instruction with single spaces between its parts, or a label: a name with a colon behind it, such as \`again:\`, which marks the place of the next instruction and does nothing. Below, R is a register, V a register or a whole number (perhaps with a minus sign), L a label without its colon; every label that is used exists.`,
      [
        `- \`${ops.set} R V\`: R becomes V. \`${ops.add} R V\`: V is added to R. \`${ops.sub} R V\`: V is taken from R.`,
        `- \`${ops.read} R\`: R becomes the next of the inputs; where there is none left, the machine stops.`,
        `- \`${ops.write} V\`: V is the next output.`,
        `- \`${ops.jump} L\`: goes on at L. \`${ops.zero} V L\`: goes on at L if V is 0.`,
        `- \`${ops.call} L\`: goes on at L and remembers the place behind this line. \`${ops.back}\`: goes on at the place that was remembered last and not yet used; where there is none, the machine stops.`,
        `- \`${ops.push} V\`: puts V on the stack. \`${ops.pop} R\`: takes the number that was put there last into R.`,
      ].join('\n'),
      `The machine also stops behind the last line. Return the ${list} of outputs when it has stopped. Return ${none} instead where it takes a number from an empty stack, and where it has carried out ${most} instructions and would carry out one more. Labels are no instructions.`,
    ].join('\n\n'),
  solve,
  check,
  tests: (random, { most, ops }) => {
    const n = () => random.int(2, 30);
    const sumTo = (): Plain[] => [
      ['again:', `${ops.zero} a end`, `${ops.add} b a`, `${ops.sub} a 1`, `${ops.jump} again`, 'end:', `${ops.write} b`],
      [],
    ];
    const counted = (start: number): Plain[] => [[`${ops.set} a ${start}`, ...(sumTo()[0] as string[])], []];
    const echo = (inputs: number[]): Plain[] => [
      ['next:', `${ops.read} c`, `${ops.add} d c`, `${ops.write} d`, `${ops.jump} next`],
      inputs,
    ];
    const straight = (): Plain[] => [
      [
        `${ops.set} a ${n()}`,
        `${ops.set} b -${n()}`,
        `${ops.add} a b`,
        `${ops.sub} b a`,
        `${ops.write} a`,
        `${ops.write} b`,
        `${ops.write} ${n()}`,
      ],
      [],
    ];
    const nested = (): Plain[] => [
      [
        `${ops.call} outer`,
        `${ops.write} ${n()}`,
        `${ops.back}`,
        'outer:',
        `${ops.write} ${n()}`,
        `${ops.call} inner`,
        `${ops.write} ${n()}`,
        `${ops.back}`,
        'inner:',
        `${ops.write} ${n()}`,
        `${ops.back}`,
      ],
      [],
    ];
    const reversed = (): Plain[] => {
      const values = [n(), n(), n()];
      return [[...values.map((value) => `${ops.push} ${value}`), ...values.flatMap(() => [`${ops.pop} a`, `${ops.write} a`])], []];
    };
    const empty = (): Plain[] => [[`${ops.write} ${n()}`, `${ops.push} 1`, `${ops.pop} a`, `${ops.pop} b`, `${ops.write} a`], []];
    // `filler` instructions that do nothing much, and one that writes.
    const long = (count: number): Plain[] => [
      ['start:', ...Array.from({ length: count - 1 }, () => `${ops.add} a 1`), 'last:', `${ops.write} a`, 'end:'],
      [],
    ];
    return [
      { name: 'straight lines', calls: [straight(), straight()] },
      { name: 'loops', calls: [counted(random.int(5, 20)), counted(random.int(3, 9))] },
      { name: 'inputs', calls: [echo([n(), n(), -n()]), echo([n(), 0, n(), n()]), echo([])] },
      { name: 'calls within calls', calls: [nested(), nested()] },
      { name: 'the stack of numbers', calls: [reversed(), reversed()] },
      { name: 'an empty stack', calls: [empty(), reversed()] },
      { name: 'just as many instructions as allowed', calls: [long(most), long(most - 1)] },
      {
        name: 'too many instructions',
        calls: [long(most + 1), [['on:', `${ops.write} 1`, `${ops.jump} on`], []], long(random.int(5, 20))],
      },
      {
        name: 'numbers to look at',
        calls: [
          [[`${ops.zero} 0 end`, `${ops.write} 1`, 'end:', `${ops.write} ${n()}`], []],
          [[`${ops.zero} ${n()} end`, `${ops.write} ${n()}`, 'end:'], []],
        ],
      },
      {
        name: 'no lines',
        calls: [
          [[], [n()]],
          [[`${ops.write} ${n()}`, `${ops.back}`, `${ops.write} 1`], []],
        ],
      },
    ];
  },
  programs: (rule, entry) => ({ python: python(rule, entry), typescript: typescript(rule, entry) }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
