/** Whether each run passed one trial of one task, in the order of the runs. */
export type RaschRow = readonly boolean[];

/** Ability in logits about the mean of the runs, with its standard error; null where it is without bound or cannot be told. */
export type Ability = { value: number; standardError: number } | null;

/** Elementary symmetric functions of the easiness of runs, all but those in `without`: how likely each number of passes is. */
const symmetric = (powers: readonly number[], without: readonly number[] = []): number[] => {
  const result = [1];
  for (const [run, power] of powers.entries()) {
    if (without.includes(run)) continue;
    result.push(0);
    for (let order = result.length - 1; order > 0; order -= 1)
      result[order] = (result[order] as number) + power * (result[order - 1] as number);
  }
  return result;
};

type Counts = {
  /** Rows with each number of passes, from 0. */
  byTotal: readonly number[];
  passes: readonly number[];
};

const expectedPasses = (powers: readonly number[], { byTotal }: Counts): number[] => {
  const all = symmetric(powers);
  return powers.map((power, run) => {
    const others = symmetric(powers, [run]);
    return byTotal.reduce(
      (sum, rows, total) => sum + (total === 0 ? 0 : (rows * power * (others[total - 1] ?? 0)) / (all[total] as number)),
      0,
    );
  });
};

/** Scales the powers until every run is expected to pass as often as it did. */
const fit = (counts: Counts): number[] => {
  let powers = counts.passes.map(() => 1);
  for (let step = 0; step < 5_000; step += 1) {
    const expected = expectedPasses(powers, counts);
    const next = powers.map((power, run) => (power * (counts.passes[run] as number)) / (expected[run] as number));
    const centre = Math.exp(next.reduce((sum, power) => sum + Math.log(power), 0) / next.length);
    const change = Math.max(...next.map((power, run) => Math.abs(Math.log(power / centre / (powers[run] as number)))));
    powers = next.map((power) => power / centre);
    if (change < 1e-12) break;
  }
  return powers;
};

/** Covariance of the passes of all runs, given the totals of the rows: the information about the abilities. */
const information = (powers: readonly number[], counts: Counts): number[][] => {
  const all = symmetric(powers);
  const one = powers.map((_, run) => symmetric(powers, [run]));
  const chance = (run: number, total: number) => ((powers[run] as number) * (one[run]?.[total - 1] ?? 0)) / (all[total] as number);
  return powers.map((power, run) =>
    powers.map((other, second) => {
      const both = run === second ? [] : symmetric(powers, [run, second]);
      return counts.byTotal.reduce((sum, rows, total) => {
        if (total === 0 || rows === 0) return sum;
        const together = run === second ? chance(run, total) : (power * other * (both[total - 2] ?? 0)) / (all[total] as number);
        return sum + rows * (together - chance(run, total) * chance(second, total));
      }, 0);
    }),
  );
};

/** Inverse of a small matrix by Gauss and Jordan with pivots. */
const inverse = (matrix: readonly (readonly number[])[]): number[][] => {
  const size = matrix.length;
  const rows = matrix.map((row, place) => [...row, ...Array.from({ length: size }, (_, other) => (other === place ? 1 : 0))]);
  for (let column = 0; column < size; column += 1) {
    const below = rows.slice(column).map((row) => Math.abs(row[column] as number));
    const pivot = column + below.indexOf(Math.max(...below));
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const scale = rows[column]?.[column] as number;
    rows[column] = (rows[column] as number[]).map((value) => value / scale);
    for (const [place, row] of rows.entries()) {
      const factor = row[column] as number;
      if (place !== column) rows[place] = row.map((value, at) => value - factor * (rows[column]?.[at] as number));
    }
  }
  return rows.map((row) => row.slice(size));
};

/** Variance of each ability about the mean of all: the information has no inverse, as only differences can be seen. */
const variances = (matrix: readonly (readonly number[])[]): number[] => {
  const share = 1 / matrix.length;
  return inverse(matrix.map((row) => row.map((value) => value + share))).map((row, place) => (row[place] as number) - share);
};

/** Runs that the first is joined to, directly or by others, where one run passed a row that the next failed (or, turned, the other way round). */
const reached = (rows: readonly RaschRow[], passed: boolean): Set<number> => {
  const seen = new Set([0]);
  for (const run of seen)
    for (const row of rows) if (row[run] === passed) for (const [other, result] of row.entries()) if (result !== passed) seen.add(other);
  return seen;
};

/** Whether abilities are bounded: no group of runs passes whatever the others do. G. H. Fischer, Psychometrika 46 (1981) 59-77. */
const isConnected = (rows: readonly RaschRow[]): boolean => {
  const runs = rows[0]?.length ?? 0;
  return reached(rows, true).size === runs && reached(rows, false).size === runs;
};

/**
 * Abilities of several runs on the same trials by the Rasch model, in which only a task's difficulty and a run's ability decide. Given
 * how many runs passed a task its difficulty falls out (conditional maximum likelihood), so no task needs to be calibrated and
 * for two runs the difference is the logarithm of McNemar's gained over lost. An extra beside the score, never the headline: the
 * model supposes that all tasks measure one thing.
 * G. Rasch, Probabilistic Models for Some Intelligence and Attainment Tests (1960); E. B. Andersen, Journal of the Royal
 * Statistical Society B 34 (1972) 42-54.
 */
export const raschAbilities = (rows: readonly RaschRow[]): Ability[] => {
  const runs = rows[0]?.length ?? 0;
  if (rows.some(({ length }) => length !== runs)) throw new RangeError('a row without a result of every run');
  let kept = Array.from({ length: runs }, (_, run) => run);
  let telling: RaschRow[] = [];
  for (;;) {
    const runsKept = kept;
    telling = rows.map((row) => runsKept.map((run) => row[run] as boolean)).filter((row) => row.includes(true) && row.includes(false));
    const bounded = runsKept.filter(
      (_, place) => telling.some((row) => row[place] === true) && telling.some((row) => row[place] === false),
    );
    if (bounded.length === runsKept.length) break;
    kept = bounded;
  }
  const none = Array.from({ length: runs }, (): Ability => null);
  if (kept.length < 2 || !isConnected(telling)) return none;
  const counts: Counts = {
    byTotal: Array.from({ length: kept.length }, (_, total) => telling.filter((row) => row.filter(Boolean).length === total).length),
    passes: kept.map((_, place) => telling.filter((row) => row[place]).length),
  };
  const powers = fit(counts);
  const errors = variances(information(powers, counts));
  for (const [place, run] of kept.entries())
    none[run] = { value: Math.log(powers[place] as number), standardError: Math.sqrt(errors[place] as number) };
  return none;
};
