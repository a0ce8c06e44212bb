import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportSchema, traceEventSchema, type Report, type TraceEvent } from '@benchloop/spec';
import type { ReportData, ReportText } from '../report-data.ts';

/** For tests only: a real run of the starter model of 20 tasks, its words and the traces of what failed, as they were stored. */
export const recordedRun = (): ReportData => {
  const data = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/run.json'), 'utf8')) as {
    report: unknown;
    text: ReportText;
    traces: [string, unknown[]][];
  };
  return {
    report: reportSchema.parse(data.report),
    text: { ...data.text, alarm: null, notMeasured: [{ what: 'Energy', why: 'This run read no energy counter.' }] },
    traces: new Map(data.traces.map(([id, trace]) => [id, trace.map((event) => traceEventSchema.parse(event))])),
  };
};

/** Every text of plain data through a function; keys, numbers and shapes stay. */
export const mapTexts = <Value>(value: Value, change: (text: string) => string): Value => {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)])) as Value;
};

/** The recorded run with an overall figure, as a complete run has one. */
export const withOverall = ({ report, ...rest }: ReportData): ReportData => ({
  ...rest,
  report: {
    ...report,
    summary: {
      ...report.summary,
      coverage: 1,
      overall: { ...report.summary.overall, value: 41.2, low: 35.5, high: 47.1, withheldBecause: null },
    },
  },
  text: { ...rest.text, verdict: 'Overall 41.2, 95 % interval 35.5 to 47.1.' },
});

/** A run as large as a full one: each trial with a trace, again and again. */
export const manyTimes = ({ report, text, traces }: ReportData, times: number): ReportData => {
  const copies = Array.from({ length: times }, (_, copy) =>
    report.trials.map((trial) => ({ ...trial, id: `${trial.id}-${copy}`, taskId: `${trial.taskId}${copy}` })),
  ).flat();
  const originals = new Map<string, readonly TraceEvent[]>(
    copies.flatMap(({ id }): [string, readonly TraceEvent[]][] => {
      const trace = traces.get(id.replace(/-\d+$/, ''));
      return trace === undefined ? [] : [[id, trace]];
    }),
  );
  return { report: { ...report, trials: copies } satisfies Report, text, traces: originals };
};
