import { defaultConfidence } from './confidence.ts';
import { normalCdf, normalQuantile } from './normal.ts';

/** Fewest tasks behind a decision to stop: fewer show their own spread too badly. */
export const firstLook = 30;

const growthBetweenLooks = 1.25;

/** Counts of tasks after which an adaptive run looks at its numbers: from 30 on, each a quarter more than the last, up to all `planned`. */
export const looksUpTo = (planned: number): number[] => {
  const looks: number[] = [];
  for (let look = firstLook; look < planned; look = Math.ceil(look * growthBetweenLooks)) looks.push(look);
  return [...looks, planned];
};

/**
 * Confidence of the interval that a run watches until it is narrow enough, so that the interval it stops with holds about as often as
 * 95 % promises: 94 to 98.6 % in the recorded simulation. Stopping on the width alone costs little, and raising the confidence a
 * little makes up for it.
 * J. Frey, Fixed-width sequential confidence intervals for a proportion, The American Statistician 64 (2010) 242-249.
 */
export const watchedConfidence = 0.965;

/** Error spent up to this share of the planned tasks: K. K. G. Lan and D. L. DeMets, Biometrika 70 (1983) 659-663, in the form of O'Brien and Fleming. */
const spent = (share: number, level: number): number => 2 - 2 * normalCdf(normalQuantile(1 - level / 2) / Math.sqrt(share));

/**
 * The level of the test at each look, so that all looks together find a difference that is not there with at most the level of
 * one test. What is spent between two looks is the level of the second; adding up levels holds however the looks depend on
 * each other.
 */
export const levelsOfLooks = (looks: readonly number[], confidence = defaultConfidence): number[] => {
  const planned = looks.at(-1) ?? 1;
  return looks.map((look, place) => {
    const before = place === 0 ? 0 : spent((looks[place - 1] as number) / planned, 1 - confidence);
    return Math.max(0, spent(look / planned, 1 - confidence) - before);
  });
};
