import { z } from 'zod';
import { difficultySchema } from '@benchloop/spec';
import { checkSchema } from './check-schema.ts';
import { readCsv, type Cell } from './csv.ts';
import { fullLines } from './full-lines.ts';
import { readJsonLine, type Located } from './located.ts';
import { limits } from './limits.ts';
import { start, type Place, type Problem } from './problem.ts';
import { readSuiteFile } from './read-file.ts';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(z.string().trim().min(1));
/** Several texts in one cell stand apart by `|`. */
const texts = z.union([
  z.array(text),
  z.string().transform((value) =>
    value
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]);

const rowSchema = z.strictObject({
  id: text.optional(),
  question: text,
  answer: text,
  /** For the matcher `choice`. */
  options: texts.optional(),
  difficulty: difficultySchema.default('medium'),
  tags: texts.optional(),
});
export type QuestionRow = z.output<typeof rowSchema>;
export type LocatedRow = { row: QuestionRow; placeOf: (column: string) => Place };
export type Rows = { rows: LocatedRow[]; problems: Problem[] };

const columns = Object.keys(rowSchema.shape);

const checkRow = (located: Located): Rows => {
  const checked = checkSchema(located, located.data, rowSchema, { known: columns });
  if (!checked.ok) return { rows: [], problems: checked.problems };
  return { rows: [{ row: checked.value, placeOf: (column) => located.placeOf([column]) }], problems: [] };
};

const joined = (parts: readonly Rows[]): Rows => ({
  rows: parts.flatMap(({ rows }) => rows),
  problems: parts.flatMap(({ problems }) => problems),
});

const fromCells = (file: string, names: readonly string[], cells: readonly Cell[]): Rows => {
  const first = cells[0]?.place ?? start;
  if (cells.length > names.length)
    return {
      rows: [],
      problems: [
        {
          file,
          ...(cells[names.length]?.place ?? first),
          message: `the row has ${cells.length} cells; the head names ${names.length}`,
          nextStep: 'Put cells that hold commas into double quotes.',
        },
      ],
    };
  const filled = cells.map((cell, index) => [names[index] ?? '', cell] as const).filter(([, cell]) => cell.text.trim() !== '');
  const places = new Map(filled.map(([name, cell]) => [name, cell.place]));
  const data = Object.fromEntries(filled.map(([name, cell]) => [name, cell.text]));
  return checkRow({ file, data, placeOf: (path) => places.get(String(path[0])) ?? first });
};

const fromCsv = (file: string, content: string): Rows => {
  const read = readCsv(content);
  if (!read.ok) return { rows: [], problems: [{ file, ...read.problem }] };
  const [head, ...body] = read.rows;
  const names = (head ?? []).map((cell) => cell.text.trim().toLowerCase());
  const missing = ['question', 'answer'].filter((name) => !names.includes(name));
  if (missing.length > 0)
    return {
      rows: [],
      problems: [
        {
          file,
          ...start,
          message: `the head has no column ${missing.join(' and no column ')}`,
          nextStep: `${(head?.[0]?.text ?? '').includes(';') ? 'Cells stand apart by commas here, not semicolons. ' : ''}Begin with a line such as: question,answer. Known are: ${columns.join(', ')}.`,
        },
      ],
    };
  return joined(body.slice(0, limits.tasks + 1).map((cells) => fromCells(file, names, cells)));
};

const fromLines = (file: string, content: string): Rows =>
  joined(
    fullLines(content).map(({ text: line, linesBefore }) => {
      const read = readJsonLine(line, { file, linesBefore });
      return read.ok ? checkRow(read.located) : { rows: [], problems: [read.problem] };
    }),
  );

/** The question/answer pairs of a CSV or JSONL file in the folder. */
export const readQuestionRows = async (folder: string, file: string, placeInSuiteFile: Place): Promise<Rows> => {
  if (!/\.(?:csv|jsonl)$/i.test(file))
    return {
      rows: [],
      problems: [
        {
          file: 'suite.yaml',
          ...placeInSuiteFile,
          message: `questions.file: ${JSON.stringify(file)} is no .csv or .jsonl file`,
          nextStep: 'Save the pairs in one of these formats.',
        },
      ],
    };
  const read = await readSuiteFile(folder, file, limits.linesBytes);
  if (!read.ok) return { rows: [], problems: [read.problem] };
  return /\.csv$/i.test(file) ? fromCsv(file, read.text) : fromLines(file, read.text);
};
