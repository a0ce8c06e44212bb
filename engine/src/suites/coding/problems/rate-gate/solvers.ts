import type { Plain } from '../../literal.ts';

export type Rule = { name: string; includes: boolean };
export type Step = [method: string, who: string, time: number];

const isOld = (rule: Rule, now: number, time: number, span: number): boolean => (rule.includes ? now - time > span : now - time >= span);

export const solve = (rule: Rule, args: Plain[]): Plain => {
  const [[limit, span], steps] = args as unknown as [[number, number], Step[]];
  const times = new Map<string, number[]>();
  return steps.map(([method, who, now]) => {
    const recent = (times.get(who) ?? []).filter((time) => !isOld(rule, now, time, span));
    if (method === 'left') return limit - recent.length;
    if (recent.length >= limit) return false;
    times.set(who, [...recent, now]);
    return true;
  });
};

/** Looks through all steps that were let in before. */
export const check = (rule: Rule, args: Plain[]): Plain => {
  const [[limit, span], steps] = args as unknown as [[number, number], Step[]];
  const results: (boolean | number)[] = [];
  for (const [index, [method, who, now]] of steps.entries()) {
    const used = steps
      .slice(0, index)
      .filter(([, other, time], place) => results[place] === true && other === who && !isOld(rule, now, time, span)).length;
    results.push(method === 'left' ? limit - used : used < limit);
  }
  return results;
};
