/** Edits (insert, delete, replace one letter) between two texts: Levenshtein distance. */
export const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.gguf$/, '')
    .replace(/[^a-z0-9]/g, '');

/** Names that a mistyped one may have meant, the nearest first: at most five that share a part or most letters. */
export const nearNames = (text: string, names: readonly string[]): string[] => {
  const wanted = plain(text);
  const rated = names.map((name) => {
    const other = plain(name);
    const contains = wanted !== '' && (other.includes(wanted) || wanted.includes(other));
    return { name, distance: contains ? 0 : editDistance(wanted, other) / Math.max(wanted.length, other.length, 1) };
  });
  return rated
    .filter(({ distance }) => distance <= 0.5)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
};
