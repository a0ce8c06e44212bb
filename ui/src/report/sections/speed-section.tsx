import type { Quantiles, Report } from '@benchloop/spec';
import { Figure } from '../../charts/kit/figure.tsx';
import { dataOfLatencies, LatencyHistogram } from '../../charts/latency-histogram.tsx';
import { dataOfLines, type LineSeries, type WhiskerMeaning } from '../../charts/line-chart.tsx';
import { DepthChart } from '../../charts/speed-charts.tsx';
import type { ReportData } from '../report-data.ts';
import { timedCellsOf } from '../timed-cells.ts';
import { TextTable } from './text-table.tsx';

/** Whether every timed cell has enough calls for an interval of its median; else whiskers tell what was seen. */
export const depthWhiskersOf = (report: Report): WhiskerMeaning =>
  timedCellsOf(report).every(({ decodeTokensPerSecond: rate }) => rate === null || rate.p50Interval !== undefined)
    ? '95 % intervals'
    : 'lowest to highest';

const limitsOf = (rate: Quantiles, whiskers: WhiskerMeaning): { low: number; high: number } =>
  whiskers === '95 % intervals' && rate.p50Interval !== undefined ? rate.p50Interval : { low: rate.min, high: rate.max };

/** Decode rate by prompt length from the timed cells: the median, and its interval or the lowest and highest call. */
export const depthLineOf = (report: Report): LineSeries => ({
  name: report.run.model?.name ?? 'this run',
  points: timedCellsOf(report)
    .flatMap(({ promptTokens, decodeTokensPerSecond }) =>
      promptTokens === null || decodeTokensPerSecond === null
        ? []
        : [
            {
              x: promptTokens.p50,
              y: decodeTokensPerSecond.p50,
              ...limitsOf(decodeTokensPerSecond, depthWhiskersOf(report)),
              n: decodeTokensPerSecond.n,
            },
          ],
    )
    .toSorted((a, b) => a.x - b.x),
});

/** The median time between two tokens of each call, in milliseconds. */
export const interTokenMedians = ({ trials }: Report): number[] =>
  trials.flatMap(({ calls }) =>
    calls.flatMap(({ timings }) => (timings === null || timings.interTokenP50Ms === null ? [] : [timings.interTokenP50Ms])),
  );

const NotRun = ({ what, why }: { what: string; why: string }) => <p className="bl-muted">{`${what}: not run. ${why}`}</p>;

/** Speed: the table of medians, decode over depth, inter-token times. */
export const SpeedSection = ({ report, text }: ReportData) => {
  const depth = depthLineOf(report);
  const whiskers = depthWhiskersOf(report);
  const medians = interTokenMedians(report);
  const what = 'median time between two tokens of a call';
  return (
    <section aria-label="Speed">
      <h2>Speed</h2>
      {text.speed === null ? <NotRun what="Speed" why="The suite speed was not part of this run." /> : <TextTable table={text.speed} />}
      <div className="columns">
        {depth.points.length === 0 ? null : (
          <Figure
            title="Decode over depth"
            data={dataOfLines([depth], ['prompt_tokens', 'decode_tokens_per_second'])}
            draw={(width) => <DepthChart lines={[depth]} width={width} whiskers={whiskers} />}
            note={`Medians of the timed cells, n=${depth.points.map(({ n }) => n).join(', ')} calls from left to right. ${whiskers === '95 % intervals' ? 'Whiskers are 95 % intervals of the median.' : 'Whiskers reach from the lowest to the highest call: with fewer than 6 calls a median has no 95 % interval.'}`}
          />
        )}
        {medians.length === 0 ? null : (
          <Figure
            title="Inter-token latency"
            data={dataOfLatencies(medians)}
            draw={(width) => <LatencyHistogram valuesMs={medians} width={width} what={what} />}
            note={`One value for each of ${medians.length} calls of the whole run, its ${what}. The last bar also holds what lies beyond it.`}
          />
        )}
      </div>
      {text.notMeasured.map((each) => (
        <NotRun key={each.what} {...each} />
      ))}
    </section>
  );
};
