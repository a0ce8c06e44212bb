import type { ComparedRun, Comparison } from '@benchloop/spec';
import { Figure } from '../charts/kit/figure.tsx';
import { dataOfPareto, ParetoChart, type ParetoPoint } from '../charts/pareto-chart.tsx';
import { PairwiseTable, type PairwiseCell } from '../table/pairwise-table.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { ComparisonVerdict } from '../words/verdict-words.ts';
import { limitsOf, nameOf, sayFigure, sayNumber, verdictOf, whyNone } from './comparison-words.ts';
import { PairSection } from './pair-section.tsx';

export type ComparisonViewProps = {
  comparison: Comparison;
  /** Width in pixels of the charts where the page has measured its room; left out = both of `staticWidths`. */
  width?: number;
};

const pairwiseCell =
  ({ runs, pairs, margin }: Comparison) =>
  (row: number, column: number): PairwiseCell => {
    const [mine, theirs] = [runs[row]?.id, runs[column]?.id];
    const pair = pairs.find(({ a, b }) => (a === theirs && b === mine) || (a === mine && b === theirs));
    const quality = pair?.quality ?? null;
    if (pair === undefined || quality === null) return { reason: pair?.refused ?? 'no suite with a weight is shared' };
    const turned = pair.b !== mine;
    const sign = turned ? -1 : 1;
    const limits = limitsOf(quality);
    const turnedVerdict: Record<ComparisonVerdict, ComparisonVerdict> = {
      better: 'worse',
      worse: 'better',
      same: 'same',
      unknown: 'unknown',
    };
    const verdict = verdictOf(quality.verdict);
    return {
      verdict: turned ? turnedVerdict[verdict] : verdict,
      margin,
      moreTrials: quality.moreTrials,
      difference: {
        value: sign * quality.difference,
        ...(limits === null
          ? { low: null, high: null, missing: whyNone(quality) }
          : { low: turned ? -limits.high : limits.low, high: turned ? -limits.low : limits.high }),
        n: quality.tasks,
      },
    };
  };

/** Quality on the tasks that all tried, where there are such: other tasks would make a run look better or worse than it is. */
const qualityBeside = ({ ranks }: Comparison, { id, quality }: ComparedRun): number | null =>
  ranks?.find(({ runId }) => runId === id)?.value ?? quality;

const paretoPoints = (comparison: Comparison): ParetoPoint[] =>
  comparison.runs.flatMap((run, series) => {
    const { name, decodeTokensPerSecond, solved, place } = run;
    const quality = qualityBeside(comparison, run);
    if (quality === null || decodeTokensPerSecond === null || place === 'remote') return [];
    return [{ name, x: decodeTokensPerSecond, y: quality, n: solved, series: series + 1 }];
  });

const Front = ({ comparison, width }: ComparisonViewProps) => {
  const points = paretoPoints(comparison);
  if (points.length < 2) return null;
  const chart = {
    points,
    x: { label: 'decode rate, tok/s', say: sayNumber, better: 'higher' as const },
    y: { label: 'quality', say: sayNumber, better: 'higher' as const },
  };
  return (
    <Figure
      title="Quality and decode rate"
      note="Faded: beaten in both by another. Each point is a run; n is the tasks it solved. A point has no interval of its own: those of the differences stand in the tables of the pairs, those of the rates in the report of each run."
      data={dataOfPareto(chart)}
      {...(width === undefined ? {} : { width })}
      draw={(drawn) => <ParetoChart {...chart} width={drawn} />}
    />
  );
};

const medianNote =
  'tok/s is a median whose n and interval the report of the run shows; memory is what the server tells or estimates, once.';

const runOf = ({ runs }: Comparison, id: string): ComparedRun | undefined => runs.find((run) => run.id === id);

const rateText = (comparison: Comparison, id: string): string => sayFigure(runOf(comparison, id)?.decodeTokensPerSecond ?? null, '').trim();

const memoryText = (comparison: Comparison, id: string): string => sayFigure(runOf(comparison, id)?.memoryBytes ?? null, 'bytes');

const ladderQuality = (comparison: Comparison, id: string): string => {
  const run = runOf(comparison, id);
  return (run === undefined ? null : qualityBeside(comparison, run))?.toFixed(1) ?? '—';
};

