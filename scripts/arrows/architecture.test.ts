import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { engineArrows, workspaceArrows } from './table.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** First and last cell of each row of the table after a marker. */
const rowsAfter = (marker: string): Record<string, string> => {
  const lines = text
    .slice(text.indexOf(`<!-- arrows: ${marker} -->`))
    .split('\n')
    .slice(3);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return Object.fromEntries(
    lines.slice(0, end).map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return [cells[1] ?? '', cells.at(-2) ?? ''];
    }),
  );
};

const asTold = (arrows: Record<string, readonly string[]>, all: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(arrows).map(([name, allowed]) => [
      name,
      allowed.length === 0 ? 'nothing' : allowed.length === all ? 'all' : allowed.join(', '),
    ]),
  );

test('ARCHITECTURE.md tells the arrows between workspaces that the check tests', () => {
  expect(rowsAfter('workspaces')).toEqual(asTold(workspaceArrows, Infinity));
});

test('ARCHITECTURE.md tells the arrows inside the engine that the check tests', () => {
  expect(rowsAfter('engine')).toEqual(asTold(engineArrows, Object.keys(engineArrows).length - 1));
});
