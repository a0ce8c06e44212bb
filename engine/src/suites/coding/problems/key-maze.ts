import type { Random } from '../../../kit/random.ts';
import type { Plain } from '../literal.ts';
import { defineProblem } from '../problem.ts';

type Rule = { name: string; start: string; goal: string; wall: string; most: number };

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
const solve = (rule: Rule, args: Plain[]): Plain => {
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
const check = (rule: Rule, args: Plain[]): Plain => {
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

/** Names of the signs in a plan: S start, G goal, # wall. A plan may be turned round and mirrored. */
const drawnPlan = (random: Random, rule: Rule, plan: string[]): Plain[] => {
  const signed = plan.map((row) =>
    [...row].map((sign) => (sign === 'S' ? rule.start : sign === 'G' ? rule.goal : sign === '#' ? rule.wall : sign)),
  );
  const mirrored = random.chance(0.5) ? signed.map((row) => row.toReversed()) : signed;
  const turned = random.chance(0.5) ? (mirrored[0] ?? []).map((_sign, x) => mirrored.map((row) => row[x] ?? '')) : mirrored;
  return [turned.map((row) => row.join(''))];
};

export const keyMaze = defineProblem<Rule>({
  id: 'key-maze',
  tags: ['graphs', 'search', 'edge-cases'],
  draw: (random) => {
    const [start, goal] = random.pick([
      ['S', 'G'],
      ['@', '$'],
      ['<', '>'],
      ['1', '2'],
    ] as const);
    return {
      name: random.pick(['maze steps', 'shortest way', 'fewest steps', 'escape maze']),
      start,
      goal,
      wall: random.pick(['#', '%', '=']),
      most: 2,
    };
  },
  name: ({ name }) => name,
  parameters: () => 'rows',
  brief: ({ start, goal, wall, most }, { list, none, text }) =>
    `\`rows\` is a ${list} of ${text}s of equal length, a plan seen from above. "${start}" is the start and "${goal}" the goal, each there exactly once; "${wall}" is a wall and "." is free. A small letter from a to d is a key that lies there, and the capital letter a door that only someone with that key can enter; one key opens all doors of its letter and is not used up, and there may be several keys of a letter. A step goes to one of the four neighbouring places that is no wall. Whoever enters the place of a key takes it, unless they hold it already or hold ${most} different keys already; keys can't be put down or left lying otherwise. Return the smallest number of steps from start to goal, or ${none} where there is no way.`,
  solve,
  check,
  tests: (random, rule) => {
    const plan = (...rows: string[]): Plain[] => drawnPlan(random, rule, rows);
    const dots = (least: number, most = least + 3) => '.'.repeat(random.int(least, most));
    const line = (...parts: string[]): Plain[] => plan(parts.join(''));
    return [
      { name: 'a free way', calls: [line('.', 'S', dots(2), 'G'), line('S', dots(6, 9), 'G.')] },
      { name: 'around walls', calls: [plan('S#G', '.#.', '.#.', '...'), plan('S..#.', '.#.#G', '.#...', '.....')] },
      { name: 'no way', calls: [plan('S#.', '##.', '..G'), line('S', dots(1, 4), '#G'), line('S..', dots(1, 3), 'G'), plan('S.#', '#.G')] },
      { name: 'a door and its key', calls: [line('a', dots(1, 3), 'S', dots(1, 3), 'A.G'), plan('S.AG', '.###', '..a.')] },
      {
        name: 'a door without a key',
        calls: [
          line('S', dots(1, 3), 'A.G'),
          line('b', dots(1, 3), 'SAG'),
          line('aS', dots(1, 2), 'AG'),
          line('b', dots(1, 3), 'SAG'.replace('A', '.')),
        ],
      },
      { name: 'a way around a door', calls: [plan('S.A.G', '.###.', '.....'), plan('aS.A.G', '######', '......')] },
      {
        name: 'one key leads to the next',
        calls: [line('bA', dots(1, 3), 'a.S', dots(1, 2), 'BG'), plan('S.A.b', '.###.', 'a...#', '.##..', '.B..G')],
      },
      {
        name: 'more keys than can be held',
        calls: [
          line('GC', dots(1, 2), 'Sabc.'),
          plan('GC.Sabc', '####.#.', '####...'),
          plan('a.S.b', '##C##', 'c.A.G'),
          line('GB', dots(1, 2), 'Sabc'),
        ],
      },
      { name: 'a key that is held already', calls: [line('G.BSa', dots(1, 2), 'aab'), line('GBSaab', dots(1, 3))] },
    ];
  },
  programs: ({ start, goal, wall, most }, entry) => ({
    python: {
      right: [
        `from collections import deque

def ${entry}(rows):
    height, width = len(rows), len(rows[0])
    for y in range(height):
        for x in range(width):
            if rows[y][x] == "${start}":
                first = (y, x, frozenset())
    seen = {first}
    queue = deque([(first, 0)])
    while queue:
        (y, x, keys), steps = queue.popleft()
        if rows[y][x] == "${goal}":
            return steps
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            ny, nx = y + dy, x + dx
            if not (0 <= ny < height and 0 <= nx < width):
                continue
            sign = rows[ny][nx]
            if sign == "${wall}":
                continue
            if sign in "ABCD" and sign.lower() not in keys:
                continue
            held = keys
            if sign in "abcd" and len(keys) < ${most}:
                held = keys | {sign}
            state = (ny, nx, held)
            if state not in seen:
                seen.add(state)
                queue.append((state, steps + 1))
    return None`,
        `import heapq

def ${entry}(rows):
    grid = {complex(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "${wall}"}
    begin = next(place for place, sign in grid.items() if sign == "${start}")
    best = {(begin, ""): 0}
    heap = [(0, 0, begin, "")]
    count = 0
    while heap:
        steps, _, place, keys = heapq.heappop(heap)
        if grid[place] == "${goal}":
            return steps
        for turn in (1, 1j, -1, -1j):
            sign = grid.get(place + turn)
            if sign is None or (sign in "ABCD" and sign.lower() not in keys):
                continue
            held = keys
            if sign in "abcd" and sign not in keys and len(keys) < ${most}:
                held = "".join(sorted(keys + sign))
            if steps + 1 < best.get((place + turn, held), 10**9):
                best[place + turn, held] = steps + 1
                count += 1
                heapq.heappush(heap, (steps + 1, count, place + turn, held))`,
      ],
      faults: [
        {
          name: 'never comes back to a place',
          edits: [['state not in seen', '(ny, nx) not in {(a, b) for a, b, _ in seen}']],
          fails: [
            'a door and its key',
            'a door without a key',
            'a way around a door',
            'one key leads to the next',
            'more keys than can be held',
            'a key that is held already',
          ],
        },
        { name: 'any number of keys can be held', edits: [[` and len(keys) < ${most}`, '']], fails: ['more keys than can be held'] },
        {
          name: 'doors are walls',
          edits: [['sign.lower() not in keys', 'True']],
          fails: [
            'a door and its key',
            'a door without a key',
            'a way around a door',
            'one key leads to the next',
            'more keys than can be held',
            'a key that is held already',
          ],
        },
      ],
    },
    typescript: {
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
    },
  }),
  forms: () => [
    { language: 'python', kind: 'write', level: 'extreme' },
    { language: 'typescript', kind: 'write', level: 'extreme' },
  ],
});
