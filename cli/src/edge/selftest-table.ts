import type { Selftest } from '@benchloop/engine';

const heads = ['suite', 'tasks', 'proofs held', 'controls passed', 'worst control, points', 'oracle', ''];

const cellsOf = (row: Selftest['rows'][number]): string[] => [
  row.suiteId,
  String(row.tasks),
  `${row.proofs.held}/${row.proofs.cases}`,
  `${row.controls.passed}/${row.controls.trials}`,
  row.worst.points === 0 ? '0.0' : `${row.worst.points.toFixed(1)} ${row.worst.client}`,
  // Rounding up would hide a miss among thousands.
  row.oracle.points === 100 ? '100' : (Math.floor(row.oracle.points * 10) / 10).toFixed(1),
  row.culprits.length === 0 ? 'holds' : 'does not hold',
];

/** One line per suite below a head; columns as wide as they must be. */
export const selftestTable = ({ rows }: Pick<Selftest, 'rows'>): string[] => {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_head, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
