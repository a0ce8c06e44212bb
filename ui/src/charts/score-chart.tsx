import { scaleLinear } from 'd3-scale';
import { absent, sayLimits } from '../words/format.ts';
import { Chart } from './kit/chart.tsx';
import { fitText } from './kit/fit-text.ts';
import { SeriesMark } from './kit/mark.tsx';
import { RowAxis } from './kit/row-axis.tsx';
import { layoutRows, type RowLayout } from './kit/row-layout.ts';
import { Whisker } from './kit/whisker.tsx';
import type { DataRows } from '../table/csv.ts';

/** A score of 0 to 100 with its 95 % limits and the number of trials; null = none, and `missing` says why. */
export type ScoreRow = {
  name: string;
  estimate: { value: number; low: number; high: number; n: number } | null;
  missing?: string;
  series?: number;
};

export type ScoreChartProps = { rows: readonly ScoreRow[]; width: number; title?: string };

const valueText = ({ estimate, missing }: ScoreRow): string =>
  estimate === null ? (missing ?? 'not run') : `${estimate.value.toFixed(1)}  n=${estimate.n}`;

/** The chart in sentences. */
export const summariseScores = (rows: readonly ScoreRow[]): string =>
  rows
    .map(({ name, estimate, missing }) =>
      estimate === null
        ? `${name}: no score, ${missing ?? 'not run'}.`
        : `${name}: ${estimate.value.toFixed(1)} of 100, 95 % interval ${sayLimits(estimate)}, n=${estimate.n}.`,
    )
    .join(' ');

export const dataOfScores = (rows: readonly ScoreRow[]): DataRows => ({
  head: ['name', 'score', 'low_95', 'high_95', 'n', 'missing'],
  rows: rows.map(({ name, estimate, missing }) => [
    name,
    estimate?.value ?? null,
    estimate?.low ?? null,
    estimate?.high ?? null,
    estimate?.n ?? null,
    estimate === null ? (missing ?? 'not run') : null,
  ]),
});

const Row = ({ row, place, layout, at }: { row: ScoreRow; place: number; layout: RowLayout; at: (value: number) => number }) => {
  const y = layout.stripY(place);
  return (
    <g>
      <text className="bl-name" x={0} y={layout.textY(place)}>
        <title>{row.name}</title>
        {fitText(row.name, { widthPx: layout.nameWidth })}
      </text>
      <text className={row.estimate === null ? 'bl-value bl-muted' : 'bl-value'} x={layout.valueX} y={layout.textY(place)} textAnchor="end">
        {fitText(valueText(row), { widthPx: layout.valueWidth, font: 'mono' })}
      </text>
      <line className="bl-track" x1={at(0)} x2={at(100)} y1={y} y2={y} />
      {row.estimate === null ? (
        <text className="bl-muted" x={at(50)} y={y + 4} textAnchor="middle">
          {absent}
        </text>
      ) : (
        <g>
          <Whisker from={at(row.estimate.low)} to={at(row.estimate.high)} at={y} />
          <SeriesMark x={at(row.estimate.value)} y={y} series={row.series ?? 0} />
        </g>
      )}
    </g>
  );
};

/** Scores with 95 % whiskers, one row each, 0 to 100. */
export const ScoreChart = ({ rows, width, title = 'Scores with 95 % intervals' }: ScoreChartProps) => {
  const layout = layoutRows({ width, rows: rows.length, top: 4, axis: 40, valueWidth: 104 });
  const scale = scaleLinear([0, 100], [layout.stripLeft, layout.stripRight]);
  const at = (value: number): number => scale(value);
  return (
    <Chart width={width} height={layout.height} title={title} summary={summariseScores(rows)}>
      <RowAxis layout={layout} ticks={[0, 25, 50, 75, 100]} at={at} say={String} label="score; whiskers are 95 % intervals" />
      {rows.map((row, place) => (
        <Row key={row.name} row={row} place={place} layout={layout} at={at} />
      ))}
    </Chart>
  );
};
