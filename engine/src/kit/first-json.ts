const closing: Record<string, string> = { '{': '}', '[': ']' };

/**
 * End of the JSON object or array that begins at `start`, or -1 where it is cut off. Strings in single quotes, as in
 * a Python literal, are skipped too.
 */
export const jsonEnd = (text: string, start: number): number => {
  const open: string[] = [];
  let quote: string | null = null;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== null) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = null;
    } else if (character === '"' || (character === "'" && /[\s{[,:(]/u.test(text[at - 1] ?? ' '))) quote = character;
    else if (closing[character] !== undefined) open.push(closing[character]);
    else if (character === '}' || character === ']') {
      if (open.pop() !== character) return -1;
      if (open.length === 0) return at + 1;
    }
  }
  return -1;
};
