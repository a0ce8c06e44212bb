import * as bootstrap from '../../engine/src/measure/statistics/cluster-bootstrap.ts';
import type { Interval } from '../../engine/src/measure/statistics/confidence.ts';
import { list, normal, pairsFor, resamples, shareOf, within, type Row } from './setting.ts';
import type { Random } from '../../engine/src/kit/random.ts';

/** Percentile and BCa limits of the same statistic on the same data: why differences and medians use the former. */

type Method = 'percentile' | 'bca';
type Case = {
  figure: string;
  setting: string;
  tasks: number;
  count: number;
  truth: number;
  intervalOf: (random: Random, options: { seed: number; resamples: number; method: Method }) => Interval | null;
};

const beside = ({ figure, setting, tasks, count, truth, intervalOf }: Case): Row => {
  // One name for both, so that both meet the same data.
  const shares = (['percentile', 'bca'] as const).map((method) =>
    shareOf(`beside/${figure}/${setting}/${tasks}`, count, (random, seed) => {
      const interval = intervalOf(random, { seed, resamples, method });
      return interval && within(interval, truth);
    }),
  );
  return {
    figure,
    setting,
    tasks,
    repetitions: shares[0]?.repetitions ?? 0,
    'percentile %': shares[0]?.share ?? 0,
    'BCa %': shares[1]?.share ?? 0,
  };
};

const suiteWeights = [0.25, 0.2, 0.15, 0.15, 0.15, 0.1];

export const bcaBeside = (): Row[] => [
  ...[30, 60].flatMap((tasks) => [
    beside({
      figure: 'median',
      setting: 'log-normal times',
      tasks,
      count: 3_000,
      truth: 1,
      intervalOf: (random, options) =>
        bootstrap.medianInterval(
          list(tasks, () => [Math.exp(0.8 * normal(random))]),
          options,
        ),
    }),
    ...(
      [
        [0.5, 0.5],
        [0.8, 0.85],
      ] as const
    ).map((two) =>
      beside({
        figure: 'difference of means',
        setting: `${two.join(' against ')}, three trials per task`,
        tasks,
        count: 3_000,
        truth: two[1] - two[0],
        intervalOf: (random, options) =>
          bootstrap.pairedMeanDifference(pairsFor(random, two, { tasks, trials: 3 }), options)?.interval ?? null,
      }),
    ),
    beside({
      figure: 'difference of means',
      setting: '0.9 against 0.93, three trials per task',
      tasks,
      count: 3_000,
      truth: 0.03,
      intervalOf: (random, options) =>
        bootstrap.pairedMeanDifference(pairsFor(random, [0.9, 0.93], { tasks, trials: 3 }), options)?.interval ?? null,
    }),
  ]),
  beside({
    figure: 'difference of composites',
    setting: '0.8 against 0.85, six suites',
    tasks: 180,
    count: 1_000,
    truth: 0.05,
    intervalOf: (random, options) =>
      bootstrap.pairedCompositeDifference(
        suiteWeights.map((weight) => ({ weight, pairs: pairsFor(random, [0.8, 0.85], { tasks: 30 }) })),
        options,
      )?.interval ?? null,
  }),
];
