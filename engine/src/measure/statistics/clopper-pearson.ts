import { checkConfidence, defaultConfidence, type Interval } from './confidence.ts';
import { betaQuantile } from './incomplete-beta.ts';

/**
 * Exact interval of a share from binomial tails: its coverage is never below its confidence, at any n and any share, and
 * above it almost everywhere. For few trials and for guarantees; elsewhere Wilson is nearer to what it promises.
 * C. J. Clopper and E. S. Pearson, The use of confidence or fiducial limits, Biometrika 26 (1934) 404-413; limits as beta quantiles.
 */
export const clopperPearsonInterval = (passed: number, n: number, confidence = defaultConfidence): Interval => {
  checkConfidence(confidence);
  if (!(Number.isInteger(n) && n > 0)) throw new RangeError(`${n} is no number of observations`);
  if (!(Number.isInteger(passed) && passed >= 0 && passed <= n)) throw new RangeError(`${passed} passed of ${n}`);
  const tail = (1 - confidence) / 2;
  return {
    low: passed === 0 ? 0 : betaQuantile(tail, passed, n - passed + 1),
    high: passed === n ? 1 : betaQuantile(1 - tail, passed + 1, n - passed),
  };
};
