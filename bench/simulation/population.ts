import { createRandom } from '../../engine/src/kit/random.ts';
import { comparePaired, verdictOf, type Verdict } from '../../engine/src/measure/statistics/paired-verdict.ts';
import { rankIntervals } from '../../engine/src/measure/statistics/rank-intervals.ts';
import { abilityOf, draw, list, pairsFor, percent, repetitionsOf, shareOf, taskFor, type Row } from './setting.ts';

/** Verdicts and rank intervals in a population of models whose true pass rates are known. */

/** Differences below this do not matter. */
const margin = 0.03;

const runs = [
  { run: 'core: 180 tasks once', tasks: 180, trials: 1, count: 1_500 },
  { run: 'full: 600 tasks three times', tasks: 600, trials: 3, count: 100 },
];

/** True of a verdict about a true difference; null = it says nothing. */
const isRight = (verdict: Verdict, difference: number): boolean | null => {
  if (verdict === 'cannot-tell') return null;
  if (verdict === 'same') return Math.abs(difference) < margin;
  return verdict === 'better' ? difference > 0 : difference < 0;
};

export const verdicts = (): Row[] =>
  runs.flatMap(({ run, tasks, trials, count }) =>
    [0, 0.01, 0.05, 0.1, 0.2].map((difference) => {
      const random = createRandom(`verdict/${run}/${difference}`);
      const repetitions = repetitionsOf(count);
      const said = list(repetitions, (seed): Verdict => {
        const comparison = comparePaired(pairsFor(random, [0.5, 0.5 + difference], { tasks, trials }), { seed, margin });
        return comparison === null ? 'cannot-tell' : verdictOf(comparison, comparison.p);
      });
      const share = (is: (verdict: Verdict) => boolean) => percent(said.filter(is).length / repetitions);
      return {
        run,
        'true difference': difference,
        repetitions,
        'better %': share((verdict) => verdict === 'better'),
        'worse %': share((verdict) => verdict === 'worse'),
        'same %': share((verdict) => verdict === 'same'),
        'cannot tell %': share((verdict) => verdict === 'cannot-tell'),
        'right %': share((verdict) => isRight(verdict, difference) === true),
        'wrong %': share((verdict) => isRight(verdict, difference) === false),
        'false better %': difference > 0 ? 0 : share((verdict) => verdict === 'better'),
      };
    }),
  );

const tables = [
  { setting: 'two equals', rates: [0.5, 0.5], count: 2_000 },
  { setting: 'eight equals', rates: list(8, () => 0.5), count: 1_000 },
  { setting: 'three equals, then steps', rates: [0.6, 0.6, 0.6, 0.55, 0.5, 0.5, 0.35, 0.2], count: 200 },
  { setting: 'a ladder of small steps', rates: list(12, (place) => 0.4 + 0.02 * place), count: 100 },
];
const suiteWeights = [0.25, 0.2, 0.15, 0.15, 0.15, 0.1];

export const ranks = (): Row[] =>
  tables.flatMap(({ setting, rates, count }) =>
    [10, 30].map((perSuite) => {
      const models = rates.map(abilityOf);
      const best = rates.map((rate) => 1 + rates.filter((other) => other > rate).length);
      const worst = rates.map((rate) => rates.filter((other) => other >= rate).length);
      const widths: number[] = [];
      const { repetitions, share } = shareOf(`ranks/${setting}/${perSuite}`, count, (random, seed) => {
        const suites = suiteWeights.map((weight) => ({
          weight,
          tasks: list(perSuite, () => taskFor(random, models).map((rate) => draw(random, rate))),
        }));
        const intervals = rankIntervals(suites, { seed, resamples: 400 });
        widths.push(...intervals.map(({ low, high }) => high - low + 1));
        return intervals.every(({ low, high }, place) => low <= (best[place] as number) && high >= (worst[place] as number));
      });
      const width = widths.reduce((total, each) => total + each, 0) / widths.length;
      return {
        setting,
        models: rates.length,
        tasks: 6 * perSuite,
        repetitions,
        'whole table right %': share,
        'mean width': width.toFixed(2),
      };
    }),
  );
