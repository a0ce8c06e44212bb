/** Moves labels apart on one axis, so that none is nearer to the next than `gap`; the order stays. */
export const spreadLabels = (places: readonly number[], gap: number, limit: number): number[] => {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let floor = -Infinity;
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, floor);
    floor = (moved[index] ?? 0) + gap;
  }
  let ceiling = limit;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, ceiling);
    ceiling = (moved[index] ?? 0) - gap;
  }
  return moved;
};
