/** One possible pair: what the call is worth for the expectation, 0 to 1; null = another tool. */
export type Worth = (expected: number, call: number) => number | null;
export type Pairing = { value: number; pairs: { expected: number; call: number }[] };

/** Calls beyond this number are never paired, so that a flood of calls costs no time. */
const callsPaired = 200;

const better = (a: Pairing, b: Pairing): boolean => (a.value === b.value ? a.pairs.length > b.pairs.length : a.value > b.value);

/**
 * The best way to give each expected call at most one actual call and each actual call at most one expectation.
 * `groupOf` holds the group of each expectation: a call is paired only with the first group that was not complete
 * when its turn began. `turnOf` holds the turn of each call, never falling.
 */
export const bestPairing = (groupOf: readonly number[], turnOf: readonly number[], worth: Worth): Pairing => {
  const known = new Map<string, Pairing>();
  const openGroup = (done: number): number | undefined => groupOf.find((_group, expected) => (done & (1 << expected)) === 0);
  const from = (call: number, before: number, done: number): Pairing => {
    if (call >= Math.min(turnOf.length, callsPaired)) return { value: 0, pairs: [] };
    const start = call > 0 && turnOf[call] !== turnOf[call - 1] ? done : before;
    const key = `${call}/${start}/${done}`;
    const found = known.get(key);
    if (found) return found;
    let best = from(call + 1, start, done);
    for (const [expected, group] of groupOf.entries()) {
      if (group !== openGroup(start) || (done & (1 << expected)) !== 0) continue;
      const value = worth(expected, call);
      if (value === null) continue;
      const rest = from(call + 1, start, done | (1 << expected));
      const option = { value: value + rest.value, pairs: [{ expected, call }, ...rest.pairs] };
      if (better(option, best)) best = option;
    }
    known.set(key, best);
    return best;
  };
  return from(0, 0, 0);
};
