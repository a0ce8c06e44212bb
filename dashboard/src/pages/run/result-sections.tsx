import { Link } from '@tanstack/react-router';
import { isJudged, type Manifest, type Outcome, type RunView, type SpeedSummary, type WordTable } from '@benchloop/spec';
import {
  DataTable,
  dataOfFailures,
  dataOfLatencies,
  dataOfLines,
  dataOfScores,
  DepthChart,
  FailureChart,
  Figure,
  LatencyHistogram,
  MachineLine,
  onOneLine,
  Score,
  ScoreChart,
  type LineSeries,
  type ScoreRow,
} from '@benchloop/ui';

type Row = WordTable['rows'][number];

const WordsTable = ({ table }: { table: WordTable }) => (
  <DataTable<Row>
    caption={table.title}
    columns={table.head.map((title, place) => ({ id: `${place}`, title, numeric: place > 0, cell: ({ cells }) => cells[place] ?? '' }))}
    rows={table.rows}
    keyOf={({ cells }) => cells[0] ?? ''}
    notesOf={({ notes }) => notes}
    footnotes={table.footnotes}
    density="compact"
  />
);

const List = ({ title, entries }: { title: string; entries: readonly string[] }) =>
  entries.length === 0 ? null : (
    <section className="run-attention">
      <h2>{title}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry}>{onOneLine(entry)}</li>
        ))}
      </ul>
    </section>
  );

const judgedCount = (outcomes: Record<Outcome, number>): number =>
  (Object.entries(outcomes) as [Outcome, number][]).reduce((sum, [outcome, count]) => sum + (isJudged(outcome) ? count : 0), 0);

/** What the run says, in words, before any table. */
export const Verdict = ({ view: { summary, words } }: { view: RunView }) => {
  const { value, low, high } = summary.overall;
  return (
    <section aria-label="Verdict">
      {words.alarm === null ? null : <p role="alert">{words.alarm}</p>}
      <div className="run-verdict">
        {/* Why there is none is what the verdict says. */}
        {value === null || low === null || high === null ? null : (
          <Score
            what="overall"
            size="large"
            state={{
              kind: 'measured',
              estimate: { value, low, high, n: judgedCount(summary.outcomes) },
              missingShare: 1 - summary.coverage,
            }}
          />
        )}
        <div>
          <p>
            <strong>{words.verdict}</strong>
          </p>
          {[words.parts, words.coldStart].map((text) => (text === null ? null : <p key={text}>{text}</p>))}
        </div>
      </div>
      <List title="Not comparable with other runs" entries={words.doubts} />
      <List title="Warnings and next steps" entries={words.warnings} />
    </section>
  );
};

const scoreRowsOf = ({ summary }: RunView): ScoreRow[] => {
  const missing = summary.notRun.filter(({ suiteId }) => !summary.suites.some(({ id }) => id === suiteId));
  return [
    ...summary.suites
      .filter(({ judge }) => judge === 'scorer')
      .map(({ id, score }) => ({ name: id, estimate: score, missing: 'not judged' })),
    ...missing.map(({ suiteId }) => ({ name: suiteId, estimate: null, missing: 'not run' })),
  ];
};

/** Scores with intervals, and why the others did not pass. */
export const Scores = ({ view }: { view: RunView }) => {
  const rows = scoreRowsOf(view);
  const { causes } = view;
  const trials = Object.values(view.summary.outcomes).reduce((sum, count) => sum + count, 0);
  return (
    <section aria-label="Scores">
      <h2>Scores</h2>
      <div className="run-columns">
        {rows.length === 0 ? null : (
          <Figure
            title="Score by suite"
            data={dataOfScores(rows)}
            draw={(width) => <ScoreChart rows={rows} width={width} title="Score by suite" />}
            note="0 to 100; n = judged trials. Dots are means, whiskers 95 % intervals."
          />
        )}
        {causes.length === 0 ? null : (
          <div>
            <Figure
              title="Failures by cause"
              data={dataOfFailures(causes)}
              draw={(width) => <FailureChart causes={causes} trials={trials} width={width} />}
              note={`Counts of ${trials} trials. Hatched bars are failures of the machinery: they leave the score and make the run incomplete.`}
            />
            <p className="run-causes">
              Open the trials:{' '}
              {causes.map(({ name, count }) => (
                <Link key={name} to="/runs/$runId/trace" params={{ runId: view.run.id }} search={{ cause: name }}>
                  {`${name} (${count})`}
                </Link>
              ))}
            </p>
          </div>
        )}
      </div>
      <WordsTable table={view.words.scores} />
      {view.words.context === null ? null : <WordsTable table={view.words.context} />}
    </section>
  );
};

