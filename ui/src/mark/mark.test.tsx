import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkIcon } from './mark.tsx';
import { markPath, markSize } from './mark-pixels.ts';

/** The filled pixels of the path, as rows of 0 and 1. */
const pixels = (): number[][] => {
  const grid = Array.from({ length: markSize }, () => Array<number>(markSize).fill(0));
  for (const [, x, y, width] of markPath.matchAll(/M(\d+),(\d+)h(\d+)v1h-\d+z/g))
    for (let place = 0; place < Number(width); place += 1) (grid[Number(y)] as number[])[Number(x) + place] = 1;
  return grid;
};

test('the mark is a chip with four pins a side on a grid of 16 by 16', () => {
  const grid = pixels();
  const column = (x: number): number[] => grid.map((row) => row[x] ?? 0);
  for (const edge of [grid[0], grid[markSize - 1], column(0), column(markSize - 1)])
    expect(edge).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
});

test('the icon is hidden from readers unless it has a name', () => {
  expect(renderToStaticMarkup(<MarkIcon />)).toContain('aria-hidden="true"');
  const named = renderToStaticMarkup(<MarkIcon title="BenchLoop" size={32} />);
  expect(named).toContain('role="img" aria-label="BenchLoop"');
  expect(named).toContain('width="32"');
  expect(named).toContain('fill="currentColor"');
});
