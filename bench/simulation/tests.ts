import { gammaln } from 'simple-statistics';
import { equivalenceTest } from '../../engine/src/measure/statistics/equivalence.ts';
import { holm } from '../../engine/src/measure/statistics/holm.ts';
import { mcnemarTest, type McNemar } from '../../engine/src/measure/statistics/mcnemar.ts';
import { pairedCounts, taskDifferences, type PairedTask } from '../../engine/src/measure/statistics/paired-task.ts';
import { pairedPermutationTest } from '../../engine/src/measure/statistics/permutation.ts';
import { tasksNeeded } from '../../engine/src/measure/statistics/power.ts';
import { createRandom } from '../../engine/src/kit/random.ts';
import { list, normal, pairsFor, percent, shareOf, type Holds, type Row, type Two } from './setting.ts';

/** How often tests at the level of 5 % find what is not there, and what is. */

const level = 0.05;

type Case = { test: string; setting: string; tasks: number; count: number };

const reject = ({ test, setting, tasks, count }: Case, rejects: Holds): Row => {
  const { repetitions, share } = shareOf(`${test}/${setting}/${tasks}`, count, rejects);
  return { test, setting, tasks, repetitions, 'rejected %': share };
};

const midPOf = (pairs: readonly PairedTask[]): number => mcnemarTest(pairedCounts(pairs) ?? { gained: 0, lost: 0 }).midP;

const binomial = (n: number, k: number, share: number): number =>
  Math.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + k * Math.log(share) + (n - k) * Math.log(1 - share));

const most = 600;
/** Chance of rejection for each number of discordant tasks, of equal runs. */
const rejectionsOf = (kind: keyof McNemar): number[] =>
  list(most + 1, (discordant) => {
    let chance = 0;
    for (let fewer = 0; 2 * fewer < discordant && mcnemarTest({ gained: discordant - fewer, lost: fewer })[kind] <= level; fewer += 1)
      chance += 2 * binomial(discordant, fewer, 0.5);
    return chance;
  });

/** Added up over every outcome: exact, not simulated. */
const mcnemar = (): Row[] =>
  (['midP', 'exact'] as const).flatMap((kind) => {
    const rejections = rejectionsOf(kind);
    return [0.1, 0.2, 0.4].flatMap((discordant) =>
      [30, 60, 180, most].map((tasks) => ({
        test: kind === 'midP' ? 'McNemar, mid-p' : 'McNemar, exact',
        setting: `equal runs, ${100 * discordant} % of tasks discordant`,
        tasks,
        repetitions: 'all outcomes',
        'rejected %': percent(
          list(tasks + 1, (m) => binomial(tasks, m, discordant) * (rejections[m] as number)).reduce((a, b) => a + b, 0),
        ),
      })),
    );
  });

const permutations = 500;

const paired = (): Row[] =>
  [10, 30, 60, 180].flatMap((tasks) => [
    reject({ test: 'paired permutation', setting: 'three trials per task, both pass 0.5', tasks, count: 3_000 }, (random, seed) => {
      const differences = taskDifferences(pairsFor(random, [0.5, 0.5], { tasks, trials: 3 }));
      return pairedPermutationTest(differences, { seed, permutations }) <= level;
    }),
    reject({ test: 'paired permutation', setting: 'logarithms of times, equal', tasks, count: 8_000 }, (random, seed) => {
      const differences = list(tasks, () => 0.3 * normal(random));
      return pairedPermutationTest(differences, { seed, permutations }) <= level;
    }),
  ]);

const several = (): Row =>
  reject({ test: 'Holm over six suites, any finding', setting: 'both pass 0.5', tasks: 180, count: 2_000 }, (random) =>
    holm(list(6, () => midPOf(pairsFor(random, [0.5, 0.5], { tasks: 30 })))).some((p) => p <= level),
  );

const margin = 0.05;
const equivalence = (): Row[] => [
  ...[60, 180, 600].map((tasks) =>
    reject({ test: 'equivalence, pass or fail', setting: 'true difference = margin of 0.05', tasks, count: 4_000 }, (random) => {
      const p = equivalenceTest(pairsFor(random, [0.5, 0.5 + margin], { tasks }), margin);
      return p === null ? null : p <= level;
    }),
  ),
  ...[30, 180].map((tasks) =>
    reject({ test: 'equivalence, scores', setting: 'true difference = margin of 0.05', tasks, count: 20_000 }, (random) => {
      const scores = list(tasks, () => ({ a: [0], b: [margin + 0.1 * normal(random)] }));
      const p = equivalenceTest(scores, margin);
      return p === null ? null : p <= level;
    }),
  ),
];

export const typeOneErrors = (): Row[] => [...mcnemar(), ...paired(), several(), ...equivalence()];

const pairs: readonly Two[] = [
  [0.5, 0.6],
  [0.7, 0.75],
  [0.3, 0.5],
];

/** Whether as many tasks as `tasksNeeded` says find the difference in 80 % of repetitions. */
export const powerReached = (): Row[] =>
  pairs.map((two) => {
    const many = taskDifferences(pairsFor(createRandom('discordance'), two, { tasks: 40_000 }));
    const square = many.filter((difference) => difference !== 0).length / many.length;
    const tasks = tasksNeeded({ difference: two[1] - two[0], square }) ?? 0;
    const { repetitions, share } = shareOf(`power/${two.join('/')}`, 2_000, (random) => midPOf(pairsFor(random, two, { tasks })) <= level);
    return { setting: `${two[0]} against ${two[1]}`, 'tasks said to be needed': tasks, repetitions, 'found %': share };
  });
