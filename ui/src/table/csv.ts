/** A small table of data behind a chart or a page. Null = not known. */
export type DataRows = { head: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };

const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Data as CSV (RFC 4180, lines ended by `\n`); a text that a spreadsheet would run gets an apostrophe in front. */
export const csvOf = ({ head, rows }: DataRows): string => [head, ...rows].map((line) => line.map(cell).join(',')).join('\n');

const markdownCell = (value: string | number | null): string =>
  value === null
    ? ''
    : String(value)
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/[\\`*_{}[\]<>|#~]/g, String.raw`\$&`);

/** Data as a Markdown table, for copying into an issue or a chat. */
export const markdownOf = ({ head, rows }: DataRows): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(markdownCell))].map((line) => `| ${line.join(' | ')} |`).join('\n');
