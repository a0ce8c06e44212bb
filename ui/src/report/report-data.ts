import type { Report, TraceEvent } from '@benchloop/spec';

/** A table of texts; `notes` stand below their row, `footnotes` below the table. */
export type TextTable = {
  title: string;
  head: readonly string[];
  rows: readonly { cells: readonly string[]; notes: readonly string[] }[];
  footnotes: readonly string[];
};

/** What a report says in words, the same in every format. Null = there is nothing to say. */
export type ReportText = {
  /** That the run was changed after it was made. */
  alarm: string | null;
  title: string;
  verdict: string;
  parts: string | null;
  coldStart: string | null;
  doubts: readonly string[];
  warnings: readonly string[];
  facts: readonly { label: string; text: string }[];
  scores: TextTable;
  context: TextTable | null;
  speed: TextTable | null;
  /** What stands in no table of this run, and why. */
  notMeasured: readonly { what: string; why: string }[];
};

/** What the HTML file is made from. `traces` holds the trace of each trial that has one, by the trial's id. */
export type ReportData = { report: Report; text: ReportText; traces: ReadonlyMap<string, readonly TraceEvent[]> };
