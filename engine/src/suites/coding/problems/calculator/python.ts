import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ division, power }: Rule, entry: string): Programs => ({
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
});
