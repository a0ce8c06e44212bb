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

type Label = { point: ParetoPoint; text: string; x: number; y: number; anchor: 'start' | 'end' };

const overlaps = (one: Label, other: Label): boolean => {
  const span = (label: Label): [number, number] => {
    const wide = textWidth(label.text, 12);
    return label.anchor === 'start' ? [label.x, label.x + wide] : [label.x - wide, label.x];
  };
  const [[oneLeft, oneRight], [otherLeft, otherRight]] = [span(one), span(other)];
  return Math.abs(one.y - other.y) < 13 && oneLeft < otherRight && otherLeft < oneRight;
};

/** Names at the points, to the side where there is room, moved down where two would overlap. */
const placeLabels = (points: readonly ParetoPoint[], plane: Plane): Label[] => {
  const placed: Label[] = [];
  for (const point of points) {
    const at = plane.x(point.x);
    const onRight = plane.width - at >= Math.min(150, at);
    const text = fitText(point.name, { widthPx: (onRight ? plane.width - at : at) - 14 });
    const label: Label = { point, text, x: at + (onRight ? 9 : -9), y: plane.y(point.y) + 4, anchor: onRight ? 'start' : 'end' };
    while (placed.some((other) => overlaps(label, other))) label.y += 13;
    placed.push(label);
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
