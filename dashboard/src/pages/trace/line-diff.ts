/** One line of a comparison: in both texts, only in the old one, or only in the new one. */
export type DiffLine = { kind: 'same' | 'removed' | 'added'; text: string };

/** Beyond this many pairs of lines a comparison would hold up the page; then all old lines stand before all new ones. */
const mostPairs = 1_000_000;

const linesOf = (text: string | null): string[] => (text === null ? [] : text.replace(/\n$/u, '').split('\n'));

/** Lengths of the longest common subsequences of all ends of two lists, row by row. */
const commonLengths = (old: readonly string[], now: readonly string[]): Uint32Array => {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === now[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  return lengths;
};

const toLines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));

const middle = (old: readonly string[], now: readonly string[]): DiffLine[] => {
  if (old.length * now.length > mostPairs) return [...toLines('removed', old), ...toLines('added', now)];
  const width = now.length + 1;
  const lengths = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < now.length) {
    const [left, right] = [old[row] ?? '', now[column] ?? ''];
    if (left === right) {
      lines.push({ kind: 'same', text: left });
      row += 1;
      column += 1;
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) {
      lines.push({ kind: 'removed', text: left });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: right });
      column += 1;
    }
  }
  return [...lines, ...toLines('removed', old.slice(row)), ...toLines('added', now.slice(column))];
};

/** The fewest removed and added lines that make one text of the other. Null = there is no such text. */
export const lineDiff = (before: string | null, after: string | null): DiffLine[] => {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return [
    ...toLines('same', old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...toLines('same', old.slice(old.length - tail)),
  ];
};

/** Runs of unchanged lines that are longer than twice `around` are cut to `around` lines at each side of a change. */
export const nearChanges = (lines: readonly DiffLine[], around: number): (DiffLine | { kind: 'left-out'; count: number })[] => {
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - around), place + around + 1).some(({ kind }) => kind !== 'same');
  const shown: (DiffLine | { kind: 'left-out'; count: number })[] = [];
  for (const [place, line] of lines.entries()) {
    if (isNear(place)) shown.push(line);
    else {
      const last = shown.at(-1);
      if (last?.kind === 'left-out') last.count += 1;
      else shown.push({ kind: 'left-out', count: 1 });
    }
  }
  return shown;
};
