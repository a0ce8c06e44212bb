import * as engine from '@benchloop/engine';
import type { Pair, Standing, Summary, SweepRow } from '@benchloop/spec';
import { fastestOf } from './fastest.ts';

/** What a finished run tells of its setting. */
export type SettingFacts = { runId: string } & Pick<
  SweepRow,
  'passRate' | 'decodeTokensPerSecond' | 'decodeInterval' | 'rateBesideFastest' | 'ttftMs' | 'memoryBytes' | 'qualityBesideFastest'
>;

/** Over the suites that a scorer judges: a timed trial passes by ending, which says nothing of quality. */
const passRateOf = ({ suites }: Summary): SettingFacts['passRate'] => {
  const rates = suites.flatMap(({ judge, passRate }) => (judge === 'scorer' && passRate !== null ? [passRate] : []));
  const judged = rates.reduce((sum, { n }) => sum + n, 0);
  if (judged === 0) return null;
  const share = rates.reduce((sum, { n, value }) => sum + n * value, 0) / judged;
  const { low, high } = engine.wilsonInterval(share, judged);
  return { value: 100 * share, low: 100 * low, high: 100 * high, n: judged };
};

const beside = async (home: string, fastest: string, other: string): Promise<Pair | null> =>
  (await engine.compareStored({ home, names: [fastest, other] })).comparison.pairs[0] ?? null;

/** The interval of the very median that is shown. */
const decodeIntervalOf = ({ speed }: Summary, shown: number | null): SettingFacts['decodeInterval'] =>
  speed.map(({ decodeTokensPerSecond }) => decodeTokensPerSecond).find((rate) => rate !== null && rate.p50 === shown)?.p50Interval ?? null;

const factsOf = (standing: Standing, summary: Summary, pair: Pair | null): SettingFacts => ({
  runId: standing.runId,
  passRate: passRateOf(summary),
  decodeTokensPerSecond: standing.decodeTokensPerSecond,
  decodeInterval: decodeIntervalOf(summary, standing.decodeTokensPerSecond),
  ttftMs: standing.ttftMs,
  memoryBytes: standing.memoryBytes,
  rateBesideFastest: pair?.figures.find(({ id }) => id === 'decode')?.ratio ?? null,
  qualityBesideFastest: pair?.quality?.verdict ?? null,
});

/** Speed and quality of each finished run of a sweep, and each beside the fastest one on the tasks that both tried. */
export const settingFacts = async (home: string, runIds: readonly string[]): Promise<SettingFacts[]> => {
  const { standings } = await engine.readIndex(home);
  const ended = standings.filter(({ runId, frozen }) => frozen && runIds.includes(runId));
  const fastest = fastestOf(ended);
  const facts: SettingFacts[] = [];
  for (const standing of ended) {
    const isFastest = fastest === null || standing.runId === fastest.runId;
    const { summary } = await engine.loadReport(home, standing.runId);
    facts.push(factsOf(standing, summary, isFastest ? null : await beside(home, fastest.runId, standing.runId)));
  }
  return facts;
};