const RankTable = ({ comparison }: { comparison: Comparison }) =>
  comparison.ranks === null || comparison.runs.length < 3 ? null : (
    <DataTable
      caption={`Ranks by quality on the ${comparison.rankedTasks} tasks that all tried; a range is what the data allow`}
      rows={comparison.ranks.toSorted((one, other) => one.low - other.low || other.value - one.value)}
      keyOf={({ runId }) => runId}
      columns={[
        { id: 'rank', title: 'rank', numeric: true, cell: ({ low, high }) => (low === high ? low : `${low}-${high}`) },
        { id: 'run', title: 'run', cell: ({ runId }) => nameOf(comparison.runs, runId) },
        { id: 'value', title: 'quality', numeric: true, cell: ({ value }) => value.toFixed(1) },
        { id: 'rate', title: 'tok/s', numeric: true, cell: ({ runId }) => rateText(comparison, runId) },
        { id: 'memory', title: 'memory', numeric: true, cell: ({ runId }) => memoryText(comparison, runId) },
        { id: 'front', title: 'on the front', cell: ({ runId }) => (comparison.front.includes(runId) ? 'yes' : '') },
      ]}
      footnotes={[
        'Quality has no interval of its own here: the rank is what the data allow at 95 %, and n is the number of tasks above.',
        'On the front: no other run is as good in quality, tok/s and memory and better in one of them.',
        medianNote,
      ]}
    />
  );

const LadderTables = ({ comparison }: { comparison: Comparison }) => (
  <>
    {comparison.ladders.map(({ dimension, constant, steps }) => (
      <DataTable
        key={`${dimension} ${constant}`}
        caption={`Ladder of ${dimension}, all else alike (${constant}); quality on ${comparison.ranks === null ? 'the tasks of each run' : `the ${comparison.rankedTasks} tasks that all tried`}`}
        rows={steps}
        keyOf={({ runId }) => runId}
        columns={[
          { id: 'value', title: dimension, cell: ({ value }) => value },
          {
            id: 'quality',
            title: 'quality',
            numeric: true,
            cell: ({ runId }) => ladderQuality(comparison, runId),
          },
          {
            id: 'rate',
            title: 'tok/s',
            numeric: true,
            cell: ({ runId }) => rateText(comparison, runId),
          },
          { id: 'memory', title: 'memory', numeric: true, cell: ({ runId }) => memoryText(comparison, runId) },
        ]}
        footnotes={['Quality has no interval of its own here: each step has one, in the table of its pair.', medianNote]}
      />
    ))}
  </>
);

const Causes = ({ comparison }: { comparison: Comparison }) => (
  <section>
    <h2>Trials that did not pass, by cause</h2>
    <ul className="plain">
      {comparison.runs.map(({ id, name, causes, trials }) => (
        <li
          key={id}
        >{`${name}: ${causes.length === 0 ? 'every trial passed' : causes.map(({ cause, count }) => `${count} ${cause}`).join(', ')}${trials === undefined ? '' : `; n=${trials} trials`}`}</li>
      ))}
    </ul>
  </section>
);

/** A comparison of two or more runs: words first, then the numbers and what stands behind them. */
export const ComparisonView = ({ comparison, width }: ComparisonViewProps) => {
  const chart = width === undefined ? {} : { width };
  return (
    <>
      {comparison.doubts.map((doubt) => (
        <p key={doubt} role="alert">
          {doubt}
        </p>
      ))}
      {comparison.pairs.map((pair) => (
        <p key={`${pair.a} ${pair.b}`}>
          <strong>{pair.sentence}</strong>
        </p>
      ))}
      <RankTable comparison={comparison} />
      {comparison.runs.length < 3 ? null : (
        <PairwiseTable names={comparison.runs.map(({ name }) => name)} cell={pairwiseCell(comparison)} />
      )}
      <Front comparison={comparison} {...chart} />
      <LadderTables comparison={comparison} />
      {comparison.pairs.map((pair) => (
        <PairSection key={`${pair.a} ${pair.b}`} pair={pair} comparison={comparison} {...chart} />
      ))}
      <Causes comparison={comparison} />
    </>
  );
};
