import { minIndex, sum } from 'd3-array';
import { line } from 'd3-shape';
import type { DataRows } from '../table/csv.ts';
import { sayThreeDigits } from '../words/format.ts';
import { Chart } from './kit/chart.tsx';
import { fitText, textWidth } from './kit/fit-text.ts';
import { SeriesMark } from './kit/mark.tsx';
import { layPlane, PlaneAxes, type Axis, type Plane } from './kit/plane.tsx';
import { Whisker } from './kit/whisker.tsx';
import { paretoFront, type Better } from './pareto.ts';

/** A stack by two figures; limits are 95 % where given. */
export type ParetoPoint = {
  name: string;
  x: number;
  y: number;
  yLow?: number | null;
  yHigh?: number | null;
  n: number;
  series?: number;
};

type ParetoAxis = Omit<Axis, 'values'> & { better: Better };
export type ParetoChartProps = { points: readonly ParetoPoint[]; x: ParetoAxis; y: ParetoAxis; width: number; title?: string };

/** The chart in sentences. */
export const summarisePareto = ({ points, x, y }: Pick<ParetoChartProps, 'points' | 'x' | 'y'>): string => {
  const front = paretoFront(points, { x: x.better, y: y.better });
  const say = (point: ParetoPoint): string =>
    `${point.name} (${x.label} ${sayThreeDigits(point.x)}, ${y.label} ${sayThreeDigits(point.y)}, n=${point.n})`;
  const others = points.filter((point) => !front.includes(point));
  return [
    `Nothing beats on both figures: ${front.map(say).join('; ')}.`,
    ...(others.length === 0 ? [] : [`Beaten on both by another: ${others.map(say).join('; ')}.`]),
  ].join(' ');
};

export const dataOfPareto = ({ points, x, y }: Pick<ParetoChartProps, 'points' | 'x' | 'y'>): DataRows => ({
  head: ['name', x.label, y.label, 'low_95', 'high_95', 'n'],
  rows: points.map((point) => [point.name, point.x, point.y, point.yLow ?? null, point.yHigh ?? null, point.n]),
});

type Box = { left: number; right: number; top: number; bottom: number };
type Label = { point: ParetoPoint; text: string; x: number; y: number; anchor: 'start' | 'middle' | 'end' };

const boxOf = ({ text, x, y, anchor }: Label): Box => {
  const wide = textWidth(text, 12);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
  return { left, right: left + wide, top: y - 11, bottom: y + 3 };
};

const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Part of a box that lies outside the plane, weighted so that a cut name is worse than a touched one. */
const outsideOf = ({ left, right, top, bottom }: Box, plane: Plane): number =>
  50 *
  (Math.max(0, plane.left - left) +
    Math.max(0, right - plane.width) +
    Math.max(0, plane.top - 12 - top) +
    Math.max(0, bottom - plane.bottom));

/** Names at the points: right, left, above or below, wherever least is covered. */
const placeLabels = (points: readonly ParetoPoint[], plane: Plane): Label[] => {
  const marks = points.map(({ x, y }): Box => ({
    left: plane.x(x) - 6,
    right: plane.x(x) + 6,
    top: plane.y(y) - 6,
    bottom: plane.y(y) + 6,
  }));
  const placed: Label[] = [];
  for (const point of points) {
    const [x, y] = [plane.x(point.x), plane.y(point.y)];
    const text = fitText(point.name, { widthPx: Math.max(x - plane.left, plane.width - x) - 14 });
    const choices: Label[] = [
      { point, text, x: x + 9, y: y + 4, anchor: 'start' },
      { point, text, x: x - 9, y: y + 4, anchor: 'end' },
      { point, text, x, y: y - 11, anchor: 'middle' },
      { point, text, x, y: y + 19, anchor: 'middle' },
      { point, text, x: x + 9, y: y + 19, anchor: 'start' },
      { point, text, x: x - 9, y: y + 19, anchor: 'end' },
    ];
    const costOf = (label: Label): number =>
      outsideOf(boxOf(label), plane) + sum([...placed.map(boxOf), ...marks], (other) => overlapOf(boxOf(label), other));
    placed.push(choices[minIndex(choices, costOf)] ?? (choices[0] as Label));
  }
  return placed;
};

/** Stacks by two figures: the front is joined, points that another one beats on both are faded. */
export const ParetoChart = ({ points, x, y, width, title = 'Pareto front' }: ParetoChartProps) => {
  const xAxis: Axis = { ...x, values: points.map((point) => point.x) };
  const yAxis: Axis = { ...y, values: points.flatMap((point) => [point.y, point.yHigh ?? point.y]) };
  const plane = layPlane({ width, x: xAxis, y: yAxis, labelRoom: 24 });
  const front = paretoFront(points, { x: x.better, y: y.better });
  const path = line<ParetoPoint>(
    (point) => plane.x(point.x),
    (point) => plane.y(point.y),
  )(front);
  return (
    <Chart width={width} height={plane.height} title={title} summary={summarisePareto({ points, x, y })}>
      <PlaneAxes plane={plane} x={xAxis} y={yAxis} />
      <path className="bl-front" d={path ?? ''} />
      {points.map((point, place) => (
        <g key={point.name}>
          {point.yLow === undefined || point.yLow === null || point.yHigh === undefined || point.yHigh === null ? null : (
            <Whisker vertical at={plane.x(point.x)} from={plane.y(point.yLow)} to={plane.y(point.yHigh)} />
          )}
          <SeriesMark x={plane.x(point.x)} y={plane.y(point.y)} series={point.series ?? place} faded={!front.includes(point)} />
        </g>
      ))}
      {placeLabels(points, plane).map(({ point, text, anchor, ...at }) => (
        <text key={point.name} className={front.includes(point) ? 'bl-label' : 'bl-label bl-muted'} x={at.x} y={at.y} textAnchor={anchor}>
          <title>{point.name}</title>
          {text}
        </text>
      ))}
    </Chart>
  );
};
