import { betaQuantile, regularisedBeta } from './incomplete-beta.ts';

const checkDegrees = (degrees: number): void => {
  if (!(degrees > 0)) throw new RangeError(`${degrees} degrees of freedom`);
};

/** Distribution function of Student's t. Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.1. */
export const studentCdf = (t: number, degrees: number): number => {
  checkDegrees(degrees);
  if (!Number.isFinite(t)) return t > 0 ? 1 : 0;
  const tail = regularisedBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
};

/** Quantile of Student's t, by the same relation to the beta distribution. */
export const studentQuantile = (probability: number, degrees: number): number => {
  checkDegrees(degrees);
  if (probability === 0.5) return 0;
  const upper = probability > 0.5;
  // The beta variable that is small near t = 0, so that its quantile keeps its precision there.
  const share = betaQuantile(1 - 2 * (upper ? 1 - probability : probability), 0.5, degrees / 2);
  const t = Math.sqrt((degrees * share) / (1 - share));
  return upper ? t : -t;
};
