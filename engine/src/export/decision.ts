import type { Candidate, Decision } from '@benchloop/spec';
import { sayFigure } from '../compare/words.ts';
import { absent, onOneLine, sayDuration, sayOr, sayPercent } from './words.ts';
import { fitMiddle, terminalColumns, wrapHanging } from './wrap.ts';

const head = ['rank', 'run', 'points', 'tok/s', 'TTFT', 'memory', 'weights'];
/** Column of the name, which gives way where the table is wider than a terminal. */
const nameColumn = 1;

const cellsOf = ({ rank, name, value, decodeTokensPerSecond, ttftMs, memoryBytes, winsShare }: Candidate): string[] => [
  rank === null ? absent : rank.low === rank.high ? String(rank.low) : `${rank.low}-${rank.high}`,
  onOneLine(name),
  sayOr(value, (points) => points.toFixed(1)),
  sayFigure(decodeTokensPerSecond, { unit: '' }).trim(),
  sayOr(ttftMs, sayDuration),
  sayFigure(memoryBytes, { unit: 'bytes' }),
  sayOr(winsShare, sayPercent),
];

const notes = ({ rankedTasks }: Decision): string[] => [
  ...(rankedTasks === 0 ? ['No run was weighed, so there are no points and no rank.'] : []),
  ...(rankedTasks === 0
    ? []
    : [
        `Points are means over the ${rankedTasks} tasks that all who can be chosen tried. They have no interval of their own: the rank is what the data allow at 95 %.`,
      ]),
  'tok/s and TTFT are medians whose n and intervals `report RUN` shows; memory is what the server tells or estimates, once. Under weights: the share of 2,000 other weightings in which the run is the best.',
];

const tableLines = (decision: Decision): string[] => {
  const rows = decision.candidates.map(cellsOf);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const excess = widths.reduce((sum, width) => sum + width + 2, 0) - terminalColumns;
  if (excess > 0) widths[nameColumn] = Math.max(12, (widths[nameColumn] ?? 0) - excess);
  const line = (cells: readonly string[]): string =>
    `  ${cells
      .map((cell, column) =>
        column === nameColumn ? fitMiddle(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')}`.trimEnd();
  return [head, ...rows].map(line);
};

/** A decision as text of 80 columns: the answer in sentences, then what it rests on. */
export const decisionToConsole = (decision: Decision): string =>
  `${[
    ...decision.sentences.flatMap((sentence) => wrapHanging('', onOneLine(sentence))),
    '',
    ...tableLines(decision),
    ...notes(decision).flatMap((note) => wrapHanging('  ', note)),
  ].join('\n')}\n`;
