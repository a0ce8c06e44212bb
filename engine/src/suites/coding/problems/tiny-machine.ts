import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Op = 'set' | 'add' | 'sub' | 'read' | 'write' | 'jump' | 'zero' | 'call' | 'back' | 'push' | 'pop';
type Rule = { name: string; most: number; ops: Record<Op, string> };

type Line = { op: string; rest: string[] };

const linesOf = (program: string[]): { lines: Line[]; labels: Map<string, number> } => {
  const lines: Line[] = [];
  const labels = new Map<string, number>();
  for (const text of program) {
    if (text.endsWith(':')) labels.set(text.slice(0, -1), lines.length);
    else {
      const [op = '', ...rest] = text.split(' ');
      lines.push({ op, rest });
    }
  }
  return { lines, labels };
};

const solve = ({ most, ops }: Rule, args: Plain[]): Plain => {
  const { lines, labels } = linesOf(args[0] as string[]);
  const inputs = [...(args[1] as number[])];
  const registers: Record<string, number> = { a: 0, b: 0, c: 0, d: 0 };
  const [outputs, stack, returns]: [number[], number[], number[]] = [[], [], []];
  let at = 0;
  for (let steps = 0; at < lines.length; steps += 1) {
    if (steps === most) return null;
    const {
      op,
      rest: [first = '', second = ''],
    } = lines[at] as Line;
    at += 1;
    const valueOf = (text: string): number => registers[text] ?? Number(text);
    const target = (label: string): number => labels.get(label) ?? 0;
    if (op === ops.set) registers[first] = valueOf(second);
    else if (op === ops.add) registers[first] = valueOf(first) + valueOf(second);
    else if (op === ops.sub) registers[first] = valueOf(first) - valueOf(second);
    else if (op === ops.write) outputs.push(valueOf(first));
    else if (op === ops.push) stack.push(valueOf(first));
    else if (op === ops.jump) at = target(first);
    else if (op === ops.zero) at = valueOf(first) === 0 ? target(second) : at;
    else if (op === ops.call) {
      returns.push(at);
      at = target(first);
    } else if (op === ops.read || op === ops.pop) {
      const value = op === ops.read ? inputs.shift() : stack.pop();
      if (value === undefined) return op === ops.read ? outputs : null;
      registers[first] = value;
    } else {
      const back = returns.pop();
      if (back === undefined) return outputs;
      at = back;
    }
  }
  return outputs;
};

