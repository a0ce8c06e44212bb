import type { Place, Problem } from './problem.ts';

export type Cell = { text: string; place: Place };
export type CsvResult = { ok: true; rows: Cell[][] } | { ok: false; problem: Omit<Problem, 'file'> };

const mostColumns = 50;

/**
 * Reads comma-separated values by RFC 4180: cells in double quotes may hold commas, line ends and doubled quotes.
 * Empty lines are left out.
 */
export const readCsv = (text: string): CsvResult => {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let [at, line, lineStart] = [0, 1, 0];
  const here = (): Place => ({ line, column: at - lineStart + 1 });
  const endRow = () => {
    if (row.length > 1 || (row[0]?.text ?? '').trim() !== '') rows.push(row);
    row = [];
  };
  const newLine = () => {
    line += 1;
    lineStart = at;
  };
  while (at < text.length) {
    const place = here();
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        if (end === -1)
          return {
            ok: false,
            problem: { ...place, message: 'the quotation mark is never closed', nextStep: 'Close it, and double those inside.' },
          };
        const piece = text.slice(at, end);
        const lineEnds = piece.split('\n').length - 1;
        if (lineEnds > 0) [line, lineStart] = [line + lineEnds, at + piece.lastIndexOf('\n') + 1];
        cell += piece;
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
      if (at < text.length && !/[,\r\n]/.test(text[at] ?? ''))
        return {
          ok: false,
          problem: { ...here(), message: 'text follows a closed quotation mark', nextStep: 'Double quotation marks inside a cell.' },
        };
    } else {
      const length = text.slice(at).search(/[,\r\n]/);
      cell = text.slice(at, length === -1 ? undefined : at + length);
      at += cell.length;
    }
    row.push({ text: cell, place });
    if (row.length > mostColumns)
      return {
        ok: false,
        problem: { ...place, message: `the row has more than ${mostColumns} cells`, nextStep: 'Take out what no column needs.' },
      };
    if (text[at] === ',') {
      at += 1;
      if (at === text.length || /[\r\n]/.test(text[at] ?? '')) row.push({ text: '', place: here() });
      if (at < text.length && !/[\r\n]/.test(text[at] ?? '')) continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    newLine();
    endRow();
  }
  endRow();
  return { ok: true, rows };
};
