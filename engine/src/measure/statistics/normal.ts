const halfPi = Math.PI / 2;

/** Sum of x^(2i+1) / (1·3·5…(2i+1)): converges fast near zero. */
const centralSeries = (x: number): number => {
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum;
};

/** Continued fraction of the Mills ratio (1 - Φ(x)) / φ(x) for large x, evaluated from its tail. */
const millsRatio = (x: number): number => {
  let tail = x;
  for (let level = 80; level >= 1; level -= 1) tail = x + level / tail;
  return 1 / tail;
};

/** Density φ of the standard normal distribution. */
const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(4 * halfPi);

/**
 * Distribution function Φ of the standard normal distribution, to about 1e-15.
 * Series and continued fraction: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.2.11 and 26.2.14.
 */
export const normalCdf = (x: number): number => {
  if (x === 0) return 0.5;
  if (Math.abs(x) < 4) return 0.5 + density(x) * centralSeries(x);
  const tail = density(x) * millsRatio(Math.abs(x));
  return x < 0 ? tail : 1 - tail;
};

/** Start value with an error below 4.5e-4: Abramowitz and Stegun 26.2.23. */
const roughQuantile = (tail: number): number => {
  const t = Math.sqrt(-2 * Math.log(tail));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
};

/**
 * Quantile of the standard normal distribution (inverse of Φ), refined by Halley's method to about 1e-14.
 * 0 and 1 give minus and plus infinity.
 */
export const normalQuantile = (probability: number): number => {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`probability ${probability} is not between 0 and 1`);
  if (probability === 0) return -Infinity;
  if (probability === 1) return Infinity;
  if (probability === 0.5) return 0;
  const upper = probability > 0.5;
  const tail = upper ? 1 - probability : probability;
  let x = -roughQuantile(tail);
  for (let step = 0; step < 3; step += 1) {
    const newton = (normalCdf(x) - tail) / density(x);
    x -= newton / (1 + (x * newton) / 2);
  }
  return upper ? -x : x;
};
