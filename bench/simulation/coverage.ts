import type { Random } from '../../engine/src/kit/random.ts';
import * as bootstrap from '../../engine/src/measure/statistics/cluster-bootstrap.ts';
import type { Interval } from '../../engine/src/measure/statistics/confidence.ts';
import { medianInterval } from '../../engine/src/measure/statistics/median-interval.ts';
import { pairedCounts } from '../../engine/src/measure/statistics/paired-task.ts';
import { pairedRateDifference } from '../../engine/src/measure/statistics/paired-rate-difference.ts';
import { weightedMeanInterval } from '../../engine/src/measure/statistics/weighted-mean-interval.ts';
import { wilsonInterval } from '../../engine/src/measure/statistics/wilson.ts';
import {
  abilityOf,
  between,
  draw,
  list,
  normal,
  pairsFor,
  resamples,
  shareOf,
  sum,
  taskFor,
  within,
  type Row,
  type Two,
} from './setting.ts';

/** How often 95 % intervals contain the truth, where the product uses them. */

type Case = { interval: string; setting: string; tasks: number; count: number };
/** One repetition: the interval of new data, and the truth behind them. */
type Repetition = (random: Random, seed: number) => { interval: Interval | null; truth: number };

const cover = ({ interval: name, setting, tasks, count }: Case, repeat: Repetition): Row => {
  const { repetitions, share, silent } = shareOf(`${name}/${setting}/${tasks}`, count, (random, seed) => {
    const { interval, truth } = repeat(random, seed);
    return interval && within(interval, truth);
  });
  return { interval: name, setting, tasks, repetitions, 'none given %': silent, 'coverage %': share };
};

const sizes = [30, 60, 180];
const bands: readonly Two[] = [
  [0.1, 0.3],
  [0.3, 0.7],
  [0.7, 0.9],
];

const passed = (random: Random, tasks: number, rate: number): number => sum(list(tasks, () => draw(random, rate)));

const rates = (): Row[] =>
  bands.flatMap(([low, high]) => {
    const setting = `pass rates ${low} to ${high}`;
    return [6, 10, ...sizes].map((tasks) =>
      cover({ interval: 'Wilson', setting, tasks, count: 10_000 }, (random) => {
        const truth = between(random, low, high);
        return { interval: wilsonInterval(passed(random, tasks, truth) / tasks, tasks), truth };
      }),
    );
  });

/** A score between 0 and 1 with many ones, as of suites that give parts of a point: 1 with this chance, else 0 to 0.8. */
const partScore = (random: Random, chance: number): number => (random.float() < chance ? 1 : random.int(0, 8) / 10);

const means = (): Row[] =>
  sizes.flatMap((tasks) => [
    ...[0.2, 0.5, 0.8].map((truth) =>
      cover(
        { interval: 'mean, cluster bootstrap (BCa)', setting: `three trials per task, pass rate ${truth}`, tasks, count: 1_500 },
        (random, seed) => {
          const groups = list(tasks, () => {
            const [rate] = taskFor(random, [abilityOf(truth)]) as [number];
            return list(3, () => draw(random, rate));
          });
          return { interval: bootstrap.clusterBootstrapInterval(groups, { seed, resamples }), truth };
        },
      ),
    ),
    ...[0.2, 0.5, 0.7].map((chance) => {
      const truth = chance + (1 - chance) * 0.4;
      return cover(
        { interval: 'mean, cluster bootstrap (BCa)', setting: `partial scores, mean ${truth.toFixed(2)}`, tasks, count: 1_500 },
        (random, seed) => ({
          interval: bootstrap.clusterBootstrapInterval(
            list(tasks, () => [partScore(random, chance)]),
            { seed, resamples },
          ),
          truth,
        }),
      );
    }),
    cover({ interval: 'median, cluster bootstrap (percentile)', setting: 'log-normal times', tasks, count: 1_500 }, (random, seed) => ({
      interval: bootstrap.medianInterval(
        list(tasks, () => [Math.exp(0.8 * normal(random))]),
        { seed, resamples },
      ),
      truth: 1,
    })),
  ]);

const suites = [
  { rate: 0.25, weight: 0.25 },
  { rate: 0.4, weight: 0.2 },
  { rate: 0.5, weight: 0.15 },
  { rate: 0.6, weight: 0.15 },
  { rate: 0.75, weight: 0.15 },
  { rate: 0.85, weight: 0.1 },
];
const compositeTruth = sum(suites.map(({ rate, weight }) => rate * weight));

