import type { Plain } from '../../literal.ts';

export type Rule = { name: string; total: string; largest: string; loop: string; bad: string };
type Cells = Record<string, number | string>;

const corners = (range: string): string[] => {
  const [from = '', to = ''] = range.split(':');
  const names: string[] = [];
  for (let column = from.charCodeAt(0); column <= to.charCodeAt(0); column += 1)
    for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row += 1) names.push(String.fromCharCode(column) + row);
  return names;
};

type Term = { sign: 1 | -1; text: string };

const termsOf = (formula: string): Term[] =>
  [...formula.slice(1).matchAll(/([+-]?)([A-Z]+\([^)]*\)|[A-Z]\d+|\d+)/g)].map(([, sign, text = '']) => ({
    sign: sign === '-' ? -1 : 1,
    text,
  }));

const functionOf = (text: string): [string, string[]] | null => {
  const found = /^([A-Z]+)\((.*)\)$/.exec(text);
  return found === null ? null : [found[1] ?? '', corners(found[2] ?? '')];
};

/** Follows the references, and remembers which cells it is in. */
export const solve = (rule: Rule, args: Plain[]): Plain => {
  const cells = args[0] as Cells;
  const valueOf = (name: string, open: readonly string[]): number | string => {
    if (open.includes(name)) return rule.loop;
    const content = cells[name] ?? 0;
    if (typeof content === 'number') return content;
    if (!content.startsWith('=')) return rule.bad;
    const parts = termsOf(content).map(({ sign, text }): number | string => {
      if (/^\d+$/.test(text)) return sign * Number(text);
      const call = functionOf(text);
      const values = (call?.[1] ?? [text]).map((other) => valueOf(other, [...open, name]));
      const fault = [rule.loop, rule.bad].find((one) => values.includes(one));
      if (fault !== undefined) return fault;
      const numbers = values as number[];
      return sign * (call?.[0] === rule.largest ? Math.max(...numbers) : numbers.reduce((sum, value) => sum + value, 0));
    });
    const fault = [rule.loop, rule.bad].find((one) => parts.includes(one));
    return fault ?? (parts as number[]).reduce((sum, value) => sum + value, 0);
  };
  return Object.fromEntries(Object.keys(cells).map((name) => [name, valueOf(name, [])]));
};

/** Fills in what is known until nothing changes; what is left depends on itself. */
export const check = (rule: Rule, args: Plain[]): Plain => {
  const cells = args[0] as Cells;
  const known = new Map<string, number | string>();
  const namesIn = (text: string): string[] => functionOf(text)?.[1] ?? (/^\d/.test(text) ? [] : [text]);
  const lookUp = (name: string): number | string | undefined => (name in cells ? known.get(name) : 0);
  for (const [name, content] of Object.entries(cells)) {
    if (typeof content === 'number') known.set(name, content);
    else if (!content.startsWith('=')) known.set(name, rule.bad);
  }
  for (let again = true; again;) {
    again = false;
    for (const [name, content] of Object.entries(cells)) {
      if (known.has(name)) continue;
      const terms = termsOf(content as string);
      const needed = terms.flatMap(({ text }) => namesIn(text));
      if (needed.some((other) => lookUp(other) === undefined)) continue;
      let sum = 0;
      for (const { sign, text } of terms) {
        const values = namesIn(text).map((other) => Number(lookUp(other)));
        if (/^\d/.test(text)) sum += sign * Number(text);
        else if (text.startsWith(`${rule.largest}(`)) sum += sign * values.reduce((a, b) => (a > b ? a : b));
        else for (const value of values) sum += sign * value;
      }
      known.set(name, needed.some((other) => lookUp(other) === rule.bad) ? rule.bad : sum);
      again = true;
    }
  }
  return Object.fromEntries(Object.keys(cells).map((name) => [name, known.get(name) ?? rule.loop]));
};
