import { z } from 'zod';

export const cellSchema = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.infer<typeof cellSchema>;
export type Row = Record<string, Cell>;

/** The whole database before the first call. */
export const databaseStateSchema = z.strictObject({
  /** What SQL reads as the current time, `YYYY-MM-DD hh:mm:ss`. */
  now: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  /** CREATE statements, in the order in which they are run. */
  schema: z.array(z.string()).min(1),
  tables: z.record(z.string(), z.array(z.record(z.string(), cellSchema))),
  /** Tables that `execute` may change; left out = all. */
  writable: z.array(z.string()).optional(),
  /** Rows of a result on one page. */
  pageRows: z.number().int().min(1).max(100).default(20),
});
export type DatabaseState = z.infer<typeof databaseStateSchema>;

/** What is left at the end: every table's rows as objects, in the order of their columns' values. */
export type DatabaseRows = { tables: Record<string, Row[]> };
