import type { Report } from '@benchloop/spec';
import { Figure } from '../../charts/kit/figure.tsx';
import { dataOfLatencies, LatencyHistogram } from '../../charts/latency-histogram.tsx';
import { dataOfLines, type LineSeries } from '../../charts/line-chart.tsx';
import { DepthChart } from '../../charts/speed-charts.tsx';
import type { ReportData } from '../report-data.ts';
import { timedCellsOf } from '../timed-cells.ts';
import { TextTable } from './text-table.tsx';

/** Decode rate by prompt length from the timed cells: the median, and the lowest and highest sample. */
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
              low: decodeTokensPerSecond.min,
              high: decodeTokensPerSecond.max,
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
  const medians = interTokenMedians(report);
  const what = 'median time between two tokens of a call';
  return (
    <section aria-label="Speed">
      <h2>Speed</h2>
      {text.speed === null ? <NotRun what="Speed" why="The suite speed was not part of this run." /> : <TextTable table={text.speed} />}
      <div className="columns">
        {depth.points.length === 0 ? (
          <NotRun what="Decode over depth" why="No timed call gave a decode rate." />
        ) : (
          <Figure
            title="Decode over depth"
            data={dataOfLines([depth], ['prompt_tokens', 'decode_tokens_per_second'])}
            draw={(width) => <DepthChart lines={[depth]} width={width} whiskers="lowest to highest" />}
            note={`Medians of the timed cells, n=${depth.points.map(({ n }) => n).join(', ')} calls from left to right. Whiskers reach from the lowest to the highest call: too few for a 95 % interval.`}
          />
        )}
        {medians.length === 0 ? (
          <NotRun what="Inter-token latency" why="The server sent several tokens in one read, so single tokens were not seen." />
        ) : (
          <Figure
            title="Inter-token latency"
            data={dataOfLatencies(medians)}
            draw={(width) => <LatencyHistogram valuesMs={medians} width={width} what={what} />}
            note={`One value for each of ${medians.length} calls of the whole run, its ${what}. The last bar also holds what lies beyond it.`}
          />
        )}
      </div>
    </section>
  );
};
