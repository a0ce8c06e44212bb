import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in TypeScript, and faults of the first one. */
export const typescript = ({ start, goal, wall, most }: Rule, entry: string): Programs => ({
  right: [
    `type State = { y: number; x: number; keys: string; steps: number };

function ${entry}(rows: string[]): number | null {
  const height: number = rows.length;
  const width: number = rows[0].length;
  const y0 = rows.findIndex((row: string) => row.includes('${start}'));
  const queue: State[] = [{ y: y0, x: rows[y0].indexOf('${start}'), keys: '', steps: 0 }];
  const seen = new Set<string>([y0 + ',' + queue[0].x + ',']);
  while (queue.length > 0) {
    const { y, x, keys, steps } = queue.shift()!;
    if (rows[y][x] === '${goal}') return steps;
    for (const [dy, dx] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
      const ny = y + dy;
      const nx = x + dx;
      if (ny < 0 || nx < 0 || ny >= height || nx >= width) continue;
      const sign: string = rows[ny][nx];
      if (sign === '${wall}') continue;
      if ('ABCD'.includes(sign) && !keys.includes(sign.toLowerCase())) continue;
      let held: string = keys;
      if ('abcd'.includes(sign) && !keys.includes(sign) && keys.length < ${most}) {
        held = [...keys, sign].sort().join('');
      }
      const state = ny + ',' + nx + ',' + held;
      if (seen.has(state)) continue;
      seen.add(state);
      queue.push({ y: ny, x: nx, keys: held, steps: steps + 1 });
    }
  }
  return null;
}`,
    `enum Bit { a = 1, b = 2, c = 4, d = 8 }
type Front = Map<number, Set<number>>;

const countBits = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + countBits(mask >> 1));

export const ${entry} = (rows: string[]): number | null => {
  const width = rows[0].length + 1;
  const plan: string = rows.map((row) => row + '${wall}').join('');
  const done: Front = new Map();
  const visit = (front: Front, place: number, mask: number): void => {
    const known = done.get(place) ?? new Set<number>();
    if (known.has(mask)) return;
    done.set(place, known.add(mask));
    front.set(place, (front.get(place) ?? new Set<number>()).add(mask));
  };
  let front: Front = new Map();
  visit(front, plan.indexOf('${start}'), 0);
  for (let steps = 0; front.size > 0; steps++) {
    if (front.has(plan.indexOf('${goal}'))) return steps;
    const next: Front = new Map();
    for (const [place, masks] of front) {
      for (const other of [place - 1, place + 1, place - width, place + width]) {
        const sign = plan[other] ?? '${wall}';
        if (sign === '${wall}') continue;
        const bit = Bit[sign.toLowerCase() as keyof typeof Bit] as number | undefined;
        for (const mask of masks) {
          const isDoor = bit !== undefined && sign === sign.toUpperCase() && 'ABCD'.includes(sign);
          if (isDoor && !(mask & bit)) continue;
          const takes = bit !== undefined && 'abcd'.includes(sign) && countBits(mask) < ${most};
          visit(next, other, takes ? mask | bit : mask);
        }
      }
    }
    front = next;
  }
  return null;
};`,
  ],
  faults: [
    {
      name: 'never comes back to a place',
      edits: [["ny + ',' + nx + ',' + held", "ny + ',' + nx"]],
      fails: [
        'a door and its key',
        'a door without a key',
        'a way around a door',
        'one key leads to the next',
        'more keys than can be held',
        'a key that is held already',
      ],
    },
    { name: 'any number of keys can be held', edits: [[` && keys.length < ${most}`, '']], fails: ['more keys than can be held'] },
    { name: 'equal keys are counted twice', edits: [[' && !keys.includes(sign) &&', ' &&']], fails: ['a key that is held already'] },
  ],
});
