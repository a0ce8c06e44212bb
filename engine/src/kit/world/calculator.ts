import { WorldError } from './world.ts';
import { toolOf, type PlainTool } from './plain-world.ts';

/** Longest expression, characters; deepest brackets. They bound the time of a call. */
export const expressionMax = 400;
export const depthMax = 20;
/** Beyond this size a result is refused: floating point would no longer hold whole numbers. */
export const valueMax = 1e15;

type Reader = { text: string; at: number; depth: number };

const peek = (reader: Reader): string => reader.text[reader.at] ?? '';

const bounded = (value: number): number => {
  if (!Number.isFinite(value)) throw new WorldError('division by zero');
  if (Math.abs(value) > valueMax) throw new WorldError(`a value is larger than ${valueMax}`);
  return value;
};

const primary = (reader: Reader): number => {
  if (peek(reader) === '-') {
    reader.at += 1;
    reader.depth += 1;
    if (reader.depth > depthMax) throw new WorldError(`more than ${depthMax} brackets or signs inside of each other`);
    const value = -primary(reader);
    reader.depth -= 1;
    return value;
  }
  if (peek(reader) === '(') {
    reader.at += 1;
    reader.depth += 1;
    if (reader.depth > depthMax) throw new WorldError(`more than ${depthMax} brackets or signs inside of each other`);
    const value = sum(reader);
    if (peek(reader) !== ')') throw new WorldError('a closing bracket is missing');
    reader.at += 1;
    reader.depth -= 1;
    return value;
  }
  const number = /^\d+(?:\.\d+)?/.exec(reader.text.slice(reader.at))?.[0];
  if (number === undefined)
    throw new WorldError(`a number is missing at "${reader.text.slice(reader.at, reader.at + 10)}"; only + - * / and brackets are known`);
  reader.at += number.length;
  return bounded(Number(number));
};

const product = (reader: Reader): number => {
  let value = primary(reader);
  while (peek(reader) === '*' || peek(reader) === '/') {
    const sign = peek(reader);
    reader.at += 1;
    const next = primary(reader);
    value = bounded(sign === '*' ? value * next : value / next);
  }
  return value;
};

function sum(reader: Reader): number {
  let value = product(reader);
  while (peek(reader) === '+' || peek(reader) === '-') {
    const sign = peek(reader);
    reader.at += 1;
    const next = product(reader);
    value = bounded(sign === '+' ? value + next : value - next);
  }
  return value;
}

/** Value of an expression of numbers, + - * / and brackets, rounded to 12 significant digits. Throws `WorldError` for anything else. */
export const calculate = (expression: string): number => {
  if (expression.length > expressionMax) throw new WorldError(`an expression has at most ${expressionMax} characters`);
  const reader: Reader = { text: expression.replace(/\s+/g, ''), at: 0, depth: 0 };
  const value = sum(reader);
  if (reader.at < reader.text.length)
    throw new WorldError(`"${reader.text.slice(reader.at, reader.at + 10)}" is not understood; only + - * / and brackets are known`);
  return Number(value.toPrecision(12));
};

/** A calculator for any world of plain data. */
export const calculatorTool: PlainTool<unknown> = {
  definition: toolOf('calculate', 'Works out an expression of numbers with + - * / and brackets.', {
    expression: { type: 'string', description: 'such as (12.5 + 3) * 2' },
  }),
  changes: false,
  run: (_state, { expression }) => String(calculate(String(expression))),
};