/** Each instruction is made into a function first; the state is one record that is handed on. */
const check = ({ most, ops }: Rule, args: Plain[]): Plain => {
  type State = {
    at: number;
    registers: Map<string, number>;
    inputs: number[];
    outputs: number[];
    stack: number[];
    returns: number[];
    end: 'no' | 'yes' | 'fault';
  };
  const program = args[0] as string[];
  const value = (state: State, text: string): number => (/^[a-d]$/.test(text) ? (state.registers.get(text) ?? 0) : Number(text));
  const put = (state: State, register: string, number: number): State => ({
    ...state,
    registers: new Map(state.registers).set(register, number),
  });
  const place = (label: string): number => program.indexOf(`${label}:`);
  const acts: Record<string, (state: State, x: string, y: string) => State> = {
    [ops.set]: (state, x, y) => put(state, x, value(state, y)),
    [ops.add]: (state, x, y) => put(state, x, value(state, x) + value(state, y)),
    [ops.sub]: (state, x, y) => put(state, x, value(state, x) - value(state, y)),
    [ops.write]: (state, x) => ({ ...state, outputs: [...state.outputs, value(state, x)] }),
    [ops.push]: (state, x) => ({ ...state, stack: [value(state, x), ...state.stack] }),
    [ops.pop]: (state, x) =>
      state.stack.length === 0 ? { ...state, end: 'fault' } : { ...put(state, x, state.stack[0] ?? 0), stack: state.stack.slice(1) },
    [ops.read]: (state, x) =>
      state.inputs.length === 0 ? { ...state, end: 'yes' } : { ...put(state, x, state.inputs[0] ?? 0), inputs: state.inputs.slice(1) },
    [ops.jump]: (state, x) => ({ ...state, at: place(x) }),
    [ops.zero]: (state, x, y) => (value(state, x) === 0 ? { ...state, at: place(y) } : state),
    [ops.call]: (state, x) => ({ ...state, returns: [state.at, ...state.returns], at: place(x) }),
    [ops.back]: (state) =>
      state.returns.length === 0 ? { ...state, end: 'yes' } : { ...state, at: state.returns[0] ?? 0, returns: state.returns.slice(1) },
  };
  let state: State = { at: 0, registers: new Map(), inputs: args[1] as number[], outputs: [], stack: [], returns: [], end: 'no' };
  for (let steps = 0; state.end === 'no' && state.at < program.length;) {
    const text = program[state.at] ?? '';
    state = { ...state, at: state.at + 1 };
    if (text.endsWith(':')) continue;
    if (steps === most) return null;
    steps += 1;
    const [op = '', x = '', y = ''] = text.split(' ');
    state = acts[op]?.(state, x, y) ?? state;
  }
  return state.end === 'fault' ? null : state.outputs;
};

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
  programs: ({ most, ops }, entry) => ({
    python: {
      right: [
        `def ${entry}(program, inputs):
    labels = {}
    code = []
    for line in program:
        if line.endswith(":"):
            labels[line[:-1]] = len(code)
        else:
            code.append(line.split())
    registers = {"a": 0, "b": 0, "c": 0, "d": 0}
    outputs = []
    stack = []
    returns = []
    used = 0
    at = 0
    steps = 0

    def value(text):
        return registers[text] if text in registers else int(text)

    while at < len(code):
        if steps == ${most}:
            return None
        steps += 1
        op, *rest = code[at]
        at += 1
        if op == "${ops.set}":
            registers[rest[0]] = value(rest[1])
        elif op == "${ops.add}":
            registers[rest[0]] += value(rest[1])
        elif op == "${ops.sub}":
            registers[rest[0]] -= value(rest[1])
        elif op == "${ops.read}":
            if used == len(inputs):
                return outputs
            registers[rest[0]] = inputs[used]
            used += 1
        elif op == "${ops.write}":
            outputs.append(value(rest[0]))
        elif op == "${ops.jump}":
            at = labels[rest[0]]
        elif op == "${ops.zero}":
            if value(rest[0]) == 0:
                at = labels[rest[1]]
        elif op == "${ops.call}":
            returns.append(at)
            at = labels[rest[0]]
        elif op == "${ops.back}":
            if not returns:
                return outputs
            at = returns.pop()
        elif op == "${ops.push}":
            stack.append(value(rest[0]))
        elif op == "${ops.pop}":
            if not stack:
                return None
            registers[rest[0]] = stack.pop()
    return outputs`,
        `class Stop(Exception):
    pass

class Fault(Exception):
    pass

class Machine:
    def __init__(self, program, inputs):
        self.code = [line.split(" ") for line in program if ":" not in line]
        self.places = {}
        count = 0
        for line in program:
            if ":" in line:
                self.places[line.rstrip(":")] = count
            else:
                count += 1
        self.regs = dict.fromkeys("abcd", 0)
        self.inputs = iter(inputs)
        self.out, self.numbers, self.calls, self.at = [], [], [], 0

    def get(self, text):
        return self.regs.get(text) if text in self.regs else int(text)

    def step(self):
        name, *parts = self.code[self.at]
        self.at += 1
        getattr(self, "do_" + name)(*parts)

    def do_${ops.set}(self, r, v):
        self.regs[r] = self.get(v)

    def do_${ops.add}(self, r, v):
        self.regs[r] += self.get(v)

    def do_${ops.sub}(self, r, v):
        self.regs[r] -= self.get(v)

    def do_${ops.read}(self, r):
        try:
            self.regs[r] = next(self.inputs)
        except StopIteration:
            raise Stop

    def do_${ops.write}(self, v):
        self.out.append(self.get(v))

    def do_${ops.jump}(self, label):
        self.at = self.places[label]

    def do_${ops.zero}(self, v, label):
        if not self.get(v):
            self.at = self.places[label]

    def do_${ops.call}(self, label):
        self.calls.append(self.at)
        self.at = self.places[label]

    def do_${ops.back}(self):
        if not self.calls:
            raise Stop
        self.at = self.calls.pop()

    def do_${ops.push}(self, v):
        self.numbers.append(self.get(v))

    def do_${ops.pop}(self, r):
        if not self.numbers:
            raise Fault
        self.regs[r] = self.numbers.pop()

def ${entry}(program, inputs):
    machine = Machine(program, inputs)
    try:
        for _ in range(${most}):
            if machine.at >= len(machine.code):
                return machine.out
            machine.step()
    except Stop:
        return machine.out
    except Fault:
        return None
    return machine.out if machine.at >= len(machine.code) else None`,
      ],
      faults: [
        {
          name: 'one instruction too few is allowed',
          edits: [[`steps == ${most}`, `steps == ${most - 1}`]],
          fails: ['just as many instructions as allowed'],
        },
        {
          name: 'fails for an empty stack',
          edits: [['            if not stack:\n                return None\n', '']],
          fails: ['an empty stack'],
        },
        {
          name: 'numbers are no values to look at',
          edits: [['if value(rest[0]) == 0', 'if registers.get(rest[0], 1) == 0']],
          fails: ['numbers to look at'],
        },
        { name: 'the first place is returned to', edits: [['at = returns.pop()', 'at = returns[0]']], fails: ['calls within calls'] },
        {
          name: 'loses the outputs at the end of the inputs',
          edits: [
            [
              '            if used == len(inputs):\n                return outputs',
              '            if used == len(inputs):\n                return None',
            ],
          ],
          fails: ['inputs'],
        },
      ],
    },
    typescript: {
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
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
