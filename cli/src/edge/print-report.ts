import type { Report } from '@benchloop/spec';

export const reportFormats = ['console', 'json', 'md', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report in one format; colours only for a terminal that wants them. */
export const printReport = async (report: Report, format: ReportFormat, isTerminal: boolean): Promise<string> => {
  const engine = await import('@benchloop/engine');
  if (format === 'json') return engine.toJson(report);
  if (format === 'md') return engine.toMarkdown(report);
  if (format === 'csv') return engine.toCsv(report);
  const { default: colours } = await import('picocolors');
  const on = isTerminal && colours.isColorSupported;
  return engine.toConsole(report, on ? { bold: colours.bold, dim: colours.dim } : undefined);
};
