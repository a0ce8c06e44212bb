import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ start, goal, wall, most }: Rule, entry: string): Programs => ({
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
});
