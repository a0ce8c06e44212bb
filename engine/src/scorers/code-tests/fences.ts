/** A piece of a reply that may be code: `tag` is the first word behind an opening fence, in lower case. */
export type Fenced = { tag: string; code: string };

type Opening = { mark: string; length: number; tag: string };

const openingOf = (line: string): Opening | null => {
  const found = /^[\s>]*(`{3,}|~{3,})[\s{.]*([\w+#.-]*)[^`]*$/.exec(line);
  if (found === null) return null;
  const [, fence = '', tag = ''] = found;
  return { mark: fence.charAt(0), length: fence.length, tag: tag.toLowerCase() };
};

const closes = (line: string, { mark, length }: Opening): boolean => {
  const text = line.trim();
  return text.length >= length && [...text].every((character) => character === mark);
};

/** A fence that opens and closes on the same line. */
const oneLine = (line: string): Fenced | null => {
  const found = /^\s*`{3,}(?:([A-Za-z+#]+)\s+)?([^`]+?)\s*`{3,}\s*$/.exec(line);
  return found === null ? null : { tag: (found[1] ?? '').toLowerCase(), code: found[2] ?? '' };
};

/** Fenced blocks of Markdown in their order, and the lines outside. A fence that is never closed runs to the end. */
export const splitFences = (text: string): { blocks: Fenced[]; outside: string } => {
  const blocks: Fenced[] = [];
  const outside: string[] = [];
  let open: (Opening & { lines: string[] }) | null = null;
  const end = (): void => {
    if (open !== null && open.lines.some((line) => line.trim() !== '')) blocks.push({ tag: open.tag, code: open.lines.join('\n') });
    open = null;
  };
  for (const line of text.split('\n')) {
    if (open !== null) {
      if (closes(line, open)) end();
      else open.lines.push(line);
      continue;
    }
    const single = oneLine(line);
    if (single !== null) blocks.push(single);
    else {
      const opening = openingOf(line);
      if (opening === null) outside.push(line);
      else open = { ...opening, lines: [] };
    }
  }
  end();
  return { blocks, outside: outside.join('\n') };
};
