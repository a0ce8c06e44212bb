import type { Comparison } from '@benchloop/spec';
import { renderToStaticMarkup } from 'react-dom/server';
import { ComparisonView } from '../comparison/comparison-view.tsx';
import { Logo } from '../mark/mark.tsx';
import { uiCss } from '../styles.ts';
import { fontFaceCss } from './fonts.ts';
import { contentPolicy } from './report-page.tsx';
import { reportCss } from './report-css.ts';
import { withoutInvisible } from './report-html.tsx';

/** A comparison as one HTML file that needs no network and no script. */
export const renderComparisonHtml = (comparison: Comparison, version: string): string =>
  withoutInvisible(
    `<!doctype html>\n${renderToStaticMarkup(
      <html lang="en">
        <head>
          <meta charSet="utf-8" />
          <meta httpEquiv="Content-Security-Policy" content={contentPolicy} />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="referrer" content="no-referrer" />
          <title>{`${comparison.runs.map(({ name }) => name).join(' and ')} · BenchLoop`}</title>
          <style dangerouslySetInnerHTML={{ __html: `${fontFaceCss()}\n${uiCss}${reportCss}` }} />
        </head>
        <body>
          <main className="page">
            <header>
              <Logo />
              <span>{`BenchLoop ${version}`}</span>
            </header>
            <h1>Comparison</h1>
            <p className="subtitle">{comparison.runs.map(({ id, name }) => `${name} (${id})`).join(' · ')}</p>
            <ComparisonView comparison={comparison} />
            <footer>
              <p>Intervals are 95 %. Runs are held beside each other on the tasks that both tried.</p>
            </footer>
          </main>
        </body>
      </html>,
    )}\n`,
  );
