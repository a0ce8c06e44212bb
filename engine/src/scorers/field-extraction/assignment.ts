/** Potentials, owners and way back of the Hungarian method; index 0 is a dummy. */
type Work = { row: number[]; column: number[]; owner: number[]; from: number[] };

/** Grows one augmenting path from `start` to a free column, and returns that column. */
const freeColumn = (work: Work, start: number, cost: (row: number, column: number) => number): number => {
  const { row, column, owner, from } = work;
  const least = column.map(() => Infinity);
  const used = column.map(() => false);
  owner[0] = start;
  let at = 0;
  do {
    used[at] = true;
    const current = owner[at] ?? 0;
    let step = Infinity;
    let next = 0;
    for (let to = 1; to < column.length; to += 1) {
      if (used[to] === true) continue;
      const reduced = cost(current, to) - (row[current] ?? 0) - (column[to] ?? 0);
      if (reduced < (least[to] ?? Infinity)) {
        least[to] = reduced;
        from[to] = at;
      }
      if ((least[to] ?? Infinity) < step) {
        step = least[to] ?? Infinity;
        next = to;
      }
    }
    for (let to = 0; to < column.length; to += 1) {
      if (used[to] === true) {
        row[owner[to] ?? 0] = (row[owner[to] ?? 0] ?? 0) + step;
        column[to] = (column[to] ?? 0) - step;
      } else least[to] = (least[to] ?? Infinity) - step;
    }
    at = next;
  } while (owner[at] !== 0);
  return at;
};

/** For each row its column in the pairing of least total cost; needs at least as many columns as rows. */
const leastCost = (rows: number, columns: number, cost: (row: number, column: number) => number): number[] => {
  const zeros = (count: number) => Array.from({ length: count + 1 }, () => 0);
  const work: Work = { row: zeros(rows), column: zeros(columns), owner: zeros(columns), from: zeros(columns) };
  for (let row = 1; row <= rows; row += 1) {
    let at = freeColumn(work, row, (r, c) => cost(r - 1, c - 1));
    while (at !== 0) {
      const before = work.from[at] ?? 0;
      work.owner[at] = work.owner[before] ?? 0;
      at = before;
    }
  }
  const result = Array.from({ length: rows }, () => -1);
  for (let column = 1; column <= columns; column += 1) {
    const row = work.owner[column] ?? 0;
    if (row > 0) result[row - 1] = column - 1;
  }
  return result;
};

/**
 * The pairing of the greatest total worth, each row and each column at most once: for each row its column, or -1.
 * As many pairs as the shorter side has. Hungarian method with potentials (Kuhn 1955, Munkres 1957), O(rows² · columns).
 */
export const bestAssignment = (rows: number, columns: number, worth: (row: number, column: number) => number): number[] => {
  if (rows <= columns) return leastCost(rows, columns, (row, column) => -worth(row, column));
  const turned = leastCost(columns, rows, (column, row) => -worth(row, column));
  const result = Array.from({ length: rows }, () => -1);
  for (const [column, row] of turned.entries()) if (row >= 0) result[row] = column;
  return result;
};
