import { clopperPearsonInterval } from '../../engine/src/measure/statistics/clopper-pearson.ts';
import type { Interval } from '../../engine/src/measure/statistics/confidence.ts';
import { wilsonInterval } from '../../engine/src/measure/statistics/wilson.ts';
import { list, percent, within, type Row } from './setting.ts';

/** Coverage of the intervals of a pass rate with few trials: added up over every outcome and averaged over the rates of a band, so exact. */

type Of = (passed: number, n: number) => Interval;

const chancesOf = (n: number, rate: number): number[] => {
  const chances: number[] = [];
  let chance = (1 - rate) ** n;
  for (let passed = 0; passed <= n; passed += 1) {
    chances.push(chance);
    chance *= ((n - passed) / (passed + 1)) * (rate / (1 - rate));
  }
  return chances;
};

const halvings = 60;

/** The rate at which the tail beyond `passed` holds 2.5 %, of `passed` itself half: mid-p limits, which the product does not use. */
const midPLimit = (passed: number, n: number, isUpper: boolean): number => {
  let [low, high] = [0, 1];
  for (let step = 0; step < halvings; step += 1) {
    const rate = (low + high) / 2;
    const tail = chancesOf(n, rate).reduce(
      (sum, chance, place) => sum + (place === passed ? chance / 2 : place < passed === isUpper ? chance : 0),
      0,
    );
    if (tail > 0.025 === isUpper) low = rate;
    else high = rate;
  }
  return (low + high) / 2;
};

const methods: Record<string, Of> = {
  Wilson: (passed, n) => wilsonInterval(passed / n, n),
  'Clopper-Pearson': (passed, n) => clopperPearsonInterval(passed, n),
  'Clopper-Pearson, mid-p': (passed, n) => ({
    low: passed === 0 ? 0 : midPLimit(passed, n, false),
    high: passed === n ? 1 : midPLimit(passed, n, true),
  }),
};

const bands = [
  [0.01, 0.1],
  [0.1, 0.3],
  [0.3, 0.7],
] as const;
const rates = 2_000;

/** By number of trials and band of pass rates; bands above 0.7 mirror those below 0.3. */
export const fewTrials = (): Row[] =>
  [1, 2, 3, 4, 5, 6, 8, 10, 15, 30].flatMap((n) =>
    Object.entries(methods).map(([interval, of]) => {
      const intervals = list(n + 1, (passed) => of(passed, n));
      const row: Row = { trials: n, interval };
      for (const [low, high] of bands) {
        const held = list(rates, (place) => {
          const rate = low + ((high - low) * (place + 0.5)) / rates;
          return chancesOf(n, rate).reduce((sum, chance, passed) => sum + (within(intervals[passed] as Interval, rate) ? chance : 0), 0);
        });
        row[`pass rates ${low} to ${high} %`] = percent(held.reduce((sum, share) => sum + share, 0) / rates);
      }
      return row;
    }),
  );
