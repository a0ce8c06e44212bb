/**
 * Gives requirements calls of their own: no call serves two. Augmenting paths, so that one greedy choice cannot spoil
 * another; returns for each requirement the index of its call, or null.
 */
export const assignCalls = (
  requirements: number,
  calls: number,
  fits: (requirement: number, call: number) => boolean,
): (number | null)[] => {
  const owner: (number | null)[] = Array.from({ length: calls }, () => null);
  const place = (requirement: number, tried: Set<number>): boolean => {
    for (let call = 0; call < calls; call += 1) {
      if (tried.has(call) || !fits(requirement, call)) continue;
      tried.add(call);
      const held = owner[call] ?? null;
      if (held !== null && !place(held, tried)) continue;
      owner[call] = requirement;
      return true;
    }
    return false;
  };
  for (let requirement = 0; requirement < requirements; requirement += 1) place(requirement, new Set());
  return Array.from({ length: requirements }, (_, requirement) => {
    const call = owner.indexOf(requirement);
    return call < 0 ? null : call;
  });
};
