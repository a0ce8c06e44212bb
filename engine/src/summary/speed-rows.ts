import { isJudged, type SpeedSummary, type Trial } from '@benchloop/spec';
import { quantilesOf } from '../measure/statistics/quantile.ts';
import { groupBy } from './group-by.ts';
import { speedSampleOf, type SpeedSample } from './speed-sample.ts';

/** Row over all calls of the scored suites: what the person saw during the whole run. */
export const allCallsCell = 'all';

export type SpeedGroup = { cell: string; timed: boolean; samples: SpeedSample[] };

const samplesOf = (trials: readonly Trial[]): SpeedSample[] =>
  trials.flatMap(({ calls }) => calls.map(speedSampleOf)).filter((sample) => sample !== null);

/** The calls by row: one group per cell of the clock suites, then all calls of the scored suites. */
export const speedGroups = (trials: readonly Trial[], clockSuites: ReadonlySet<string>): SpeedGroup[] => {
  const timed = trials.filter(({ suiteId, outcome, score }) => clockSuites.has(suiteId) && outcome === 'scored' && score?.passed === true);
  const cells = [...groupBy(timed, ({ family }) => family)].map(([cell, group]) => ({ cell, timed: true, samples: samplesOf(group) }));
  const scored = trials.filter(({ suiteId, outcome }) => !clockSuites.has(suiteId) && isJudged(outcome));
  return [...cells, { cell: allCallsCell, timed: false, samples: samplesOf(scored) }].filter(({ samples }) => samples.length > 0);
};

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** Prefill by the server's clock where every long prompt has it, else by the client's: never a mixture. */
const prefillOf = (samples: readonly SpeedSample[]): Pick<SpeedSummary, 'prefillTokensPerSecond' | 'prefillSource'> => {
  const wide = samples.filter(({ clientPrefill, serverPrefill }) => clientPrefill !== null || serverPrefill !== null);
  if (wide.length === 0) return { prefillTokensPerSecond: null, prefillSource: null };
  const server = wide.every(({ serverPrefill }) => serverPrefill !== null);
  return {
    prefillTokensPerSecond: quantilesOf(known(wide.map(({ serverPrefill, clientPrefill }) => (server ? serverPrefill : clientPrefill)))),
    prefillSource: server ? 'server' : 'client-ttft',
  };
};

/** One row of the speed table. */
export const speedRow = ({ cell, samples }: SpeedGroup): SpeedSummary => {
  const over = (pick: (sample: SpeedSample) => number | null) => quantilesOf(known(samples.map(pick)));
  return {
    cell,
    promptTokens: over(({ promptTokens }) => promptTokens),
    completionTokens: over(({ completionTokens }) => completionTokens),
    ttftMs: over(({ ttftMs }) => ttftMs),
    decodeTokensPerSecond: over(({ decode }) => decode),
    serverDecodeTokensPerSecond: over(({ serverDecode }) => serverDecode),
    ...prefillOf(samples),
    interTokenP50Ms: over(({ interTokenP50Ms }) => interTokenP50Ms),
    interTokenP95Ms: over(({ interTokenP95Ms }) => interTokenP95Ms),
  };
};
