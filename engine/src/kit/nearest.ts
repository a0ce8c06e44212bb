const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/** Names that a person may have meant, nearest first: small edit distance, or one holds the other. */
export const nearest = (name: string, names: readonly string[]): string[] => {
  const wanted = name.toLowerCase();
  const cost = (candidate: string) => {
    const text = candidate.toLowerCase();
    return text.includes(wanted) || wanted.includes(text) ? 0 : distance(wanted, text);
  };
  return names
    .map((candidate) => ({ candidate, cost: cost(candidate) }))
    .filter(({ cost: value }) => value <= Math.max(2, name.length / 3))
    .sort((a, b) => a.cost - b.cost)
    .map(({ candidate }) => candidate);
};
