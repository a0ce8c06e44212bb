import type { Report } from '@benchloop/spec';
import type { ReportText } from './report/report-data.ts';

/** The door for programs on Node that write files: the report as HTML, and the share card as SVG and PNG. */
export { cardSize } from './report/card/card-size.ts';
export type { ReportData, ReportText, TextTable } from './report/report-data.ts';
export { renderComparisonHtml } from './report/comparison-html.tsx';
export { largestReportBytes, renderReportHtml } from './report/report-html.tsx';

type CardWords = Pick<ReportText, 'verdict' | 'title' | 'alarm'>;

/** The share card of a run as an SVG of 1200 by 630 pixels that needs no font. Its layout engine is loaded only here. */
export const renderCardSvg = async (report: Report, text: CardWords): Promise<string> =>
  (await import('./report/card/render-card.tsx')).renderCardSvg(report, text);

/** The same card as a PNG. */
export const renderCardPng = async (report: Report, text: CardWords): Promise<Uint8Array> =>
  (await import('./report/card/render-card.tsx')).renderCardPng(report, text);
