import { createDrawPlace } from './draw-places.ts';

/** Up to this many tasks that differ, every one of the 2^n sign patterns is looked at, so that p is exact. */
const exactUpTo = 14;

const defaultPermutations = 10_000;

export type PermutationOptions = { seed: string | number; permutations?: number };

/** Sums that differ by less are equal: 0.1 + 0.2 must tie with 0.3. */
const toleranceOf = (sizes: readonly number[]): number => 1e-9 * sizes.reduce((sum, size) => sum + size, 0);

const exactP = (sizes: readonly number[], atLeast: number): number => {
  let extreme = 0;
  const patterns = 2 ** sizes.length;
  for (let pattern = 0; pattern < patterns; pattern += 1) {
    let sum = 0;
    for (const [place, size] of sizes.entries()) sum += (pattern >> place) & 1 ? size : -size;
    if (Math.abs(sum) >= atLeast) extreme += 1;
  }
  return extreme / patterns;
};

/** Signs that one drawn number holds. */
const signsPerDraw = 30;

const sampledP = (sizes: readonly number[], atLeast: number, { seed, permutations = defaultPermutations }: PermutationOptions): number => {
  const draw = createDrawPlace(seed);
  const list = Float64Array.from(sizes);
  let extreme = 1;
  for (let drawn = 0; drawn < permutations; drawn += 1) {
    let sum = 0;
    let signs = 0;
    for (let place = 0; place < list.length; place += 1) {
      signs = place % signsPerDraw === 0 ? draw(2 ** signsPerDraw) : signs >>> 1;
      sum += signs & 1 ? (list[place] as number) : -(list[place] as number);
    }
    if (Math.abs(sum) >= atLeast) extreme += 1;
  }
  return extreme / (permutations + 1);
};

/**
 * Two-sided p of the hypothesis that it makes no difference which run is which, from one difference per task (scores, or
 * logarithms of times): signs are flipped, all of them where few tasks differ, else `permutations` seeded ones, with what was
 * seen counted as one of them so that p is never 0.
 * R. A. Fisher, The Design of Experiments (1935), section 21; Phipson and Smyth, Permutation p-values should never be zero,
 * Statistical Applications in Genetics and Molecular Biology 9 (2010) 39.
 */
export const pairedPermutationTest = (differences: readonly number[], options: PermutationOptions): number => {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  if (sizes.length === 0) return 1;
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - toleranceOf(sizes);
  return sizes.length <= exactUpTo ? exactP(sizes, seen) : sampledP(sizes, seen, options);
};
