import { sayThreeDigits, sayTokens } from '../words/format.ts';
import { LineChart, type LineChartProps, type LineSeries, type WhiskerMeaning } from './line-chart.tsx';

export type SpeedChartProps = { lines: readonly LineSeries[]; width: number; whiskers: WhiskerMeaning };

const rateAxis = (what: string): LineChartProps['y'] => ({
  label: `${what}, tok/s`,
  say: (value) => (value >= 10 ? value.toFixed(0) : String(value)),
});

/** Axes of the chart of decode rate over context depth; `x` of a point is the prompt in tokens. */
export const depthAxes = {
  x: { label: 'prompt, tokens', log: true, say: (value: number) => sayTokens(value) },
  y: rateAxis('decode'),
} as const satisfies Pick<LineChartProps, 'x' | 'y'>;

/** Decode rate over context depth. */
export const DepthChart = ({ lines, width, whiskers }: SpeedChartProps) => (
  <LineChart lines={lines} width={width} whiskers={whiskers} title="Decode over depth" {...depthAxes} />
);

/** Axes of the chart of throughput over concurrency; `x` of a point is the number of requests at a time. */
export const throughputAxes = {
  x: { label: 'requests at a time', log: true, say: (value: number) => sayThreeDigits(value).replace(/\.0*$/, '') },
  y: rateAxis('throughput of all requests'),
} as const satisfies Pick<LineChartProps, 'x' | 'y'>;

/** Throughput of all requests together over concurrency. */
export const ThroughputChart = ({ lines, width, whiskers }: SpeedChartProps) => (
  <LineChart lines={lines} width={width} whiskers={whiskers} title="Throughput over concurrency" {...throughputAxes} />
);