const pointOf = ({ promptTokens, decodeTokensPerSecond: rate }: SpeedSummary) =>
  promptTokens === null || rate === null ? [] : [{ x: promptTokens.p50, y: rate.p50, low: rate.min, high: rate.max, n: rate.n }];

const depthLineOf = ({ run, summary, timedCells }: RunView): LineSeries => ({
  name: onOneLine(run.model?.name ?? 'this run'),
  points: summary.speed
    .filter(({ cell }) => timedCells.includes(cell))
    .flatMap(pointOf)
    .toSorted((a, b) => a.x - b.x),
});

/** Speed: medians, decode over depth, times between tokens. */
export const Speed = ({ view }: { view: RunView }) => {
  const depth = depthLineOf(view);
  const medians = view.interTokenMediansMs;
  const what = 'median time between two tokens of a call';
  return (
    <section aria-label="Speed">
      <h2>Speed</h2>
      {view.words.speed === null ? <p className="bl-muted">No speed was measured.</p> : <WordsTable table={view.words.speed} />}
      <div className="run-columns">
        {depth.points.length === 0 ? null : (
          <Figure
            title="Decode over depth"
            data={dataOfLines([depth], ['prompt tokens', 'decode tok/s'])}
            draw={(width) => <DepthChart lines={[depth]} width={width} whiskers="lowest to highest" />}
            note="Medians of the timed cells; whiskers from the lowest to the highest sample."
          />
        )}
        {medians.length === 0 ? null : (
          <Figure
            title="Time between tokens"
            data={dataOfLatencies(medians)}
            draw={(width) => <LatencyHistogram valuesMs={medians} width={width} what={what} />}
          />
        )}
      </div>
    </section>
  );
};

const short = (digest: string): string => digest.replace(/^sha256:/u, '').slice(0, 16);

/** Machine, settings and manifest: what the numbers belong to. */
export const Origin = ({ view: { run, words }, isLive }: { view: RunView; isLive: boolean }) => (
  <section aria-label="What the numbers belong to">
    <h2>What the numbers belong to</h2>
    {run.plan.place.value === 'remote' ? <p className="bl-muted">The model ran elsewhere; this is the machine that asked.</p> : null}
    <MachineLine machine={run.machine} />
    <dl className="run-facts">
      {/* How far a run is stands above while it runs. */}
      {words.facts
        .filter(({ label }) => !isLive || label !== 'Run')
        .map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
    <DataTable<Manifest['suites'][number]>
      caption={`Manifest ${short(run.manifest.digest)}: what makes two runs comparable`}
      columns={[
        { id: 'suite', title: 'Suite', cell: ({ id, version }) => `${onOneLine(id)} ${onOneLine(version)}` },
        { id: 'tasks', title: 'Tasks', numeric: true, cell: ({ tasks, tasksInSuite }) => `${tasks.length} of ${tasksInSuite}` },
        { id: 'seed', title: 'Seed', numeric: true, cell: ({ seed }) => String(seed) },
        { id: 'digest', title: 'Digest', cell: ({ digest }) => <code title={digest}>{short(digest)}</code> },
        { id: 'scorer', title: 'Scorer', cell: ({ scorer }) => `${onOneLine(scorer.id)} ${onOneLine(scorer.version)}` },
      ]}
      rows={run.manifest.suites}
      keyOf={({ id }) => id}
      density="compact"
      footnotes={['Digests are the first 16 hexadecimal digits of SHA-256; the whole ones are in the run folder.']}
    />
  </section>
);
