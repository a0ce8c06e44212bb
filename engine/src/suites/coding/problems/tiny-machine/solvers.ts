import type { Plain } from '../../literal.ts';

export type Op = 'set' | 'add' | 'sub' | 'read' | 'write' | 'jump' | 'zero' | 'call' | 'back' | 'push' | 'pop';
export type Rule = { name: string; most: number; ops: Record<Op, string> };

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

export const solve = ({ most, ops }: Rule, args: Plain[]): Plain => {
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
export const check = ({ most, ops }: Rule, args: Plain[]): Plain => {
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
