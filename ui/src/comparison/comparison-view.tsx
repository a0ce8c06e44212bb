import type { ComparedRun, Comparison, Difference, Figure as MeasuredFigure, Flip, Pair } from '@benchloop/spec';
import { Figure } from '../charts/kit/figure.tsx';
import { dataOfDifferences, ForestPlot, type DifferenceRow } from '../charts/forest-plot.tsx';
import { dataOfPareto, ParetoChart, type ParetoPoint } from '../charts/pareto-chart.tsx';
import { PairwiseTable, type PairwiseCell } from '../table/pairwise-table.tsx';
import { DataTable } from '../table/data-table.tsx';
import { wordsOfVerdict, type ComparisonVerdict } from '../words/verdict-words.ts';
import { sayLimits, saySigned } from '../words/format.ts';

export type ComparisonViewProps = {
  comparison: Comparison;
  /** Width in pixels of the charts where the page has measured its room; left out = both of `staticWidths`. */
  width?: number;
};

const verdictOf = (verdict: Difference['verdict']): ComparisonVerdict => (verdict === 'cannot-tell' ? 'unknown' : verdict);

const gibibyte = 1024 ** 3;

const sayNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

const sayFigure = (value: number | null, unit: string): string =>
  value === null ? '—' : unit === 'bytes' ? `${(value / gibibyte).toFixed(2)} GiB` : `${sayNumber(value)} ${unit}`;

const limitsOf = ({ low, high }: Pick<Difference, 'low' | 'high'>): { low: number; high: number } | null =>
  low === null || high === null ? null : { low, high };

/** Why a difference has no interval. */
const whyNone = ({ tasks }: Pick<Difference, 'tasks'>): string => (tasks === 1 ? 'a single task' : 'scores differ alike on every task');

const differenceNotes = (lines: readonly Difference[]): string[] => [
  'The interval is that of B − A over the n tasks that both tried; those of A and of B alone are in the report of each run. Gained and lost count tasks.',
  ...(lines.every((line) => limitsOf(line) !== null)
    ? []
    : ['No interval: scores that differ alike on every task, or a single task, show no spread to make one from.']),
];

const rowOf = (line: Difference): DifferenceRow => {
  const limits = limitsOf(line);
  return {
    name: line.id,
    difference: limits === null ? null : { value: line.difference, ...limits, n: line.tasks },
    verdict: verdictOf(line.verdict),
    gained: line.gained,
    lost: line.lost,
    ...(limits === null ? { missing: `${saySigned(line.difference)}, no interval` } : {}),
  };
};

const nameOf = (runs: readonly ComparedRun[], id: string): string => runs.find((run) => run.id === id)?.name ?? id;

const Differences = ({ pair, comparison, width }: { pair: Pair; comparison: Comparison; width?: number }) => {
  const rows = [...(pair.quality === null ? [] : [pair.quality]), ...pair.suites].map(rowOf);
  const { margin, runs } = comparison;
  if (rows.length === 0) return null;
  return (
    <Figure
      title={`${nameOf(runs, pair.b)} beside ${nameOf(runs, pair.a)}`}
      note={`Dots: difference in points of 100; whiskers: 95 % intervals; band: ±${margin} points that do not matter; small counts: tasks lost and gained.${rows.some(({ difference }) => difference === null) ? ' Without an interval: scores differ alike on every task, or there is a single task; n stands in the table.' : ''}`}
      data={dataOfDifferences(rows)}
      {...(width === undefined ? {} : { width })}
      draw={(drawn) => <ForestPlot rows={rows} width={drawn} margin={margin} better={nameOf(runs, pair.b)} worse={nameOf(runs, pair.a)} />}
    />
  );
};

const DifferenceTable = ({ title, lines, margin }: { title: string; lines: readonly Difference[]; margin: number }) =>
  lines.length === 0 ? null : (
    <DataTable
      caption={title}
      density="compact"
      rows={lines}
      keyOf={({ id }) => id}
      footnotes={differenceNotes(lines)}
      columns={[
        { id: 'id', title: '', label: 'group', cell: ({ id }) => id },
        { id: 'a', title: 'A', numeric: true, cell: ({ scoreA }) => scoreA.toFixed(1) },
        { id: 'b', title: 'B', numeric: true, cell: ({ scoreB }) => scoreB.toFixed(1) },
        { id: 'difference', title: 'B − A', numeric: true, cell: ({ difference }) => saySigned(difference) },
        {
          id: 'limits',
          title: '95 %',
          numeric: true,
          cell: (line) => (limitsOf(line) === null ? 'no interval' : sayLimits(limitsOf(line) ?? { low: 0, high: 0 }, saySigned)),
        },
        { id: 'n', title: 'n', numeric: true, cell: ({ tasks }) => tasks },
        { id: 'gained', title: 'gained', numeric: true, cell: ({ gained }) => gained },
        { id: 'lost', title: 'lost', numeric: true, cell: ({ lost }) => lost },
        { id: 'p', title: 'p (Holm)', numeric: true, cell: ({ pHolm }) => (pHolm < 0.001 ? '< 0.001' : pHolm.toFixed(3)) },
        {
          id: 'verdict',
          title: 'verdict',
          cell: ({ verdict, moreTrials }) =>
            wordsOfVerdict({ verdict: verdictOf(verdict), margin, moreTrials: moreTrials === 0 ? null : moreTrials }),
        },
      ]}
    />
  );

