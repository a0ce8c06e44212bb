import { Logo } from '../mark/mark.tsx';
import type { FailedTrial } from './failed-trials.ts';
import type { ReportData } from './report-data.ts';
import { FailureSection } from './sections/failure-section.tsx';
import { OriginSection } from './sections/origin-section.tsx';
import { ScoreSection } from './sections/score-section.tsx';
import { SpeedSection } from './sections/speed-section.tsx';
import { TrialsSection } from './sections/trials-section.tsx';
import { VerdictSection } from './sections/verdict-section.tsx';

export type ReportPageProps = { data: ReportData; failed: readonly FailedTrial[]; css: string };

/** Nothing may be fetched or run: styles, fonts and images are in the file, and there is no script. */
export const contentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";

/** The whole report as one HTML document. */
export const ReportPage = ({ data, failed, css }: ReportPageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content={contentPolicy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>{`${data.text.title} · BenchLoop`}</title>
      <style dangerouslySetInnerHTML={{ __html: css }} />
    </head>
    <body>
      <main className="page">
        <header>
          <Logo />
          <span>{`BenchLoop ${data.report.run.benchloopVersion}`}</span>
        </header>
        {data.text.alarm === null ? null : (
          <p className="alarm" role="alert">
            {data.text.alarm}
          </p>
        )}
        <VerdictSection {...data} />
        <ScoreSection {...data} />
        <SpeedSection {...data} />
        <FailureSection report={data.report} failed={failed} />
        <OriginSection {...data} />
        <TrialsSection report={data.report} />
        <footer>
          <p>{`Scores can be checked from their receipts, offline: bench-loop verify ${data.report.run.id}`}</p>
          <p>Intervals are 95 %. A dash stands where there is no number; the reason is beside it or below.</p>
        </footer>
      </main>
    </body>
  </html>
);
