import type { Difficulty } from '@benchloop/spec';
import type { Random } from '../../../kit/random.ts';
import { integerAnswer } from '../answers.ts';
import { drawUntil } from '../draw-until.ts';
import { definePuzzle } from '../puzzle.ts';

type Operator = '+' | '−' | '×' | '÷';
type Expression = bigint | { operator: Operator; left: Expression; right: Expression };

const rank: Record<Operator, number> = { '+': 1, '−': 1, '×': 2, '÷': 2 };

const apply = (operator: Operator, a: bigint, b: bigint): bigint =>
  operator === '+' ? a + b : operator === '−' ? a - b : operator === '×' ? a * b : a / b;

const valueOf = (expression: Expression): bigint =>
  typeof expression === 'bigint' ? expression : apply(expression.operator, valueOf(expression.left), valueOf(expression.right));

const node = (left: Expression, operator: Operator, right: Expression): Expression => ({ operator, left, right });

/** The expression as people write it, with brackets only where precedence needs them. */
const written = (expression: Expression): string => {
  if (typeof expression === 'bigint') return String(expression);
  const { operator, left, right } = expression;
  const inBrackets = (side: Expression, isRight: boolean) => {
    if (typeof side === 'bigint') return false;
    return rank[side.operator] < rank[operator] || (isRight && rank[side.operator] === rank[operator] && operator !== '+');
  };
  const text = (side: Expression, isRight: boolean) => (inBrackets(side, isRight) ? `(${written(side)})` : written(side));
  return `${text(left, false)} ${operator} ${text(right, true)}`;
};

const tokensOf = (text: string): string[] => text.match(/\d+|[+−×÷()]/g) ?? [];

/** Reads the written text with two stacks, as a calculator does. `precedence` false = strictly left to right. */
const calculate = (text: string, precedence = true): bigint => {
  const values: bigint[] = [];
  const operators: string[] = [];
  const reduce = () => {
    const [right = 0n, left = 0n] = [values.pop(), values.pop()];
    values.push(apply(operators.pop() as Operator, left, right));
  };
  const rankOf = (token: string) => (token === '(' ? 0 : precedence ? rank[token as Operator] : 1);
  for (const token of tokensOf(text)) {
    if (/\d/.test(token)) values.push(BigInt(token));
    else if (token === '(') operators.push(token);
    else if (token === ')') {
      while (operators.at(-1) !== '(') reduce();
      operators.pop();
    } else {
      while (operators.length > 0 && rankOf(operators.at(-1) ?? '(') >= rankOf(token)) reduce();
      operators.push(token);
    }
  }
  while (operators.length > 0) reduce();
  return values[0] ?? 0n;
};

const shapes: Record<Difficulty, (number: (min: number, max: number) => bigint) => Expression> = {
  easy: (n) => node(node(n(21, 98), '+', node(n(3, 9), '×', n(11, 29))), '−', n(5, 19)),
  medium: (n) => {
    const [divisor, quotient] = [n(6, 18), n(12, 60)];
    return node(node(node(n(101, 399), '−', n(11, 99)), '×', n(12, 48)), '+', node(divisor * quotient, '÷', divisor));
  },
  hard: (n) => {
    const [divisor, quotient] = [n(13, 47), n(102, 399)];
    const inner = node(node(n(1001, 9999), '+', node(n(23, 98), '×', n(31, 97))), '−', node(divisor * quotient, '÷', divisor));
    return node(node(inner, '×', n(113, 497)), '−', node(n(1001, 4999), '×', n(12, 96)));
  },
  extreme: (n) =>
    node(
      node(n(1_000_003, 9_999_999), '×', n(100_003, 999_999)),
      '−',
      node(node(n(10_007, 99_999), '+', n(1003, 9999)), '×', node(n(20_011, 99_999), '−', n(1003, 9999))),
    ),
};

const draw = (random: Random, level: Difficulty): Expression =>
  drawUntil(
    () => shapes[level]((min, max) => BigInt(random.int(min, max))),
    (expression) => valueOf(expression) > 110n,
  );

export const arithmetic = definePuzzle<Expression>({
  id: 'arithmetic',
  levels: ['easy', 'medium', 'hard', 'extreme'],
  draw,
  solve: (expression) => String(valueOf(expression)),
  check: (expression) => String(calculate(written(expression))),
  present: (expression, [key = '']) => ({
    question: `Work out the value of this expression, with the usual order of operations:\n\n${written(expression)}`,
    answer: integerAnswer(key),
    tags: ['arithmetic', 'order-of-operations'],
    nearMisses: [
      { name: 'worked strictly from left to right', text: String(calculate(written(expression), false)) },
      { name: 'a carry of ten lost', text: String(BigInt(key) - 10n) },
      { name: 'a carry of a hundred too many', text: String(BigInt(key) + 100n) },
    ],
  }),
});
