type Rated = { decodeTokensPerSecond: number | null };

/** The one with the highest decode rate; null = none was measured. */
export const fastestOf = <Row extends Rated>(rows: readonly Row[]): Row | null =>
  rows
    .filter(({ decodeTokensPerSecond }) => decodeTokensPerSecond !== null)
    .toSorted((one, other) => (other.decodeTokensPerSecond ?? 0) - (one.decodeTokensPerSecond ?? 0))[0] ?? null;
