import { expect, test } from 'vitest';
import { replacePicture } from './replace-picture.ts';

const readme = 'Above\n<!-- picture: begin -->\nold\n<!-- picture: end -->\nBelow\n';

test('the printed text stands between the markers, and nothing else changes', () => {
  const once = replacePicture(readme, 'bench-loop run', 'line 1\nline 2\n\n');
  expect(once).toBe('Above\n<!-- picture: begin -->\n```console\n$ bench-loop run\nline 1\nline 2\n```\n<!-- picture: end -->\nBelow\n');
  expect(replacePicture(once, 'bench-loop run', 'line 1\nline 2')).toBe(once);
});

test.each(['no markers', '<!-- picture: end -->\n<!-- picture: begin -->\n'])('a README without a place for it is refused: %j', (text) => {
  expect(() => replacePicture(text, 'x', 'y')).toThrow('the README needs the lines');
});