const FigureTable = ({ figures }: { figures: readonly MeasuredFigure[] }) => (
  <DataTable
    caption="Speed, tokens, memory, energy"
    density="compact"
    rows={figures}
    keyOf={({ id }) => id}
    footnotes={[
      'A and B are medians of rates and of the time to first token, means per trial, or totals, tokens being those written; depth is the longest timed prompt; the report of each run shows n and intervals of the medians. B / A is a mean of ratios by task, over the n tasks that both tried.',
    ]}
    columns={[
      { id: 'title', title: '', label: 'figure', cell: ({ title }) => title },
      { id: 'a', title: 'A', numeric: true, cell: ({ a, unit }) => sayFigure(a, unit) },
      { id: 'b', title: 'B', numeric: true, cell: ({ b, unit }) => sayFigure(b, unit) },
      {
        id: 'ratio',
        title: 'B / A, 95 %',
        numeric: true,
        cell: ({ ratio }) =>
          ratio === null
            ? '—'
            : `${ratio.value.toFixed(2)}x (${ratio.low === null || ratio.high === null ? 'no interval' : `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}`}), n=${ratio.n}`,
      },
      {
        id: 'note',
        title: '',
        label: 'note',
        cell: ({ note, ratio }) => note ?? (ratio === null ? 'one figure of a whole run, so no interval' : ''),
      },
    ]}
  />
);

const Flips = ({ title, flips }: { title: string; flips: readonly Flip[] }) =>
  flips.length === 0 ? null : (
    <details>
      <summary>{`${title} (${flips.length})`}</summary>
      <ul className="plain">
        {flips.map(({ suiteId, taskId, outcome, reason }) => (
          <li key={`${suiteId}/${taskId}`}>
            <code>{`${suiteId}/${taskId}`}</code> {`${outcome}: ${reason}`}
          </li>
        ))}
      </ul>
    </details>
  );

const StackTable = ({ stack }: Pick<Pair, 'stack'>) =>
  stack.length === 0 ? null : (
    <DataTable
      caption="What differs between the two stacks"
      density="compact"
      rows={stack}
      keyOf={({ what }) => what}
      columns={[
        { id: 'what', title: '', label: 'what', cell: ({ what }) => what },
        { id: 'a', title: 'A', cell: ({ a }) => a },
        { id: 'b', title: 'B', cell: ({ b }) => b },
      ]}
    />
  );

const PairSection = ({ pair, comparison, width }: { pair: Pair; comparison: Comparison; width?: number }) => {
  const { runs } = comparison;
  return (
    <section>
      <h2>{`A ${nameOf(runs, pair.a)}, B ${nameOf(runs, pair.b)}`}</h2>
      {comparison.pairs.length === 1 ? null : <p>{pair.sentence}</p>}
      {[
        ...pair.narrowed.map((text) => `Left out: ${text}.`),
        ...(pair.unlike.length === 0 ? [] : [`Unlike besides the tasks: ${pair.unlike.join('; ')}.`]),
      ].map((note) => (
        <p key={note} className="bl-note">
          {note}
        </p>
      ))}
      <Differences pair={pair} comparison={comparison} {...(width === undefined ? {} : { width })} />
      <DifferenceTable
        title="Quality and suites, points of 100"
        lines={[...(pair.quality === null ? [] : [pair.quality]), ...pair.suites]}
        margin={comparison.margin}
      />
      <DifferenceTable title="By difficulty" lines={pair.difficulties} margin={comparison.margin} />
      <details>
        <summary>{`By tag (${pair.tags.length})`}</summary>
        <DifferenceTable title="By tag" lines={pair.tags} margin={comparison.margin} />
      </details>
      <Flips title="Tasks that only B passed, and why A did not" flips={pair.gained} />
      <Flips title="Tasks that only A passed, and why B did not" flips={pair.lost} />
      <FigureTable figures={pair.figures} />
      <StackTable stack={pair.stack} />
    </section>
  );
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
