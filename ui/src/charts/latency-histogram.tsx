import { bin, max, quantileSorted } from 'd3-array';
import type { DataRows } from '../table/csv.ts';
import { sayDuration } from '../words/format.ts';
import { Chart } from './kit/chart.tsx';
import { layPlane, PlaneAxes, type Axis } from './kit/plane.tsx';

export type LatencyHistogramProps = {
  /** Times in milliseconds. */
  valuesMs: readonly number[];
  width: number;
  title?: string;
  /** What one value is, such as "time between two tokens". */
  what?: string;
};

export type LatencyBin = { fromMs: number; toMs: number; count: number };

const shownShare = 0.995;
const binsWanted = 30;

/** Equal bins from 0 to the 99.5 % quantile; what lies above is counted in the last bin. */
export const binLatencies = (valuesMs: readonly number[]): LatencyBin[] => {
  const sorted = valuesMs.toSorted((a, b) => a - b);
  const top = quantileSorted(sorted, shownShare) ?? 0;
  if (top <= 0) return [];
  const bins = bin()
    .domain([0, top])
    .thresholds(Array.from({ length: binsWanted }, (_, place) => (top * place) / binsWanted))(sorted.map((value) => Math.min(value, top)));
  return bins.map((each) => ({ fromMs: each.x0 ?? 0, toMs: each.x1 ?? 0, count: each.length }));
};

type Quantile = { name: string; ms: number };

const quantilesOf = (valuesMs: readonly number[]): Quantile[] => {
  const sorted = valuesMs.toSorted((a, b) => a - b);
  const names: [string, number][] =
    sorted.length < 20
      ? [['p50', 0.5]]
      : [
          ['p50', 0.5],
          ['p95', 0.95],
        ];
  return names.map(([name, share]) => ({ name, ms: quantileSorted(sorted, share) ?? 0 }));
};

/** The chart in sentences. */
export const summariseLatencies = (valuesMs: readonly number[], what: string): string =>
  valuesMs.length === 0
    ? `${what}: not measured.`
    : `${what}, n=${valuesMs.length}: ${quantilesOf(valuesMs)
        .map(({ name, ms }) => `${name} ${sayDuration(ms)}`)
        .join(', ')}, longest ${sayDuration(max(valuesMs) ?? 0)}.`;

export const dataOfLatencies = (valuesMs: readonly number[]): DataRows => ({
  head: ['from_ms', 'to_ms', 'count'],
  rows: binLatencies(valuesMs).map(({ fromMs, toMs, count }) => [Number(fromMs.toFixed(3)), Number(toMs.toFixed(3)), count]),
});

/** How often each length of time occurred, bars from zero, with the median and the 95 % quantile marked. */
export const LatencyHistogram = ({
  valuesMs,
  width,
  title = 'Inter-token latency',
  what = 'time between two tokens',
}: LatencyHistogramProps) => {
  const bins = binLatencies(valuesMs);
  const x: Axis = { label: `${what}, ms`, values: bins.map(({ toMs }) => toMs), say: String };
  const y: Axis = { label: `count, n=${valuesMs.length}`, values: bins.map(({ count }) => count), say: String };
  const plane = layPlane({ width, x, y, labelRoom: 24 });
  const marks = quantilesOf(valuesMs).filter(({ ms }) => ms <= (bins.at(-1)?.toMs ?? 0));
  return (
    <Chart width={width} height={plane.height} title={title} summary={summariseLatencies(valuesMs, what)}>
      <PlaneAxes plane={plane} x={x} y={y} />
      {bins.map(({ fromMs, toMs, count }) => (
        <rect
          key={fromMs}
          className="bl-bar"
          x={plane.x(fromMs) + 0.5}
          width={Math.max(0.5, plane.x(toMs) - plane.x(fromMs) - 1)}
          y={plane.y(count)}
          height={plane.bottom - plane.y(count)}
        />
      ))}
      {marks.map(({ name, ms }, place) => (
        <g key={name}>
          <line className="bl-quantile" x1={plane.x(ms)} x2={plane.x(ms)} y1={plane.top - 4} y2={plane.bottom} />
          <text className="bl-label" x={plane.x(ms) + 5} y={plane.top + 6 + 14 * place}>
            {`${name} ${sayDuration(ms)}`}
          </text>
        </g>
      ))}
    </Chart>
  );
};
