import type { Plain } from '../../literal.ts';

export type Rule = { name: string; start: string; goal: string; wall: string; most: number };

const steps = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

const find = (rows: readonly string[], sign: string): [number, number] => {
  const y = rows.findIndex((row) => row.includes(sign));
  return [y, rows[y]?.indexOf(sign) ?? -1];
};

/** Breadth first over place and keys. */
export const solve = (rule: Rule, args: Plain[]): Plain => {
  const rows = args[0] as string[];
  const [y0, x0] = find(rows, rule.start);
  const seen = new Set<string>([`${y0},${x0},`]);
  let front: [number, number, string][] = [[y0, x0, '']];
  for (let count = 0; front.length > 0; count += 1) {
    const next: [number, number, string][] = [];
    for (const [y, x, keys] of front) {
      if (rows[y]?.charAt(x) === rule.goal) return count;
      for (const [dy, dx] of steps) {
        const sign = rows[y + dy]?.charAt(x + dx) ?? '';
        if (sign === '' || sign === rule.wall) continue;
        if (/[A-D]/.test(sign) && !keys.includes(sign.toLowerCase())) continue;
        let held = keys;
        if (/[a-d]/.test(sign) && !keys.includes(sign)) {
          if (keys.length === rule.most) held = keys;
          else held = [...keys, sign].toSorted().join('');
        }
        const state = `${y + dy},${x + dx},${held}`;
        if (seen.has(state)) continue;
        seen.add(state);
        next.push([y + dy, x + dx, held]);
      }
    }
    front = next;
  }
  return null;
};

/** Shortens distances until none can be shortened, for every set of keys as a bit mask. */
export const check = (rule: Rule, args: Plain[]): Plain => {
  const rows = args[0] as string[];
  const width = rows[0]?.length ?? 0;
  const size = rows.length * width;
  const far = Array.from({ length: size * 16 }, () => Number.POSITIVE_INFINITY);
  const [y0, x0] = find(rows, rule.start);
  far[(y0 * width + x0) * 16] = 0;
  const bitsOf = (mask: number) => mask.toString(2).replaceAll('0', '').length;
  for (let again = true; again;) {
    again = false;
    for (let place = 0; place < size; place += 1)
      for (let mask = 0; mask < 16; mask += 1) {
        const here = far[place * 16 + mask] ?? 0;
        if (!Number.isFinite(here)) continue;
        for (const other of [
          place - width,
          place + width,
          ...(place % width > 0 ? [place - 1] : []),
          ...(place % width < width - 1 ? [place + 1] : []),
        ]) {
          const sign = rows[Math.floor(other / width)]?.charAt(other % width) ?? rule.wall;
          const door = 'ABCD'.indexOf(sign);
          const key = 'abcd'.indexOf(sign);
          if (other < 0 || sign === rule.wall || (door >= 0 && (mask & (1 << door)) === 0)) continue;
          const with_ = key >= 0 && bitsOf(mask) < rule.most ? mask | (1 << key) : mask;
          if ((far[other * 16 + with_] ?? 0) <= here + 1) continue;
          far[other * 16 + with_] = here + 1;
          again = true;
        }
      }
  }
  const [y1, x1] = find(rows, rule.goal);
  const best = Math.min(...far.slice((y1 * width + x1) * 16, (y1 * width + x1) * 16 + 16));
  return Number.isFinite(best) ? best : null;
};
