import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; division: 'floor' | 'zero'; power: string };

const divide = (a: number, b: number, { division }: Rule): number => {
  if (b === 0) throw new RangeError('division by zero');
  return (division === 'floor' ? Math.floor(a / b) : Math.trunc(a / b)) + 0;
};

const applied = (operator: string, [a, b]: [number, number], rule: Rule): number => {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '/') return divide(a, b, rule);
  if (b < 0) throw new RangeError('negative exponent');
  return a ** b;
};

const tokensOf = (text: string, { power }: Rule): string[] => {
  const tokens = text.match(new RegExp(`\\d+|[-+*/()\\${power}]|\\S`, 'g')) ?? [];
  if (tokens.some((token) => !/^(?:\d+|[-+*/()])$/.test(token) && token !== power)) throw new SyntaxError('unknown sign');
  return tokens;
};

/** By recursive descent: sum, product, sign, power, atom. */
const parsed = (text: string, rule: Rule): number => {
  const tokens = tokensOf(text, rule);
  let at = 0;
  const take = (...wanted: string[]): string | null => (wanted.includes(tokens[at] ?? '') ? (tokens[at++] ?? null) : null);
  const chain = (operators: string[], next: () => number): number => {
    let value = next();
    for (let operator = take(...operators); operator !== null; operator = take(...operators))
      value = applied(operator, [value, next()], rule);
    return value;
  };
  const sum = (): number => chain(['+', '-'], product);
  const product = (): number => chain(['*', '/'], sign);
  const sign = (): number => (take('-') === null ? powered() : -sign());
  const powered = (): number => {
    const base = atom();
    return take(rule.power) === null ? base : applied(rule.power, [base, sign()], rule);
  };
  const atom = (): number => {
    if (take('(') !== null) {
      const value = sum();
      if (take(')') === null) throw new SyntaxError('a parenthesis is open');
      return value;
    }
    if (!/^\d/.test(tokens[at] ?? '')) throw new SyntaxError('a number is missing');
    return Number(tokens[at++]);
  };
  const value = sum();
  if (at < tokens.length) throw new SyntaxError('something is left over');
  return value + 0;
};

