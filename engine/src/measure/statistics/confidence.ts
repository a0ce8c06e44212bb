/** Limits of an interval, on the scale of the estimate. */
export type Interval = { low: number; high: number };

/** Confidence of every interval that BenchLoop prints. */
export const defaultConfidence = 0.95;

/** Throws for a confidence outside (0, 1): such a call is a mistake in our code, never in data. */
export const checkConfidence = (confidence: number): void => {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
};
