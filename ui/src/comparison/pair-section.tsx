import type { Comparison, Difference, Figure as MeasuredFigure, Flip, Pair } from '@benchloop/spec';
import { Figure } from '../charts/kit/figure.tsx';
import { dataOfDifferences, ForestPlot, type DifferenceRow } from '../charts/forest-plot.tsx';
import { DataTable } from '../table/data-table.tsx';
import { wordsOfVerdict } from '../words/verdict-words.ts';
import { sayLimits, saySigned } from '../words/format.ts';
import { limitsOf, nameOf, sayFigure, verdictOf } from './comparison-words.ts';

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
      'A and B are medians over all replies of rates and of the time to first token, means per trial, or totals, tokens being those written; timed is the cell of speed with the shortest prompt, depth that with the longest; the report of each run shows n and intervals of the medians. B / A is a mean of ratios by task, over the n tasks that both tried.',
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

/** One pair of runs: its verdict, differences, figures, flips and what differs between the stacks. */
export const PairSection = ({ pair, comparison, width }: { pair: Pair; comparison: Comparison; width?: number }) => {
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
