/** Columns that a terminal surely has. */
export const terminalColumns = 80;

/** Breaks text at spaces so that no line is longer than `width`; a longer word keeps a line of its own. */
export const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/** Text of at most `width` columns cut in its middle: names often differ at their end. */
export const fitMiddle = (text: string, width: number): string => {
  if (text.length <= width) return text;
  const end = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - end)}…${text.slice(text.length - end)}`;
};

/** Wrapped text whose first line begins with `first` and whose others are indented to match. */
export const wrapHanging = (first: string, text: string): string[] =>
  wrap(text, terminalColumns - first.length).map((line, place) => (place === 0 ? first : ' '.repeat(first.length)) + line);
