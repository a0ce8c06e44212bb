/**
 * p-values of several tests adjusted so that the chance of any false finding among them stays within the level.
 * In the order given; each adjusted p is at least the raw one. S. Holm, A simple sequentially rejective multiple test
 * procedure, Scandinavian Journal of Statistics 6 (1979) 65-70.
 */
export const holm = (pValues: readonly number[]): number[] => {
  const order = pValues.map((p, place) => {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p-value ${p} is not between 0 and 1`);
    return { p, place };
  });
  order.sort((one, other) => one.p - other.p);
  const adjusted = Array.from<number>({ length: pValues.length });
  let largest = 0;
  for (const [rank, { p, place }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[place] = largest;
  }
  return adjusted;
};
