import type { Board, LeaderboardRow } from '@benchloop/spec';
import { mostRanked } from '../compare/leaderboard.ts';
import { sayFigure } from '../compare/words.ts';
import { csvCell } from './csv.ts';
import type { Paint } from './console.ts';
import { onOneLine } from './words.ts';
import { fitMiddle, terminalColumns, wrapHanging } from './wrap.ts';

const sayRank = ({ rank }: LeaderboardRow): string =>
  rank === null ? '—' : rank.low === rank.high ? String(rank.low) : `${rank.low}-${rank.high}`;

const head = ['rank', 'model', 'harness', 'quality', '95 %', 'tok/s', 'TTFT', 'memory', 'n', 'run'] as const;

const cellsOf = (row: LeaderboardRow): string[] => [
  sayRank(row),
  onOneLine([row.model ?? 'no model', row.quantization].filter((part) => part !== null).join(' ')),
  row.harness,
  (row.rankedQuality ?? row.quality)?.toFixed(1) ?? '—',
  row.rankedInterval === null ? '—' : `${row.rankedInterval.low.toFixed(1)} to ${row.rankedInterval.high.toFixed(1)}`,
  sayFigure(row.decodeTokensPerSecond, { unit: '' }).trim(),
  sayFigure(row.ttftMs, { unit: 'ms' }),
  sayFigure(row.memoryBytes, { unit: 'bytes' }),
  `${row.judged}/${row.planned}`,
  row.runId,
];

const notes = (board: Board): string[] => [
  board.rankedTasks === 0
    ? 'No task was tried by all of them, so nothing is ranked.'
    : `Ranks and quality are over the ${board.rankedTasks} tasks that all ranked runs tried; n is the trials judged of those planned. The quality of a run without a rank is over its own tasks. A rank such as 1-3 is what the data allow at 95 %: runs that share it can’t be told apart.`,
  ...(board.rows.some(({ rank, integrity }) => rank === null && integrity !== 'differs') && board.rankedTasks > 0
    ? [`— under rank: too many of its trials were not judged, or it is not among the best ${mostRanked}, who are ranked.`]
    : []),
  'The 95 % limits of quality are over tasks (Wilson for each suite, joined by weight); two runs whose limits overlap may still be told apart, because ranks compare them task by task. tok/s and TTFT are medians whose intervals `report RUN` shows; memory is what the server tells or estimates, once.',
  ...(board.rows.some(({ place }) => place === 'remote') ? ['Remote services show no speed: it is never ranked with local speed.'] : []),
];

const alarms = ({ rows }: Board): string[] =>
  rows
    .filter(({ integrity }) => integrity === 'differs')
    .map(
      ({ runId }) =>
        `Run ${runId} was changed after it was made, so it has no rank: trust none of its numbers. See \`bench-loop verify ${runId}\`.`,
    );

const plain: Paint = { bold: (text) => text, dim: (text) => text };

const boardLines = (board: Board, { bold, dim }: Paint): string[] => {
  const rows = board.rows.map(cellsOf);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)));
  // The model is what gives way where the table is wider than a terminal.
  const excess = widths.reduce((sum, width) => sum + width + 2, 2) - terminalColumns - (widths.at(-1) ?? 0) - 2;
  if (excess > 0) widths[1] = Math.max(12, (widths[1] ?? 0) - excess);
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, column) => (column === 1 || column === 2 || column === 9 ? fitMiddle(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')}`.trimEnd();
  return [
    '',
    ...wrapHanging('', board.title).map(bold),
    ...alarms(board)
      .flatMap((alarm) => wrapHanging('! ', alarm))
      .map(bold),
    dim(line(head)),
    ...rows.map(line),
    ...notes(board)
      .flatMap((note) => wrapHanging('  ', note))
      .map(dim),
  ];
};

/** Boards as text, one below the other; runs that were asked different things never share one. */
export const leaderboardToConsole = (boards: readonly Board[], paint: Paint = plain): string =>
  boards.length === 0
    ? 'No finished run fits. `bench-loop run --profile core` makes one.\n'
    : `${boards
        .flatMap((board) => boardLines(board, paint))
        .slice(1)
        .join('\n')}\n`;

/** Machine-readable figures; the last column says why none has limits beside it. */
const columns: readonly { name: string; of: (row: LeaderboardRow, board: Board) => string | number | null }[] = [
  { name: 'integrity', of: ({ integrity }) => integrity ?? null },
  { name: 'board', of: (_row, board) => board.title },
  { name: 'rankLow', of: ({ rank }) => rank?.low ?? null },
  { name: 'rankHigh', of: ({ rank }) => rank?.high ?? null },
  { name: 'model', of: ({ model }) => model },
  { name: 'quantization', of: ({ quantization }) => quantization },
  { name: 'provider', of: ({ provider }) => provider },
  { name: 'server', of: ({ server }) => server },
  { name: 'harness', of: ({ harness }) => harness },
  { name: 'thinking', of: ({ thinking }) => thinking },
  { name: 'contextInForce', of: ({ contextInForce }) => contextInForce },
  { name: 'place', of: ({ place }) => place },
  { name: 'machine', of: ({ machine }) => machine },
  { name: 'rankedTasks', of: ({ rank }, board) => (rank === null ? null : board.rankedTasks) },
  { name: 'rankedQuality', of: ({ rankedQuality }) => rankedQuality },
  { name: 'rankedQualityLow', of: ({ rankedInterval }) => rankedInterval?.low ?? null },
  { name: 'rankedQualityHigh', of: ({ rankedInterval }) => rankedInterval?.high ?? null },
  { name: 'quality', of: ({ quality }) => quality },
  { name: 'decodeTokensPerSecond', of: ({ decodeTokensPerSecond }) => decodeTokensPerSecond },
  { name: 'ttftMs', of: ({ ttftMs }) => ttftMs },
  { name: 'memoryBytes', of: ({ memoryBytes }) => memoryBytes },
  { name: 'judged', of: ({ judged }) => judged },
  { name: 'planned', of: ({ planned }) => planned },
  { name: 'run', of: ({ runId }) => runId },
  {
    name: 'noInterval',
    of: () => 'quality: that of its own tasks, see report RUN; medians: see report RUN; memory: told or estimated once',
  },
];

/** Boards as one table with the board of each row. */
export const leaderboardToCsv = (boards: readonly Board[]): string =>
  `${[
    columns.map(({ name }) => name),
    ...boards.flatMap((board) => board.rows.map((row) => columns.map(({ of }) => csvCell(of(row, board))))),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n')}\r\n`;
