/** Prints rows as an aligned table, then as one line of JSON, so that a person and a program can both read the run. */
export const printTable = (title: string, rows: readonly Record<string, string | number>[]): void => {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ');
  process.stdout.write(
    `${[title, line(columns), ...rows.map((row) => line(columns.map((column) => String(row[column]))))].join('\n')}\n${JSON.stringify({ title, rows })}\n`,
  );
};
