import { gammaln } from 'simple-statistics';

const tiny = 1e-300;

/** Continued fraction of the incomplete beta function by Lentz's method: NIST Digital Library of Mathematical Functions, 8.17.22. */
const continuedFraction = (x: number, a: number, b: number): number => {
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return value;
};

const guarded = (value: number): number => (Math.abs(value) < tiny ? tiny : value);

/** Regularised incomplete beta function I_x(a, b), the distribution function of the beta distribution. `a` and `b` are positive. */
export const regularisedBeta = (x: number, a: number, b: number): number => {
  if (!(a > 0 && b > 0)) throw new RangeError(`the beta distribution has no parameters ${a} and ${b}`);
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(1 - x, b, a);
  const front = gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(front) * continuedFraction(x, a, b)) / a;
};

/** Where a growing function of `low` to `high` meets `target`, by bisection to the last bit that counts. */
export const bisect = (grows: (x: number) => number, target: number, { low, high }: { low: number; high: number }): number => {
  let [below, above] = [low, high];
  for (let step = 0; step < 120; step += 1) {
    const middle = (below + above) / 2;
    if (middle === below || middle === above) break;
    if (grows(middle) < target) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
};

/** Quantile of the beta distribution: the x with I_x(a, b) = probability. */
export const betaQuantile = (probability: number, a: number, b: number): number => {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`probability ${probability} is not between 0 and 1`);
  return bisect((x) => regularisedBeta(x, a, b), probability, { low: 0, high: 1 });
};
