/** Rows as aligned columns below a head. Empty cells keep their place; nothing is cut. */
export const columns = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
