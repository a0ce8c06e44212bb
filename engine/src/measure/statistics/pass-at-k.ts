const check = (n: number, passed: number, k: number): void => {
  const whole = [n, passed, k].every((value) => Number.isInteger(value));
  if (!whole || passed < 0 || passed > n || k < 1 || k > n) throw new RangeError(`pass@${k} of ${passed} passed in ${n} trials`);
};

/** Share of the k-subsets of n trials that lie wholly within `chosen` of them: C(chosen, k) / C(n, k). */
const shareWithin = (n: number, chosen: number, k: number): number => {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, chosen - drawn) / (n - drawn);
  return share;
};

/**
 * Chance that at least one of k tries passes, from n trials of one task of which `passed` passed:
 * 1 - C(n - passed, k) / C(n, k), the unbiased estimator of Chen et al., Evaluating Large Language Models
 * Trained on Code, arXiv:2107.03374 (2021), section 2.1.
 */
export const passAtK = (n: number, passed: number, k: number): number => {
  check(n, passed, k);
  return 1 - shareWithin(n, n - passed, k);
};

/**
 * Chance that all of k tries pass (pass^k): C(passed, k) / C(n, k), the unbiased estimator of
 * Yao et al., tau-bench, arXiv:2406.12045 (2024), section 3.
 */
export const passAllK = (n: number, passed: number, k: number): number => {
  check(n, passed, k);
  return shareWithin(n, passed, k);
};
