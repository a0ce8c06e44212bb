import type { Interval } from './confidence.ts';

export type WeightedEstimate = Interval & { value: number; weight: number };

/**
 * Weighted mean of independent estimates with its interval, from their own intervals (method of variance estimates
 * recovery, MOVER): each side's distances, weighted, add up as squares, so that lopsided intervals stay lopsided.
 * Weights are positive and need not sum to 1.
 * Zou and Donner, Construction of confidence limits about effect measures, Statistics in Medicine 27 (2008) 1693-1702.
 */
export const weightedMeanInterval = (estimates: readonly WeightedEstimate[]): Interval & { value: number } => {
  const total = estimates.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0)) throw new RangeError('weighted mean without weights');
  let value = 0;
  let below = 0;
  let above = 0;
  for (const estimate of estimates) {
    const weight = estimate.weight / total;
    value += weight * estimate.value;
    below += (weight * (estimate.value - estimate.low)) ** 2;
    above += (weight * (estimate.high - estimate.value)) ** 2;
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
};
