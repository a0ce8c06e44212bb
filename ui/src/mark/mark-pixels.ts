/** The mark on a grid of 16 by 16 pixels: a chip, four pins a side, and a loop arrow as its core. */
const rows = [
  '...#..#..#..#...',
  '...#..#..#..#...',
  '..############..',
  '###..........###',
  '..#...###..#.#..',
  '..#..#...#.#.#..',
  '###.#.....##.###',
  '..#.#....###.#..',
  '..#.#........#..',
  '###.#......#.###',
  '..#..#....#..#..',
  '..#...####...#..',
  '###..........###',
  '..############..',
  '...#..#..#..#...',
  '...#..#..#..#...',
] as const;

export const markSize = 16;

/** The filled pixels as one SVG path, one rectangle for each run of them. */
export const markPath = rows
  .flatMap((row, y) => [...row.matchAll(/#+/g)].map((run) => `M${run.index},${y}h${run[0].length}v1h-${run[0].length}z`))
  .join('');
