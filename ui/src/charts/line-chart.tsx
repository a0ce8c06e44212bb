import { line } from 'd3-shape';
import type { DataRows } from '../table/csv.ts';
import { sayLimits, sayThreeDigits } from '../words/format.ts';
import { Chart } from './kit/chart.tsx';
import { fitText } from './kit/fit-text.ts';
import { SeriesMark, seriesClass } from './kit/mark.tsx';
import { layPlane, PlaneAxes, type Axis, type Plane } from './kit/plane.tsx';
import { spreadLabels } from './kit/spread-labels.ts';
import { Whisker } from './kit/whisker.tsx';

/** A measured point: `low` and `high` are the ends of its whisker, null = none could be given. */
export type LinePoint = { x: number; y: number; low: number | null; high: number | null; n: number };
export type LineSeries = { name: string; series?: number; points: readonly LinePoint[] };

/** What the whiskers of a chart are: 95 % intervals, or all that was seen where there are too few samples for one. */
export type WhiskerMeaning = '95 % intervals' | 'lowest to highest';

export type LineChartProps = {
  lines: readonly LineSeries[];
  width: number;
  title: string;
  x: Omit<Axis, 'values'>;
  y: Omit<Axis, 'values'>;
  whiskers: WhiskerMeaning;
};

const sayPoint = (point: LinePoint, say: (value: number) => string, whiskers: WhiskerMeaning): string => {
  const limits =
    point.low === null || point.high === null
      ? 'no interval'
      : `${whiskers} ${sayLimits({ low: point.low, high: point.high }, sayThreeDigits)}`;
  return `${sayThreeDigits(point.y)} at ${say(point.x)} (${limits}, n=${point.n})`;
};

/** The chart in sentences. */
export const summariseLines = ({ lines, x, y, whiskers }: Pick<LineChartProps, 'lines' | 'x' | 'y' | 'whiskers'>): string =>
  lines
    .map(({ name, points }) =>
      points.length === 0
        ? `${name}: not run.`
        : `${name}, ${y.label} by ${x.label}: ${points.map((point) => sayPoint(point, x.say, whiskers)).join('; ')}.`,
    )
    .join(' ');

export const dataOfLines = (lines: readonly LineSeries[], [x, y]: readonly [string, string]): DataRows => ({
  head: ['name', x, y, 'low', 'high', 'n'],
  rows: lines.flatMap(({ name, points }) => points.map((point) => [name, point.x, point.y, point.low, point.high, point.n])),
});

const Line = ({ series, points, plane }: { series: number; points: readonly LinePoint[]; plane: Plane }) => {
  const path = line<LinePoint>(
    ({ x }) => plane.x(x),
    ({ y }) => plane.y(y),
  )(points);
  return (
    <g className={seriesClass(series)}>
      <path className="bl-line" d={path ?? ''} />
      {points.map((point) =>
        point.low === null || point.high === null ? null : (
          <Whisker
            key={point.x}
            vertical
            className="bl-whisker bl-whisker-series"
            at={plane.x(point.x)}
            from={plane.y(point.low)}
            to={plane.y(point.high)}
          />
        ),
      )}
      {points.map((point) => (
        <SeriesMark key={point.x} x={plane.x(point.x)} y={plane.y(point.y)} series={series} />
      ))}
    </g>
  );
};

/** Lines with whiskers, named at their ends. The vertical axis begins at zero. */
export const LineChart = ({ lines, width, title, x, y, whiskers }: LineChartProps) => {
  const points = lines.flatMap((each) => each.points);
  const xAxis: Axis = { ...x, values: points.map((point) => point.x) };
  const yAxis: Axis = { ...y, values: points.flatMap((point) => [point.y, ...(point.high === null ? [] : [point.high])]) };
  const labelRoom = lines.length === 1 ? 24 : width < 480 ? 92 : 150;
  const plane = layPlane({ width, x: xAxis, y: yAxis, labelRoom });
  const named =
    lines.length > 1
      ? lines.map((each, place) => ({ ...each, series: each.series ?? place })).filter((each) => each.points.length > 0)
      : [];
  const labels = spreadLabels(
    named.map((each) => plane.y(each.points.at(-1)?.y ?? 0)),
    14,
    plane.bottom,
  );
  return (
    <Chart width={width} height={plane.height} title={title} summary={summariseLines({ lines, x, y, whiskers })}>
      <PlaneAxes plane={plane} x={xAxis} y={yAxis} />
      {lines.map((each, place) => (
        <Line key={each.name} series={each.series ?? place} points={each.points} plane={plane} />
      ))}
      {named.map((each, place) => (
        <text
          key={each.name}
          className={`bl-label ${seriesClass(each.series)}`}
          x={plane.x(each.points.at(-1)?.x ?? 0) + 9}
          y={(labels[place] ?? 0) + 4}
        >
          <title>{each.name}</title>
          {fitText(each.name, { widthPx: width - plane.x(each.points.at(-1)?.x ?? 0) - 10 })}
        </text>
      ))}
    </Chart>
  );
};
