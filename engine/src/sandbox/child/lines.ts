/** Splits a stream into lines at `\n` only: JSON may hold other ends of lines. `overflow` is called once a line grows beyond `mostBytes`. */
export const createLines = (onLine: (line: string) => void, mostBytes = Infinity, overflow: () => void = () => undefined) => {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]);
      parts = [];
      size = 0;
      from = at + 1;
      onLine(line.toString('utf8'));
    }
    const rest = chunk.subarray(from);
    if (rest.length === 0) return;
    parts.push(rest);
    size += rest.length;
    if (size > mostBytes) overflow();
  };
};
