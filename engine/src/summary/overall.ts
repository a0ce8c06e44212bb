import type { Overall, SpeedSummary, SuiteSummary, Trial } from '@benchloop/spec';
import { weightedMeanInterval } from '../measure/statistics/weighted-mean-interval.ts';
import type { Obstacle } from './comparability.ts';
import { overallFigure, speedCell, speedScore, suiteWeights } from './formula.ts';

/** Outcomes in which the stack failed, as opposed to the model, the person or the task. */
const infrastructureFailures: readonly Trial['outcome'][] = ['timeout', 'model-error'];

/** Outcomes in which the stack was not put to the test. */
const notAttempted: readonly Trial['outcome'][] = ['cancelled', 'unsupported', 'invalid-task'];

/** Share of attempted trials without an infrastructure failure, also without one that a retry mended, 0 to 100. */
export const reliabilityOf = (trials: readonly Trial[]): number | null => {
  const attempted = trials.filter(({ outcome }) => !notAttempted.includes(outcome));
  if (attempted.length === 0) return null;
  const clean = attempted.filter(({ outcome, retries }) => retries === 0 && !infrastructureFailures.includes(outcome));
  return (100 * clean.length) / attempted.length;
};

/** Weighted mean of the suites' scores with its interval; null when a suite has no score or no weight. */
const qualityOf = (suites: readonly SuiteSummary[]) => {
  const scored = suites.filter(({ judge }) => judge === 'scorer');
  const parts = scored.flatMap(({ id, score }) => {
    const weight = suiteWeights[id];
    return score === null || weight === undefined ? [] : [{ ...score, weight }];
  });
  return parts.length === 0 || parts.length < scored.length ? null : weightedMeanInterval(parts);
};

export type OverallInput = {
  suites: readonly SuiteSummary[];
  speedRows: readonly SpeedSummary[];
  trials: readonly Trial[];
  obstacles: readonly Obstacle[];
  /** True when the run was to measure speed on hardware of the person's own: what a network and a service do is no such speed. */
  speedPlanned: boolean;
};

const withheldReason = (obstacles: readonly Obstacle[]): string | null => {
  const reasons = obstacles.filter(({ withholds }) => withholds).map(({ reason }) => reason);
  return reasons.length === 0 ? null : reasons.join('; ');
};

/**
 * The overall figure. Its interval carries the uncertainty of quality only: speed and reliability enter as measured.
 * Withheld, with the reason, unless every suite that the profile takes was judged completely.
 */
export const overallOf = ({ suites, speedRows, trials, obstacles, speedPlanned }: OverallInput): Overall => {
  const rate = speedRows.find(({ cell }) => cell === speedCell)?.decodeTokensPerSecond?.p50 ?? null;
  const speed = rate === null || !speedPlanned ? null : speedScore(rate);
  const reliability = reliabilityOf(trials);
  const formula = speedPlanned ? 'with-speed' : 'without-speed';
  const covered = withheldReason(obstacles);
  const quality = covered === null ? qualityOf(suites) : null;
  const withheldBecause =
    covered ??
    (quality === null || reliability === null
      ? 'no suite with a weight was judged'
      : speedPlanned && speed === null
        ? 'the decode rate could not be measured'
        : null);
  const measured = { quality: quality?.value ?? null, speed, reliability, formula } as const;
  if (withheldBecause !== null || quality === null || reliability === null)
    return { value: null, low: null, high: null, ...measured, withheldBecause };
  const figure = (value: number) => overallFigure({ quality: value, speed, reliability });
  return {
    value: figure(quality.value),
    low: figure(Math.max(0, quality.low)),
    high: figure(Math.min(100, quality.high)),
    ...measured,
    withheldBecause,
  };
};
