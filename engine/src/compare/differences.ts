import type { Difference } from '@benchloop/spec';
import { mcnemarTest, cohensG } from '../measure/statistics/mcnemar.ts';
import { holm } from '../measure/statistics/holm.ts';
import { pairedRateDifference } from '../measure/statistics/paired-rate-difference.ts';
import { meanOf, pairedCounts, type PairedTask } from '../measure/statistics/paired-task.ts';
import { comparePaired, verdictOf } from '../measure/statistics/paired-verdict.ts';
import { detectableDifference, trialsToSeparate } from '../measure/statistics/power.ts';
import type { TaskPair } from './align.ts';

export type DifferenceOptions = { seed: string; margin: number; confidence: number };

const points = 100;

export const scorePairsOf = (pairs: readonly TaskPair[]): PairedTask[] =>
  pairs.map(({ a, b }) => ({ a: a.map(({ score }) => score?.value ?? 0), b: b.map(({ score }) => score?.value ?? 0) }));

const passPairsOf = (pairs: readonly TaskPair[]): PairedTask[] =>
  pairs.map(({ a, b }) => ({
    a: a.map(({ score }) => Number(score?.passed === true)),
    b: b.map(({ score }) => Number(score?.passed === true)),
  }));

/** B against A by task: gained = the greater share of its trials passed. */
const flipsOf = (passes: readonly PairedTask[]): { gained: number; lost: number } => ({
  gained: passes.filter(({ a, b }) => meanOf(b) > meanOf(a)).length,
  lost: passes.filter(({ a, b }) => meanOf(b) < meanOf(a)).length,
});

const scaled = (value: number | null | undefined): number | null => (value === null || value === undefined ? null : points * value);

/** What the passes alone say, where each task was tried once. */
const passesOf = (passes: readonly PairedTask[], confidence: number): Pick<Difference, 'passRate' | 'mcnemar'> => {
  const counts = pairedCounts(passes);
  if (counts === null) return { passRate: null, mcnemar: null };
  return { passRate: pairedRateDifference(counts, confidence), mcnemar: { ...mcnemarTest(counts), g: cohensG(counts) } };
};

/** Differences of groups of tasks, with p adjusted over them by Holm. Groups without a task are left out. */
export const differencesOf = (groups: ReadonlyMap<string, readonly TaskPair[]>, options: DifferenceOptions): Difference[] => {
  const { seed, margin, confidence } = options;
  const compared = [...groups].flatMap(([id, pairs]) => {
    const scores = scorePairsOf(pairs);
    const comparison = comparePaired(scores, { seed: `${seed}/${id}`, margin: margin / points, confidence });
    return comparison === null ? [] : [{ id, pairs, scores, comparison }];
  });
  const adjusted = holm(compared.map(({ comparison }) => comparison.p));
  return compared.map(({ id, pairs, scores, comparison }, place): Difference => {
    const passes = passPairsOf(pairs);
    const pHolm = adjusted[place] ?? 1;
    const verdict = verdictOf(comparison, pHolm, confidence);
    return {
      id,
      tasks: comparison.tasks,
      scoreA: points * meanOf(scores.map(({ a }) => meanOf(a))),
      scoreB: points * meanOf(scores.map(({ b }) => meanOf(b))),
      difference: points * comparison.difference,
      low: scaled(comparison.interval?.low),
      high: scaled(comparison.interval?.high),
      method: comparison.intervalMethod,
      p: comparison.p,
      pHolm,
      test: comparison.test,
      equivalenceP: comparison.equivalenceP,
      verdict,
      ...flipsOf(passes),
      ...passesOf(passes, confidence),
      moreTrials: verdict === 'cannot-tell' ? (trialsToSeparate(scores, { confidence })?.moreTrials ?? null) : null,
      detectable: scaled(detectableDifference(scores, { confidence })),
    };
  });
};
