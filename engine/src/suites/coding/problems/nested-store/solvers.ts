import type { Plain } from '../../literal.ts';

export type Rule = { name: string; commits: 'all' | 'one' };
export type Step = [method: string, ...rest: (string | number)[]];

/** Keeps a whole copy for each open transaction. */
export const solve = ({ commits }: Rule, args: Plain[]): Plain => {
  let layers: Map<string, number>[] = [new Map()];
  return (args[1] as unknown as Step[]).map(([method, key, value]) => {
    const top = layers.at(-1) as Map<string, number>;
    const name = String(key);
    const before = top.get(name) ?? null;
    if (method === 'get') return before;
    if (method === 'count') return [...top.values()].filter((one) => one === key).length;
    if (method === 'set') top.set(name, Number(value));
    if (method === 'set') return before;
    if (method === 'delete') return top.delete(name);
    if (method === 'begin') return layers.push(new Map(top)) - 1;
    if (layers.length === 1) return false;
    if (method === 'rollback') layers.pop();
    else layers = commits === 'all' ? [top] : [...layers.slice(0, -2), top];
    return true;
  });
};

/** Keeps a log of what undoes each change. */
export const check = ({ commits }: Rule, args: Plain[]): Plain => {
  const now: Record<string, number | undefined> = {};
  const undo: [string, number | undefined][] = [];
  let marks: number[] = [];
  const put = (key: string, value: number | undefined): void => {
    undo.push([key, now[key]]);
    now[key] = value;
  };
  const results: Plain[] = [];
  for (const [method, key, value] of args[1] as unknown as Step[]) {
    const name = String(key);
    const before = now[name];
    const open = marks.length > 0;
    if (method === 'get' || method === 'set') results.push(before ?? null);
    if (method === 'set') put(name, Number(value));
    if (method === 'count') results.push(Object.values(now).reduce((sum: number, one) => sum + Number(one === key), 0));
    if (method === 'delete') results.push(before !== undefined);
    if (method === 'delete' && before !== undefined) put(name, undefined);
    if (method === 'begin') results.push(marks.push(undo.length));
    if (method === 'commit' || method === 'rollback') results.push(open);
    if (method === 'commit') marks = commits === 'all' ? [] : marks.slice(0, -1);
    if (method === 'rollback' && open)
      for (const mark = marks.pop() ?? 0; undo.length > mark;) {
        const [changed, old] = undo.pop() as [string, number | undefined];
        now[changed] = old;
      }
  }
  return results;
};
