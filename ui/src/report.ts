/** The door for programs on Node that write files: the report as HTML, and the share card as SVG and PNG. */
export { cardSize } from './report/card/card.tsx';
export { renderCardPng, renderCardSvg } from './report/card/render-card.tsx';
export type { ReportData, ReportText, TextTable } from './report/report-data.ts';
export { largestReportBytes, renderReportHtml } from './report/report-html.tsx';