const solve = (rule: Rule, args: Plain[]): Plain => {
  try {
    return parsed(args[0] as string, rule);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
};

/** With two stacks: `~` is the sign of a number. */
const check = (rule: Rule, args: Plain[]): Plain => {
  const rank: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2, '~': 3, [rule.power]: 4 };
  const values: number[] = [];
  const operators: string[] = [];
  const reduce = (): void => {
    const operator = operators.pop() ?? '';
    const b = values.pop();
    if (b === undefined) throw new SyntaxError('a number is missing');
    if (operator === '~') return void values.push(-b);
    const a = values.pop();
    if (a === undefined || rank[operator] === undefined) throw new SyntaxError('a number is missing');
    values.push(applied(operator, [a, b], rule));
  };
  try {
    let expectsValue = true;
    for (const token of tokensOf(args[0] as string, rule)) {
      if (expectsValue) {
        if (/^\d/.test(token)) values.push(Number(token));
        else if (token === '-' || token === '(') operators.push(token === '-' ? '~' : '(');
        else throw new SyntaxError('a number is missing');
        expectsValue = !/^\d/.test(token);
      } else if (token === ')') {
        while (operators.length > 0 && operators.at(-1) !== '(') reduce();
        if (operators.pop() === undefined) throw new SyntaxError('no parenthesis is open');
      } else {
        const mine = rank[token];
        if (mine === undefined) throw new SyntaxError('an operator is missing');
        while (
          operators.length > 0 &&
          operators.at(-1) !== '(' &&
          ((rank[operators.at(-1) ?? ''] ?? 0) > mine || (rank[operators.at(-1) ?? ''] === mine && token !== rule.power))
        )
          reduce();
        operators.push(token);
        expectsValue = true;
      }
    }
    if (expectsValue) throw new SyntaxError('a number is missing');
    while (operators.length > 0) reduce();
    return values.length === 1 ? (values[0] ?? 0) + 0 : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
};

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
  programs: ({ division, power }, entry) => ({
    python: {
      right: [
        String.raw`import re

class Reader:
    def __init__(self, text):
        self.tokens = re.findall(r"\d+|\S", text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, signs):
        token = self.peek()
        if token and token in signs:
            self.at += 1
            return token
        return None

    def sum(self):
        value = self.product()
        while True:
            sign = self.take("+-")
            if not sign:
                return value
            other = self.product()
            value = value + other if sign == "+" else value - other

    def product(self):
        value = self.signed()
        while True:
            sign = self.take("*/")
            if not sign:
                return value
            other = self.signed()
            value = value * other if sign == "*" else divide(value, other)

    def signed(self):
        if self.take("-"):
            return -self.signed()
        return self.power()

    def power(self):
        base = self.atom()
        if self.take("${power}"):
            exponent = self.signed()
            if exponent < 0:
                raise ValueError("negative exponent")
            return base ** exponent
        return base

    def atom(self):
        if self.take("("):
            value = self.sum()
            if not self.take(")"):
                raise ValueError("open parenthesis")
            return value
        token = self.peek()
        if not token.isdigit():
            raise ValueError("number expected")
        self.at += 1
        return int(token)

def divide(a, b):
    ${division === 'floor' ? 'return a // b' : 'quotient = abs(a) // abs(b)\n    return quotient if (a < 0) == (b < 0) else -quotient'}

def ${entry}(text):
    try:
        reader = Reader(text)
        value = reader.sum()
        if reader.at < len(reader.tokens):
            return None
        return value
    except (ValueError, ZeroDivisionError):
        return None`,
        String.raw`import re
from fractions import Fraction
from math import ${division === 'floor' ? 'floor' : 'trunc'}

RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "${power}": 4}

def apply(operator, stack):
    b = stack.pop()
    if operator == "neg":
        stack.append(-b)
        return
    a = stack.pop()
    if operator == "+":
        stack.append(a + b)
    elif operator == "-":
        stack.append(a - b)
    elif operator == "*":
        stack.append(a * b)
    elif operator == "/":
        stack.append(${division === 'floor' ? 'floor' : 'trunc'}(Fraction(a, b)))
    elif b < 0:
        raise ValueError
    else:
        stack.append(a ** b)

def run(text):
    values, operators, wants_value = [], [], True
    for token in re.findall(r"[0-9]+|[^ ]", text):
        if wants_value:
            if token.isdigit():
                values.append(int(token))
                wants_value = False
            elif token in "-(":
                operators.append("neg" if token == "-" else "(")
            else:
                raise ValueError
        elif token == ")":
            while operators[-1] != "(":
                apply(operators.pop(), values)
            operators.pop()
        else:
            rank = RANK[token]
            while operators and operators[-1] != "(" and RANK[operators[-1]] >= rank + (token == "${power}"):
                apply(operators.pop(), values)
            operators.append(token)
            wants_value = True
    if wants_value or "(" in operators:
        raise ValueError
    while operators:
        apply(operators.pop(), values)
    return values.pop()

def ${entry}(text):
    try:
        return run(text)
    except Exception:
        return None`,
      ],
      faults: [
        {
          name: 'a minus sign binds before a power',
          edits: [
            [
              '            return -self.signed()\n        return self.power()',
              '            return -self.signed()\n        return self.power()',
            ],
            ['        base = self.atom()\n', '        base = -self.atom() if self.take("-") else self.atom()\n'],
            [
              'if self.take("-"):\n            return -self.signed()\n',
              'if self.tokens[self.at:self.at + 2] == ["-", "-"] and self.take("-"):\n            return -self.signed()\n',
            ],
          ],
          fails: ['minus sign before a power'],
        },
        {
          name: 'powers group from the left',
          edits: [
            ['        if self.take("' + power + '"):', '        while self.take("' + power + '"):'],
            ['exponent = self.signed()', 'exponent = -self.atom() if self.take("-") else self.atom()'],
            ['            return base ** exponent', '            base = base ** exponent'],
          ],
          fails: ['powers', 'minus sign before a power'],
        },
        {
          name: 'the other rounding',
          edits: [
            [
              division === 'floor' ? 'return a // b' : 'return quotient if (a < 0) == (b < 0) else -quotient',
              division === 'floor' ? 'return int(a / b)' : 'return a // b',
            ],
          ],
          fails: ['division of negative numbers'],
        },
        {
          name: 'what is left over is passed over',
          edits: [['if reader.at < len(reader.tokens)', 'if False']],
          fails: ['what is no expression'],
        },
        { name: 'fails for a division by zero', edits: [['(ValueError, ZeroDivisionError)', 'ValueError']], fails: ['division by zero'] },
      ],
    },
    javascript: {
      right: [
        String.raw`function tokenize(text) {
  return text.match(/\d+|\S/g) || [];
}

function ${entry}(text) {
  const tokens = tokenize(text);
  let at = 0;
  const fail = () => {
    throw new Error('no expression');
  };

  function sum() {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') {
      const sign = tokens[at++];
      const other = product();
      value = sign === '+' ? value + other : value - other;
    }
    return value;
  }

  function product() {
    let value = signed();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const sign = tokens[at++];
      const other = signed();
      if (sign === '/' && other === 0) fail();
      value = sign === '*' ? value * other : Math.${division === 'floor' ? 'floor' : 'trunc'}(value / other);
    }
    return value;
  }

  function signed() {
    if (tokens[at] === '-') {
      at++;
      return -signed();
    }
    return power();
  }

  function power() {
    const base = atom();
    if (tokens[at] !== '${power}') return base;
    at++;
    const exponent = signed();
    if (exponent < 0) fail();
    return base ** exponent;
  }

  function atom() {
    if (tokens[at] === '(') {
      at++;
      const value = sum();
      if (tokens[at++] !== ')') fail();
      return value;
    }
    if (!/^\d+$/.test(tokens[at] || '')) fail();
    return Number(tokens[at++]);
  }

  try {
    const value = sum();
    return at === tokens.length ? value : null;
  } catch (error) {
    return null;
  }
}`,
        String.raw`const RANK = { '+': 1, '-': 1, '*': 2, '/': 2, neg: 3, '${power}': 4 };
const ACTS = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? NaN : Math.${division === 'floor' ? 'floor' : 'trunc'}(a / b)),
  '${power}': (a, b) => (b < 0 ? NaN : Math.pow(a, b)),
};

const toPostfix = (tokens) => {
  const out = [];
  const stack = [];
  let wantsValue = true;
  for (const token of tokens) {
    if (wantsValue) {
      if (/^\d/.test(token)) {
        out.push(Number(token));
        wantsValue = false;
      } else if (token === '-') {
        stack.push('neg');
      } else if (token === '(') {
        stack.push('(');
      } else {
        return null;
      }
    } else if (token === ')') {
      while (stack.length && stack.at(-1) !== '(') out.push(stack.pop());
      if (stack.pop() === undefined) return null;
    } else {
      if (!Object.hasOwn(RANK, token)) return null;
      const least = RANK[token] + (token === '${power}' ? 1 : 0);
      while (stack.length && RANK[stack.at(-1)] >= least) out.push(stack.pop());
      stack.push(token);
      wantsValue = true;
    }
  }
  return wantsValue || stack.includes('(') ? null : out.concat(stack.reverse());
};

const ${entry} = (text) => {
  const postfix = toPostfix(text.match(/\d+|[^ ]/g) ?? []);
  if (postfix === null) return null;
  const values = [];
  for (const item of postfix) {
    if (typeof item === 'number') values.push(item);
    else if (item === 'neg') values.push(-values.pop());
    else values.push(ACTS[item](...values.splice(-2)));
  }
  return Number.isNaN(values[0]) ? null : values[0];
};`,
      ],
      faults: [
        {
          name: 'powers group from the left',
          edits: [
            [
              `    const base = atom();
    if (tokens[at] !== '${power}') return base;
    at++;
    const exponent = signed();
    if (exponent < 0) fail();
    return base ** exponent;`,
              `    let base = atom();
    while (tokens[at] === '${power}') {
      at++;
      let minus = 1;
      while (tokens[at] === '-') {
        minus = -minus;
        at++;
      }
      const exponent = minus * atom();
      if (exponent < 0) fail();
      base = base ** exponent;
    }
    return base;`,
            ],
          ],
          fails: ['powers'],
        },
        {
          name: 'the other rounding',
          edits: [[`Math.${division === 'floor' ? 'floor' : 'trunc'}`, `Math.${division === 'floor' ? 'trunc' : 'floor'}`]],
          fails: ['division of negative numbers'],
        },
        { name: 'dividing by zero gives infinity', edits: [["if (sign === '/' && other === 0) fail();", '']], fails: ['division by zero'] },
        {
          name: 'what is left over is passed over',
          edits: [['at === tokens.length ? value : null', 'value']],
          fails: ['what is no expression'],
        },
        {
          name: 'knows no minus sign',
          edits: [["tokens[at] === '-') {\n      at++;\n      return -signed();", 'false) {\n      return 0;']],
          fails: ['minus signs', 'minus sign before a power', 'division of negative numbers'],
        },
      ],
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'hard' },
    { language: 'javascript', kind: 'write', level: 'hard' },
  ],
});
