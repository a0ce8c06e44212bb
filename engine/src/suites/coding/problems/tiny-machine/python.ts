import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ most, ops }: Rule, entry: string): Programs => ({
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
});
