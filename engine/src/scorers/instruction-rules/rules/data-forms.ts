import { z } from 'zod';
import { defineRule, exactly, rangeFault, shown, type Fault } from './define.ts';

const memberSchema = z.object({
  name: z.string().min(1),
  type: z.enum(['string', 'number', 'boolean', 'strings']),
  /** Number of items of an array of strings. */
  length: z.number().int().positive().optional(),
});
type Member = z.infer<typeof memberSchema>;

const memberFault = ({ name, type, length }: Member, value: unknown): Fault => {
  if (type === 'strings') {
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) return `the member "${name}" is no array of strings`;
    return length === undefined ? null : rangeFault(value.length, `items in "${name}"`, exactly(length));
  }
  if (typeof value !== type) return `the member "${name}" is no ${type}`;
  return value === '' ? `the member "${name}" is empty` : null;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The whole reply is one JSON object with exactly these members, in any order. */
export const jsonObject = defineRule('json-object', {
  parameters: { members: z.array(memberSchema).min(1) },
  check: ({ members }, { raw }) => {
    const value = parse(raw);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return `the reply ${shown(raw)} is no JSON object alone`;
    const given = Object.keys(value);
    const extra = given.find((key) => members.every(({ name }) => name !== key));
    if (extra !== undefined) return `found the member ${shown(extra)}, which was not asked for`;
    for (const member of members) {
      if (!Object.hasOwn(value, member.name)) return `the member "${member.name}" is missing`;
      const fault = memberFault(member, (value as Record<string, unknown>)[member.name]);
      if (fault !== null) return fault;
    }
    return null;
  },
});

const tableCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const columnNames = { columns: z.array(z.string().min(1)).min(2), rows: z.number().int().positive() };

const gridFault = (grid: readonly (readonly string[])[], asked: { columns: string[]; rows: number }): Fault => {
  const [header, ...rows] = grid;
  if (header?.join('\n') !== asked.columns.join('\n'))
    return `the header is ${shown(header?.join(', '))}, asked for ${shown(asked.columns.join(', '))}`;
  const ragged = rows.findIndex((row) => row.length !== asked.columns.length);
  if (ragged >= 0) return `row ${ragged + 1} has ${rows[ragged]?.length} cells, asked for ${asked.columns.length}`;
  const empty = rows.findIndex((row) => row.includes(''));
  if (empty >= 0) return `row ${empty + 1} has an empty cell`;
  return rangeFault(rows.length, 'rows below the header', exactly(asked.rows));
};

/** The whole reply is one Markdown table with this header. */
export const table = defineRule('table', {
  parameters: columnNames,
  check: (rule, { lines }) => {
    const stray = lines.find((line) => !line.includes('|'));
    if (stray !== undefined) return `the line ${shown(stray)} is no row of a table`;
    if (!/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(lines[1] ?? '')) return 'the line of dashes below the header is missing';
    return gridFault(lines.filter((_line, at) => at !== 1).map(tableCells), rule);
  },
});

/** Cells of one CSV line; a cell in double quotes may hold commas and doubled quotes. Null = a quote is left open. */
export const csvCells = (line: string): string[] | null => {
  const cells: string[] = [];
  for (let rest = line; ;) {
    const cell = /^\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/.exec(rest);
    if (cell === null) return null;
    cells.push((cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '').trim());
    if (cell[3] === '') return cells;
    rest = rest.slice(cell[0].length);
  }
};

/** The whole reply is comma-separated values with this header. */
export const csv = defineRule('csv', {
  parameters: columnNames,
  check: (rule, { lines }) => {
    const grid: string[][] = [];
    for (const line of lines) {
      const cells = csvCells(line);
      if (cells === null) return `the line ${shown(line)} is no line of CSV`;
      grid.push(cells);
    }
    return gridFault(grid, rule);
  },
});
