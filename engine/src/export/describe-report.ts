import type { Report } from '@benchloop/spec';
import { factsOf, type Fact } from './facts.ts';
import { notMeasuredOf, type NotMeasured } from './not-measured.ts';
import { contextTable, scoreTable, speedTable, type Table } from './tables.ts';
import { alarmOf, coldStartOf, doubtsOf, partsOf, titleOf, verdictOf, warningsOf } from './verdict.ts';

/** Everything that a report says in words, for renderers outside of the engine. Null = there is nothing to say. */
export type ReportText = {
  /** That the run was changed after it was made. */
  alarm: string | null;
  title: string;
  verdict: string;
  parts: string | null;
  coldStart: string | null;
  doubts: string[];
  warnings: string[];
  facts: Fact[];
  scores: Table;
  context: Table | null;
  speed: Table | null;
  /** What stands in no table of this run, and why. */
  notMeasured: NotMeasured[];
};

/** The words of a report, the same in every format. */
export const describeReport = (report: Report): ReportText => ({
  alarm: alarmOf(report),
  title: titleOf(report),
  verdict: verdictOf(report),
  parts: partsOf(report),
  coldStart: coldStartOf(report),
  doubts: doubtsOf(report),
  warnings: warningsOf(report),
  facts: factsOf(report),
  scores: scoreTable(report),
  context: contextTable(report),
  speed: speedTable(report),
  notMeasured: notMeasuredOf(report),
});
