import { checkConfidence, defaultConfidence, type Interval } from './confidence.ts';
import { normalQuantile } from './normal.ts';

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Wilson score interval of a share, without continuity correction; `share` and the limits are 0 to 1.
 * E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927) 209-212;
 * recommended over the normal interval by Brown, Cai and DasGupta, Statistical Science 16 (2001) 101-133.
 */
export const wilsonInterval = (share: number, n: number, confidence = defaultConfidence): Interval => {
  checkConfidence(confidence);
  if (!(Number.isInteger(n) && n > 0)) throw new RangeError(`${n} is no number of observations`);
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share ${share} is not between 0 and 1`);
  const z = normalQuantile(0.5 + confidence / 2);
  const z2 = z * z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  // Exact at the ends, where rounding could leave 1e-17 instead of 0.
  return { low: share === 0 ? 0 : clamp(centre - half), high: share === 1 ? 1 : clamp(centre + half) };
};
