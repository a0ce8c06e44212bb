import { max, min } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import type { ReactNode } from 'react';

/** One axis: what it counts, how its values are said, and whether equal steps are equal ratios. */
export type Axis = { label: string; values: readonly number[]; log?: boolean; ticks?: readonly number[]; say: (value: number) => string };

export type Plane = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: (value: number) => number;
  y: (value: number) => number;
  xTicks: readonly number[];
  yTicks: readonly number[];
};

export type PlaneRoom = { width: number; x: Axis; y: Axis; labelRoom: number };

/** A scale with its ticks. Linear axes begin at zero; log axes end at their own data. */
const scaleOf = ({ values, log = false, ticks }: Axis, range: [number, number], wanted: number) => {
  const highest = max(values) ?? 1;
  if (!log) {
    const scale = scaleLinear([0, highest > 0 ? highest : 1], range).nice(wanted);
    return { at: (value: number): number => scale(value), ticks: ticks ?? scale.ticks(wanted) };
  }
  const lowest = min(values.filter((value) => value > 0)) ?? 1;
  const scale = scaleLog([lowest / 1.15, Math.max(highest, lowest * 1.5) * 1.15], range).base(2);
  return { at: (value: number): number => scale(value), ticks: ticks ?? scale.ticks(wanted) };
};

/** Lays a plane with two axes into a width; `labelRoom` pixels stay free at the right for direct labels. */
export const layPlane = ({ width, x, y, labelRoom }: PlaneRoom): Plane => {
  const height = Math.round(Math.min(300, Math.max(220, 0.48 * width)));
  const [left, right, top, bottom] = [46, Math.max(46, width - labelRoom), 26, height - 42];
  const xScale = scaleOf(x, [left, right], width < 480 ? 4 : 6);
  const yScale = scaleOf(y, [bottom, top], 5);
  return { width, height, left, right, top, bottom, x: xScale.at, y: yScale.at, xTicks: xScale.ticks, yTicks: yScale.ticks };
};

const axisLabel = ({ label, log }: Axis): string => (log === true ? `${label}, log scale` : label);

/** Tick labels that would touch the one before are left out. */
const apart = (ticks: readonly number[], at: (value: number) => number, distancePx: number): number[] => {
  const kept: number[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || Math.abs(at(tick) - at(last)) >= distancePx) kept.push(tick);
  }
  return kept;
};

export type PlaneAxesProps = { plane: Plane; x: Axis; y: Axis; children?: ReactNode };

/** Grid lines, tick values and the two axis labels. */
export const PlaneAxes = ({ plane, x, y }: PlaneAxesProps) => (
  <g aria-hidden="true">
    {plane.yTicks.map((tick) => (
      <g key={tick}>
        <line className="bl-grid" x1={plane.left} x2={plane.right} y1={plane.y(tick)} y2={plane.y(tick)} />
        <text className="bl-tick" x={plane.left - 6} y={plane.y(tick) + 4} textAnchor="end">
          {y.say(tick)}
        </text>
      </g>
    ))}
    {apart(plane.xTicks, plane.x, 38).map((tick) => (
      <g key={tick}>
        <line className="bl-grid" x1={plane.x(tick)} x2={plane.x(tick)} y1={plane.bottom} y2={plane.bottom + 4} />
        <text className="bl-tick" x={plane.x(tick)} y={plane.bottom + 17} textAnchor="middle">
          {x.say(tick)}
        </text>
      </g>
    ))}
    <line className="bl-zero" x1={plane.left} x2={plane.right} y1={plane.bottom} y2={plane.bottom} />
    <text className="bl-axis" x={0} y={13}>
      {axisLabel(y)}
    </text>
    <text className="bl-axis" x={(plane.left + plane.right) / 2} y={plane.height - 6} textAnchor="middle">
      {axisLabel(x)}
    </text>
  </g>
);
