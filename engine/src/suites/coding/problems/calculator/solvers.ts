import type { Plain } from '../../literal.ts';

export type Rule = { name: string; division: 'floor' | 'zero'; power: string };

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

export const solve = (rule: Rule, args: Plain[]): Plain => {
  try {
    return parsed(args[0] as string, rule);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
};

/** With two stacks: `~` is the sign of a number. */
export const check = (rule: Rule, args: Plain[]): Plain => {
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
