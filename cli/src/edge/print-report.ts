import type { Report } from '@benchloop/spec';

export const reportFormats = ['console', 'json', 'md', 'csv', 'junit', 'html', 'card-svg', 'card-png'] as const;
export type ReportFormat = (typeof reportFormats)[number];

const consoleText = async (report: Report, isTerminal: boolean): Promise<string> => {
  const { toConsole } = await import('@benchloop/engine');
  const { default: colours } = await import('picocolors');
  const on = isTerminal && colours.isColorSupported;
  return toConsole(report, on ? { bold: colours.bold, dim: colours.dim } : undefined);
};

/** A report in one format; colours only for a terminal that wants them. The pages and pictures are drawn by `ui`, loaded only here. */
export const printReport = async (report: Report, format: ReportFormat, isTerminal: boolean): Promise<string | Uint8Array> => {
  const engine = await import('@benchloop/engine');
  switch (format) {
    case 'json':
      return engine.toJson(report);
    case 'md':
      return engine.toMarkdown(report);
    case 'csv':
      return engine.toCsv(report);
    case 'junit':
      return engine.toJunit(report);
    case 'console':
      return consoleText(report, isTerminal);
    case 'html':
      return (await import('./draw-report.ts')).drawHtml(report);
    case 'card-svg':
      return (await import('./draw-report.ts')).drawCard(report, 'svg');
    case 'card-png':
      return (await import('./draw-report.ts')).drawCard(report, 'png');
  }
};
