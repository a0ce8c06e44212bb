import type { Difficulty, Report, SuiteSummary } from '@benchloop/spec';
import { Figure } from '../../charts/kit/figure.tsx';
import { dataOfScores, ScoreChart, type ScoreRow } from '../../charts/score-chart.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { absent } from '../../words/format.ts';
import type { ReportData } from '../report-data.ts';
import { TextTable } from './text-table.tsx';

/** One row for each suite that a scorer judges, measured or not. */
export const scoreRowsOf = ({ summary }: Report): ScoreRow[] => {
  const scored = summary.suites.filter(({ judge }) => judge === 'scorer');
  const missing = summary.notRun.filter(({ suiteId }) => !summary.suites.some(({ id }) => id === suiteId));
  return [
    ...scored.map(({ id, score }) => ({ name: id, estimate: score, missing: 'not judged' })),
    ...missing.map(({ suiteId }) => ({ name: suiteId, estimate: null, missing: 'not run' })),
  ];
};

const levels: readonly Difficulty[] = ['easy', 'medium', 'hard', 'extreme'];

const sayLevel = (suite: SuiteSummary, level: Difficulty): string => {
  const found = suite.byDifficulty.find(({ difficulty }) => difficulty === level);
  if (found === undefined || found.judged === 0) return absent;
  const { passRate } = found;
  const interval = passRate === undefined ? '' : `, ${Math.round(100 * passRate.low)}–${Math.round(100 * passRate.high)} %`;
  return `${found.passed} of ${found.judged}${interval}`;
};

const DifficultyTable = ({ suites }: { suites: readonly SuiteSummary[] }) => (
  <DataTable<SuiteSummary>
    caption="Passed by difficulty"
    columns={[
      { id: 'suite', title: 'suite', cell: ({ id }) => id },
      ...levels.map((level) => ({ id: level, title: level, numeric: true, cell: (suite: SuiteSummary) => sayLevel(suite, level) })),
    ]}
    rows={suites}
    keyOf={({ id }) => id}
    density="compact"
    footnotes={[
      `Trials passed of those judged, and the 95 % interval of that share${suites.some(({ byDifficulty }) => byDifficulty.some(({ passRate }) => passRate === undefined)) ? ' where the version that made the report made one' : ''}; ${absent} = none of this level was judged.`,
    ]}
  />
);

/** Scores with intervals: chart, table, and what passed by difficulty. */
export const ScoreSection = ({ report, text }: ReportData) => {
  const rows = scoreRowsOf(report);
  const suites = report.summary.suites.filter(({ judge, byDifficulty }) => judge === 'scorer' && byDifficulty.length > 0);
  return (
    <section aria-label="Scores">
      <h2>Scores</h2>
      {rows.length === 0 ? <p>No suite that is judged by a scorer was run.</p> : null}
      {rows.length === 0 ? null : (
        <div className="columns">
          <Figure
            title="Score by suite"
            data={dataOfScores(rows)}
            draw={(width) => <ScoreChart rows={rows} width={width} title="Score by suite" />}
            note="0 to 100; n = judged trials. Dots are means, whiskers 95 % intervals. Suites ask different things: compare models in one suite, not suites with each other."
          />
          {suites.length === 0 ? null : <DifficultyTable suites={suites} />}
        </div>
      )}
      <TextTable table={text.scores} />
      {text.context === null ? null : <TextTable table={text.context} />}
    </section>
  );
};
