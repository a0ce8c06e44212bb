import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in TypeScript, and faults of the first one. */
export const typescript = ({ most, ops }: Rule, entry: string): Programs => ({
  right: [
    `type Instruction = { op: string; rest: string[] };

function ${entry}(program: string[], inputs: number[]): number[] | null {
  const labels: Record<string, number> = {};
  const code: Instruction[] = [];
  for (const line of program) {
    if (line.endsWith(':')) {
      labels[line.slice(0, -1)] = code.length;
    } else {
      const [op, ...rest] = line.split(' ');
      code.push({ op, rest });
    }
  }
  const registers: Record<string, number> = { a: 0, b: 0, c: 0, d: 0 };
  const outputs: number[] = [];
  const stack: number[] = [];
  const returns: number[] = [];
  const value = (text: string): number => (text in registers ? registers[text] : Number(text));
  let used = 0;
  let at = 0;
  let steps = 0;
  while (at < code.length) {
    if (steps === ${most}) return null;
    steps += 1;
    const { op, rest } = code[at];
    at += 1;
    switch (op) {
      case '${ops.set}':
        registers[rest[0]] = value(rest[1]);
        break;
      case '${ops.add}':
        registers[rest[0]] += value(rest[1]);
        break;
      case '${ops.sub}':
        registers[rest[0]] -= value(rest[1]);
        break;
      case '${ops.read}':
        if (used === inputs.length) return outputs;
        registers[rest[0]] = inputs[used++];
        break;
      case '${ops.write}':
        outputs.push(value(rest[0]));
        break;
      case '${ops.jump}':
        at = labels[rest[0]];
        break;
      case '${ops.zero}':
        if (value(rest[0]) === 0) at = labels[rest[1]];
        break;
      case '${ops.call}':
        returns.push(at);
        at = labels[rest[0]];
        break;
      case '${ops.back}':
        if (returns.length === 0) return outputs;
        at = returns.pop()!;
        break;
      case '${ops.push}':
        stack.push(value(rest[0]));
        break;
      case '${ops.pop}':
        if (stack.length === 0) return null;
        registers[rest[0]] = stack.pop()!;
        break;
    }
  }
  return outputs;
}`,
    `enum Ending { Running, Stopped, Fault }

interface State {
  at: number;
  ending: Ending;
  registers: Map<string, number>;
  inputs: number[];
  outputs: number[];
  numbers: number[];
  places: number[];
}

type Action = (state: State, first: string, second: string) => void;

const get = (state: State, text: string): number => state.registers.get(text) ?? parseInt(text, 10);

const actionsFor = (find: (label: string) => number): Record<string, Action> => ({
  ${ops.set}: (s, r, v) => void s.registers.set(r, get(s, v)),
  ${ops.add}: (s, r, v) => void s.registers.set(r, get(s, r) + get(s, v)),
  ${ops.sub}: (s, r, v) => void s.registers.set(r, get(s, r) - get(s, v)),
  ${ops.read}: (s, r) => {
    if (s.inputs.length === 0) s.ending = Ending.Stopped;
    else s.registers.set(r, s.inputs.shift() as number);
  },
  ${ops.write}: (s, v) => void s.outputs.push(get(s, v)),
  ${ops.jump}: (s, label) => void (s.at = find(label)),
  ${ops.zero}: (s, v, label) => void (s.at = get(s, v) === 0 ? find(label) : s.at),
  ${ops.call}: (s, label) => {
    s.places.push(s.at);
    s.at = find(label);
  },
  ${ops.back}: (s) => {
    if (s.places.length === 0) s.ending = Ending.Stopped;
    else s.at = s.places.pop() as number;
  },
  ${ops.push}: (s, v) => void s.numbers.push(get(s, v)),
  ${ops.pop}: (s, r) => {
    if (s.numbers.length === 0) s.ending = Ending.Fault;
    else s.registers.set(r, s.numbers.pop() as number);
  },
});

export function ${entry}(program: readonly string[], inputs: readonly number[]): number[] | null {
  const actions = actionsFor((label) => program.indexOf(label + ':'));
  const state: State = {
    at: 0,
    ending: Ending.Running,
    registers: new Map([['a', 0], ['b', 0], ['c', 0], ['d', 0]]),
    inputs: [...inputs],
    outputs: [],
    numbers: [],
    places: [],
  };
  let left = ${most};
  while (state.at < program.length && state.ending === Ending.Running) {
    const line = program[state.at++];
    if (line.endsWith(':')) continue;
    if (left-- === 0) return null;
    const [op, first, second] = line.split(' ');
    actions[op](state, first, second);
  }
  return state.ending === Ending.Fault ? null : state.outputs;
}`,
  ],
  faults: [
    {
      name: 'one instruction too many is allowed',
      edits: [[`steps === ${most}`, `steps === ${most + 1}`]],
      fails: ['too many instructions'],
    },
    { name: 'an empty stack gives undefined', edits: [['if (stack.length === 0) return null;', '']], fails: ['an empty stack'] },
    { name: 'the first place is returned to', edits: [['at = returns.pop()!', 'at = returns[0]']], fails: ['calls within calls'] },
    {
      name: 'a value of zero is read as missing',
      edits: [['registers[rest[0]] = inputs[used++];', 'registers[rest[0]] = inputs[used++] || registers[rest[0]];']],
      fails: ['inputs'],
    },
    {
      name: 'a return without a call is a fault',
      edits: [['if (returns.length === 0) return outputs;', 'if (returns.length === 0) return null;']],
      fails: ['calls within calls', 'no lines'],
    },
  ],
});
