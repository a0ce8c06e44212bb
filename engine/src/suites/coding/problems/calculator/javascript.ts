import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in JavaScript, and faults of the first one. */
export const javascript = ({ division, power }: Rule, entry: string): Programs => ({
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
});
