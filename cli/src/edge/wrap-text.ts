/** Columns that a terminal surely has. */
const columns = 80;

/** Breaks a sentence at spaces into lines of at most 80 columns. */
export const wrapText = (text: string): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/u)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};