const composites = (): Row[] => {
  const setting = 'six suites, pass rates 0.25 to 0.85';
  return [
    cover({ interval: 'composite, from the suites’ intervals (MOVER)', setting, tasks: 180, count: 4_000 }, (random) => {
      const parts = suites.map(({ rate, weight }) => {
        const value = passed(random, 30, rate) / 30;
        return { value, ...wilsonInterval(value, 30), weight };
      });
      return { interval: weightedMeanInterval(parts), truth: compositeTruth };
    }),
    cover({ interval: 'composite, cluster bootstrap (BCa)', setting, tasks: 180, count: 1_500 }, (random, seed) => {
      const groups = suites.map(({ rate, weight }) => ({ weight, groups: list(30, () => [draw(random, rate)]) }));
      return { interval: bootstrap.compositeInterval(groups, { seed, resamples }), truth: compositeTruth };
    }),
  ];
};

const pairs: readonly Two[] = [
  [0.5, 0.5],
  [0.5, 0.6],
  [0.3, 0.5],
  [0.8, 0.85],
];

const differences = (): Row[] =>
  pairs.flatMap((two) => {
    const truth = two[1] - two[0];
    const setting = `${two[0]} against ${two[1]}`;
    return [
      ...sizes.map((tasks) =>
        cover({ interval: 'difference of pass rates (Tango)', setting, tasks, count: 3_000 }, (random) => {
          const counts = pairedCounts(pairsFor(random, two, { tasks }));
          return { interval: counts && pairedRateDifference(counts), truth };
        }),
      ),
      ...sizes.map((tasks) =>
        cover(
          {
            interval: 'difference of means (percentile)',
            setting: `${setting}, three trials per task`,
            tasks,
            count: tasks === 30 ? 4_000 : 1_500,
          },
          (random, seed) => {
            const difference = bootstrap.pairedMeanDifference(pairsFor(random, two, { tasks, trials: 3 }), { seed, resamples });
            return { interval: difference?.interval ?? null, truth };
          },
        ),
      ),
      cover(
        { interval: 'difference of composites (percentile)', setting: `${setting}, six suites`, tasks: 180, count: 1_200 },
        (random, seed) => {
          const parts = suites.map(({ weight }) => ({ weight, pairs: pairsFor(random, two, { tasks: 30 }) }));
          return { interval: bootstrap.pairedCompositeDifference(parts, { seed, resamples })?.interval ?? null, truth };
        },
      ),
    ];
  });

const ratios = (): Row[] =>
  sizes.map((tasks) =>
    cover(
      { interval: 'ratio of times (percentile)', setting: 'log-normal times, B takes 1.2 times as long', tasks, count: 1_500 },
      (random, seed) => {
        const times = list(tasks, () => {
          const size = Math.exp(0.8 * normal(random));
          return { a: [size * Math.exp(0.15 * normal(random))], b: [1.2 * size * Math.exp(0.25 * normal(random))] };
        });
        return { interval: bootstrap.pairedRatio(times, { seed, resamples })?.interval ?? null, truth: 1.2 };
      },
    ),
  );

/** Times and rates of the calls of one cell, of which each is one sample. */
const samples: Record<string, { of: (random: Random) => number; truth: number }> = {
  'normal rates': { of: normal, truth: 0 },
  'log-normal times': { of: (random) => Math.exp(0.8 * normal(random)), truth: 1 },
  'exponential times': { of: (random) => -Math.log(1 - random.float()), truth: Math.LN2 },
};

/** Intervals of the medians of speed, which need no model of tasks: the samples are calls. */
export const coverageOfMedians = (): Row[] =>
  Object.entries(samples).flatMap(([setting, { of, truth }]) =>
    [6, 7, 8, 9, 10, 12, 15, 20, 30, 60, 150].map((tasks) =>
      cover({ interval: 'median of calls (order statistics)', setting, tasks, count: 10_000 }, (random) => ({
        interval: medianInterval(list(tasks, () => of(random))),
        truth,
      })),
    ),
  );

export const coverageOfOneRun = (): Row[] => [...rates(), ...means(), ...composites()];
export const coverageOfTwoRuns = (): Row[] => [...differences(), ...ratios()];
