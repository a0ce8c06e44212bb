import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import type { DataRows } from '../table/csv.ts';
import { sayLimits, saySigned } from '../words/format.ts';
import { wordsOfVerdict, type ComparisonVerdict } from '../words/verdict-words.ts';
import { Chart } from './kit/chart.tsx';
import { fitText } from './kit/fit-text.ts';
import { Hatch } from './kit/hatch.tsx';
import { RowAxis } from './kit/row-axis.tsx';
import { layoutRows, type RowLayout } from './kit/row-layout.ts';
import { Whisker } from './kit/whisker.tsx';

/** A difference "this minus that" with its 95 % limits, what the statistics say of it, and the tasks gained and lost. */
export type DifferenceRow = {
  name: string;
  difference: { value: number; low: number; high: number; n: number } | null;
  verdict: ComparisonVerdict;
  gained?: number;
  lost?: number;
  missing?: string;
};

export type ForestPlotProps = {
  rows: readonly DifferenceRow[];
  width: number;
  title?: string;
  /** Half-width of what counts as the same, drawn as a band; null or absent = none stated. */
  margin?: number | null;
  /** What a positive difference favours, such as the name of the second run. */
  better?: string;
  worse?: string;
  unit?: string;
};

/** The chart in sentences. */
export const summariseDifferences = (rows: readonly DifferenceRow[], margin: number | null = null): string =>
  rows
    .map(({ name, difference, verdict, gained = 0, lost = 0, missing }) =>
      difference === null
        ? `${name}: no difference, ${missing ?? 'not run'}.`
        : `${name}: ${saySigned(difference.value)}, 95 % interval ${sayLimits(difference, saySigned)}, n=${difference.n}, ${wordsOfVerdict({ verdict, margin })}; ${gained} gained, ${lost} lost.`,
    )
    .join(' ');

export const dataOfDifferences = (rows: readonly DifferenceRow[]): DataRows => ({
  head: ['name', 'difference', 'low_95', 'high_95', 'n', 'verdict', 'gained', 'lost'],
  rows: rows.map(({ name, difference, verdict, gained, lost }) => [
    name,
    difference?.value ?? null,
    difference?.low ?? null,
    difference?.high ?? null,
    difference?.n ?? null,
    verdict,
    gained ?? null,
    lost ?? null,
  ]),
});

const verdictClass: Record<ComparisonVerdict, string> = { better: 'bl-gain', worse: 'bl-loss', same: 'bl-even', unknown: 'bl-unknown' };

type RowProps = { row: DifferenceRow; place: number; layout: RowLayout; at: (value: number) => number; hatch: string };

const Interval = ({ row, y, at, hatch }: Pick<RowProps, 'row' | 'at' | 'hatch'> & { y: number }) => {
  if (row.difference === null) return null;
  const { value, low, high } = row.difference;
  const kind = verdictClass[row.verdict];
  return (
    <g>
      {row.verdict === 'unknown' ? (
        <rect x={at(low)} width={Math.max(1, at(high) - at(low))} y={y - 5} height={10} fill={`url(#${hatch})`} />
      ) : null}
      <Whisker from={at(low)} to={at(high)} at={y} className={`bl-whisker ${kind}`} />
      <circle className={`bl-mark ${kind}`} cx={at(value)} cy={y} r={4.5} />
    </g>
  );
};

const Row = ({ row, place, layout, at, hatch }: RowProps) => {
  const y = layout.stripY(place);
  const text = row.difference === null ? (row.missing ?? 'not run') : saySigned(row.difference.value);
  return (
    <g>
      <text className="bl-name" x={0} y={layout.textY(place)}>
        <title>{row.name}</title>
        {fitText(row.name, { widthPx: layout.nameWidth })}
      </text>
      <text className="bl-value" x={layout.valueX} y={layout.textY(place)} textAnchor="end">
        {row.difference === null ? text : `${text}  n=${row.difference.n}`}
      </text>
      <Interval row={row} y={y} at={at} hatch={hatch} />
      {row.lost === undefined || row.lost === 0 ? null : (
        <text className="bl-count bl-loss-text" x={layout.stripLeft - 4} y={y + 4} textAnchor="end">
          {`−${row.lost}`}
        </text>
      )}
      {row.gained === undefined || row.gained === 0 ? null : (
        <text className="bl-count bl-gain-text" x={layout.stripRight + 4} y={y + 4}>
          {`+${row.gained}`}
        </text>
      )}
    </g>
  );
};

/** The largest distance from zero that has to be seen, rounded up by the scale. */
const reachOf = (rows: readonly DifferenceRow[], margin: number): number =>
  Math.max(
    1,
    1.5 * margin,
    ...rows.flatMap(({ difference }) => (difference === null ? [] : [Math.abs(difference.low), Math.abs(difference.high)])),
  );

/** Differences with 95 % whiskers around a heavy zero line; tasks lost and gained stand as small counts at the ends. */
export const ForestPlot = (props: ForestPlotProps) => {
  const {
    rows,
    width,
    title = 'Differences with 95 % intervals',
    margin = null,
    better = 'better',
    worse = 'worse',
    unit = 'points',
  } = props;
  const hatch = useId();
  const layout = layoutRows({ width, rows: rows.length, top: 22, axis: 40, valueWidth: 104, endRoom: 34 });
  const reach = reachOf(rows, margin ?? 0);
  const scale = scaleLinear([-reach, reach], [layout.stripLeft, layout.stripRight]).nice();
  const at = (value: number): number => scale(value);
  const half = (layout.stripRight - layout.stripLeft) / 2;
  return (
    <Chart width={width} height={layout.height} title={title} summary={summariseDifferences(rows, margin)}>
      <defs>
        <Hatch id={hatch} />
      </defs>
      {margin === null ? null : (
        <rect className="bl-band" x={at(-margin)} width={at(margin) - at(-margin)} y={layout.top} height={layout.bottom - layout.top} />
      )}
      <RowAxis
        layout={layout}
        ticks={scale.ticks(5)}
        at={at}
        say={(value) => saySigned(value, Number.isInteger(value) ? 0 : 1)}
        label={`difference in ${unit}; whiskers are 95 % intervals`}
        heavy={0}
      />
      <text className="bl-axis" x={at(0) - 8} y={13} textAnchor="end">
        {fitText(`◂ ${worse}`, { widthPx: half })}
      </text>
      <text className="bl-axis" x={at(0) + 8} y={13}>
        {fitText(`${better} ▸`, { widthPx: half })}
      </text>
      {rows.map((row, place) => (
        <Row key={row.name} row={row} place={place} layout={layout} at={at} hatch={hatch} />
      ))}
    </Chart>
  );
};
