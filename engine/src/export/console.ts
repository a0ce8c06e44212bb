import type { Report } from '@benchloop/spec';
import { factsOf } from './facts.ts';
import { notMeasuredOf, sayNotMeasured } from './not-measured.ts';
import { contextTable, scoreTable, speedTable, type Table } from './tables.ts';
import { alarmOf, coldStartOf, doubtsOf, partsOf, titleOf, verdictOf, warningsOf } from './verdict.ts';
import { wrap, wrapHanging, terminalColumns } from './wrap.ts';

/** How a terminal stresses text. Given by the caller: the engine draws nothing itself. */
export type Paint = { bold: (text: string) => string; dim: (text: string) => string };

const plain: Paint = { bold: (text) => text, dim: (text) => text };

/** First column to the left, numbers to the right. */
const align = (cells: readonly string[], widths: readonly number[]): string =>
  `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`;

const tableLines = (table: Table, { bold, dim }: Paint): string[] => {
  const all = [table.head, ...table.rows.map(({ cells }) => cells)];
  const widths = table.head.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  return [
    bold(table.title),
    dim(align(table.head, widths)),
    ...table.rows.flatMap(({ cells, notes }) => [align(cells, widths), ...notes.flatMap((note) => wrapHanging('      ', note)).map(dim)]),
    ...table.footnotes.flatMap((note) => wrapHanging('  ', note)).map(dim),
  ];
};

const listLines = (title: string, entries: readonly string[], { bold }: Paint): string[] =>
  entries.length === 0 ? [] : ['', bold(title), ...entries.flatMap((entry) => wrapHanging('  - ', entry))];

/** A run as text of 80 columns: verdict first, then numbers, doubts, and what they belong to. */
export const toConsole = (report: Report, paint: Paint = plain): string => {
  const context = contextTable(report);
  const speed = speedTable(report);
  const coldStart = coldStartOf(report);
  const parts = partsOf(report);
  const alarm = alarmOf(report);
  const lines = [
    ...(alarm === null ? [] : [...wrapHanging('! ', alarm).map(paint.bold), '']),
    ...wrap(titleOf(report), terminalColumns),
    ...wrap(verdictOf(report), terminalColumns).map(paint.bold),
    ...(parts === null ? [] : wrap(parts, terminalColumns)),
    '',
    ...tableLines(scoreTable(report), paint),
    ...(context === null ? [] : ['', ...tableLines(context, paint)]),
    ...(speed === null ? [] : ['', ...tableLines(speed, paint)]),
    ...(coldStart === null ? [] : wrapHanging('  ', coldStart)),
    ...listLines('Not in this run', notMeasuredOf(report).map(sayNotMeasured), paint),
    ...listLines('Not comparable with other runs', doubtsOf(report), paint),
    ...listLines('Warnings and next steps', warningsOf(report), paint),
    '',
    ...factsOf(report).flatMap(({ label, text }) => wrapHanging(label.padEnd(9), text)),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
};
