import { renderToStaticMarkup } from 'react-dom/server';
import { uiCss } from '../styles.ts';
import { failedWithTraces } from './failed-trials.ts';
import { fontFaceCss } from './fonts.ts';
import { reportCss } from './report-css.ts';
import type { ReportData } from './report-data.ts';
import { ReportPage } from './report-page.tsx';

/** A file of this size opens at once anywhere and passes every mail and issue tracker. */
export const largestReportBytes = 2_000_000;

const firstTraceBudget = 1_000_000;

/** What would turn the direction of writing or can't stand in HTML; where the exact text matters it is written out before. */
const invisible = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

export const withoutInvisible = (html: string): string => html.replaceAll(invisible, '');

/**
 * A run as one HTML file that needs no network and no script. Traces of failed trials are left out, evenly over the suites,
 * until the file is smaller than `largestReportBytes`.
 */
export const renderReportHtml = (data: ReportData): string => {
  const css = `${fontFaceCss()}\n${uiCss}${reportCss}`;
  const render = (budgetBytes: number): string =>
    withoutInvisible(
      `<!doctype html>\n${renderToStaticMarkup(<ReportPage data={data} failed={failedWithTraces(data.report, data.traces, budgetBytes)} css={css} />)}\n`,
    );
  let budget = firstTraceBudget;
  let html = render(budget);
  while (Buffer.byteLength(html) > largestReportBytes && budget > 0) {
    budget = budget < 10_000 ? 0 : Math.floor(budget / 4);
    html = render(budget);
  }
  return html;
};
