import { isJudged, type Outcome } from '@benchloop/spec';
import { Score } from '../../score/score.tsx';
import type { ReportData } from '../report-data.ts';

const judgedTrials = (outcomes: Record<Outcome, number>): number =>
  (Object.entries(outcomes) as [Outcome, number][]).reduce((sum, [outcome, count]) => sum + (isJudged(outcome) ? count : 0), 0);

const List = ({ title, entries }: { title: string; entries: readonly string[] }) =>
  entries.length === 0 ? null : (
    <section className="attention">
      <h3>{title}</h3>
      <ul className="plain">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </section>
  );

/** What the run says, in words, before any table. */
export const VerdictSection = ({ report, text }: ReportData) => {
  const { overall, outcomes, coverage } = report.summary;
  const { value, low, high } = overall;
  return (
    <section aria-label="Verdict">
      <h1>{text.title}</h1>
      <p className="subtitle">{`measured ${report.run.createdAt.slice(0, 10)}, run ${report.run.id}, ${report.run.status}`}</p>
      <div className="verdict">
        {value === null || low === null || high === null ? (
          <Score what="overall" state={{ kind: 'withheld', reason: overall.withheldBecause ?? 'it could not be computed' }} />
        ) : (
          <Score
            what="overall"
            size="large"
            state={{ kind: 'measured', estimate: { value, low, high, n: judgedTrials(outcomes) }, missingShare: 1 - coverage }}
          />
        )}
        <div>
          <p>
            <strong>{text.verdict}</strong>
          </p>
          {text.parts === null ? null : <p>{text.parts}</p>}
          {text.coldStart === null ? null : <p>{text.coldStart}</p>}
        </div>
      </div>
      <List title="Not comparable with other runs" entries={text.doubts} />
      <List title="Warnings and next steps" entries={text.warnings} />
    </section>
  );
};
