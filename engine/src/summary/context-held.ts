import { contextTiers, isJudged, sayTier, tierOf, type ContextHeld, type ContextTier, type Trial } from '@benchloop/spec';
import { quantilesOf } from '../measure/statistics/quantile.ts';
import { judgedOf, scoreOf } from './estimates.ts';
import { groupBy } from './group-by.ts';

/** The suite whose trials tell how far the context holds. */
export const longContextSuite = 'longcontext';

/** Score from which on a tier counts as held: half of its tasks. */
export const heldScore = 50;

type Counted = { trial: Trial; promptTokens: number; tier: ContextTier };

/** The tier that the task was built for, by its tag. */
const builtFor = ({ tags }: Trial): ContextTier | null => contextTiers.find((tier) => tags.includes(`tier-${sayTier(tier)}`)) ?? null;

/** Null where the server told no count, or one that shows that the model was not given the whole text. */
const countedOf = (trial: Trial): Counted | null => {
  const usage = trial.calls[0]?.usage ?? null;
  if (usage === null || usage.promptTokens === null || usage.source === 'estimate') return null;
  const tier = tierOf(usage.promptTokens);
  return tier === null || tier < (builtFor(trial) ?? 0) ? null : { trial, promptTokens: usage.promptTokens, tier };
};

/** The last tier of the unbroken row, from the smallest measured tier on, whose score is enough. */
const largestHeld = (tiers: ContextHeld['tiers'], scoreBy: (score: ContextHeld['tiers'][number]['score']) => number): number | null => {
  const broken = tiers.findIndex(({ score }) => scoreBy(score) < heldScore);
  return tiers[(broken === -1 ? tiers.length : broken) - 1]?.tier ?? null;
};

/**
 * Score by tier, tiers by the server's own prompt count, and the largest tier held with its interval. A tier is held when its
 * score and that of every smaller measured tier is at least `heldScore`; the interval follows the same rule with the lower and
 * upper 95 % limits of the scores. Null = no trial of the suite was judged.
 */
export const contextHeld = (trials: readonly Trial[]): ContextHeld | null => {
  const judged = trials.filter(({ suiteId, outcome }) => suiteId === longContextSuite && isJudged(outcome));
  if (judged.length === 0) return null;
  const counted = judged.map(countedOf).filter((entry) => entry !== null);
  const groups = groupBy(counted, ({ tier }) => tier);
  const tiers = contextTiers.flatMap((tier) => {
    const group = groups.get(tier) ?? [];
    const score = scoreOf(
      group.map(({ trial }) => judgedOf(trial)),
      `${longContextSuite}/${tier}`,
    );
    const promptTokens = quantilesOf(group.map((entry) => entry.promptTokens));
    return score === null || promptTokens === null ? [] : [{ tier, promptTokens, score }];
  });
  const held =
    tiers.length === 0
      ? null
      : {
          tier: largestHeld(tiers, ({ value }) => value),
          low: largestHeld(tiers, ({ low }) => low),
          high: largestHeld(tiers, ({ high }) => high),
        };
  return { tiers, held, uncounted: judged.length - counted.length };
};
