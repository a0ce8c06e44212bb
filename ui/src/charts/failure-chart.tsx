import { max, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import type { DataRows } from '../table/csv.ts';
import { sayPercent } from '../words/format.ts';
import { Chart } from './kit/chart.tsx';
import { fitText } from './kit/fit-text.ts';
import { Hatch } from './kit/hatch.tsx';
import { RowAxis } from './kit/row-axis.tsx';
import { layoutRows } from './kit/row-layout.ts';

/** One cause and how many trials ended by it. `ability` counts against the model; `infrastructure` leaves the count. */
export type FailureCause = { name: string; count: number; kind: 'ability' | 'infrastructure' };

export type FailureChartProps = { causes: readonly FailureCause[]; trials: number; width: number; title?: string };

/** The chart in sentences. */
export const summariseFailures = (causes: readonly FailureCause[], trials: number): string =>
  causes.length === 0
    ? `No failure in ${trials} trials.`
    : `${sum(causes, ({ count }) => count)} of ${trials} trials failed. ${causes
        .map(({ name, count, kind }) => `${name}: ${count}${kind === 'infrastructure' ? ', not counted against the model' : ''}.`)
        .join(' ')}`;

export const dataOfFailures = (causes: readonly FailureCause[]): DataRows => ({
  head: ['cause', 'trials', 'kind'],
  rows: causes.map(({ name, count, kind }) => [name, count, kind]),
});

/** Failures by cause as bars from zero; hatched bars leave the score's denominator. */
export const FailureChart = ({ causes, trials, width, title = 'Failures by cause' }: FailureChartProps) => {
  const hatch = useId();
  const layout = layoutRows({ width, rows: causes.length, top: 4, axis: 40, valueWidth: 92 });
  const scale = scaleLinear([0, max(causes, ({ count }) => count) ?? 1], [layout.stripLeft, layout.stripRight]).nice(4);
  const at = (value: number): number => scale(value);
  return (
    <Chart width={width} height={layout.height} title={title} summary={summariseFailures(causes, trials)}>
      <defs>
        <Hatch id={hatch} />
      </defs>
      <RowAxis
        layout={layout}
        ticks={scale.ticks(4).filter(Number.isInteger)}
        at={at}
        say={String}
        label={`trials, of ${trials}`}
        heavy={0}
      />
      {causes.map(({ name, count, kind }, place) => (
        <g key={name}>
          <text className="bl-name" x={0} y={layout.textY(place)}>
            <title>{name}</title>
            {fitText(name, { widthPx: layout.nameWidth })}
          </text>
          <rect
            className={kind === 'ability' ? 'bl-bar' : 'bl-bar-uncertain'}
            x={at(0)}
            width={at(count) - at(0)}
            y={layout.stripY(place) - 6}
            height={12}
            {...(kind === 'ability' ? {} : { fill: `url(#${hatch})` })}
          />
          <text className="bl-value" x={layout.valueX} y={layout.textY(place)} textAnchor="end">
            {`${count}  ${sayPercent(count / trials)}`}
          </text>
        </g>
      ))}
    </Chart>
  );
};
