import { createRandom, type Random } from '../../engine/src/kit/random.ts';
import type { Interval } from '../../engine/src/measure/statistics/confidence.ts';
import { normalQuantile } from '../../engine/src/measure/statistics/normal.ts';
import type { PairedTask } from '../../engine/src/measure/statistics/paired-task.ts';

/** Models of known ability that meet tasks of unknown difficulty: what the simulations share. */

export type Row = Record<string, string | number>;

/** Resamples of each bootstrap here; the product's 2,000 give the same limits with less noise. */
export const resamples = 600;

let scale = 1;
/** Share of the repetitions to do, for a quick look. */
export const setScale = (share: number): void => {
  scale = share;
};
export const repetitionsOf = (count: number): number => Math.max(20, Math.round(count * scale));

export const percent = (share: number): number => Math.round(share * 1e4) / 100;
export const list = <Item>(length: number, of: (place: number) => Item): Item[] => Array.from({ length }, (_, place) => of(place));
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whether something holds in one repetition; null = nothing was said. */
export type Holds = (random: Random, seed: number) => boolean | null;

/** Share of seeded repetitions in which something holds, in percent; those that say nothing are counted apart. */
export const shareOf = (name: string, count: number, holds: Holds): { repetitions: number; share: number; silent: number } => {
  const random = createRandom(name);
  const repetitions = repetitionsOf(count);
  const results = list(repetitions, (seed) => holds(random, seed));
  const silent = results.filter((result) => result === null).length;
  return { repetitions, share: percent(results.filter(Boolean).length / (repetitions - silent)), silent: percent(silent / repetitions) };
};

export const within = ({ low, high }: Interval, truth: number): boolean => low <= truth + 1e-12 && high >= truth - 1e-12;
export const between = (random: Random, low: number, high: number): number => low + random.float() * (high - low);
export const draw = (random: Random, share: number): number => (random.float() < share ? 1 : 0);
/** G. E. P. Box and M. E. Muller, Annals of Mathematical Statistics 29 (1958) 610-611. */
export const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float());

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Spread of difficulty between tasks, and of each model's own likes among them, in logits. */
const difficultySpread = 1.5;
const likingSpread = 0.8;
const points = list(2_000, (place) => Math.hypot(difficultySpread, likingSpread) * normalQuantile((place + 0.5) / 2_000));

/** Pass rate over all tasks that could be asked. */
const rateOf = (ability: number): number => sum(points.map((point) => logistic(ability + point))) / points.length;

const abilities = new Map<number, number>();
/** Ability of a model whose pass rate over all tasks that could be asked is `rate`. */
export const abilityOf = (rate: number): number => {
  const known = abilities.get(rate);
  if (known !== undefined) return known;
  let [low, high] = [-12, 12];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (rateOf(middle) < rate) low = middle;
    else high = middle;
  }
  abilities.set(rate, low);
  return low;
};

/** A new task: the chance that each model passes it. */
export const taskFor = (random: Random, models: readonly number[]): number[] => {
  const difficulty = difficultySpread * normal(random);
  return models.map((ability) => logistic(ability - difficulty + likingSpread * normal(random)));
};

/** Two models, by their pass rates. */
export type Two = readonly [number, number];

/** `tasks` new tasks that two models try `trials` times each. */
export const pairsFor = (random: Random, rates: Two, { tasks, trials = 1 }: { tasks: number; trials?: number }): PairedTask[] => {
  const models = rates.map(abilityOf);
  return list(tasks, () => {
    const [a, b] = taskFor(random, models) as [number, number];
    return { a: list(trials, () => draw(random, a)), b: list(trials, () => draw(random, b)) };
  });
};
