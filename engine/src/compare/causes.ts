import { causeOf, isJudged, type ComparedRun, type Report, type Trial } from '@benchloop/spec';
import { groupBy } from '../summary/group-by.ts';

/** True where a reply hit its token or context limit. */
export const isCut = ({ outcome }: Pick<Trial, 'outcome'>): boolean => outcome === 'truncated';

/** Trials that did not pass, by cause, most frequent first. */
export const causesOf = ({ trials }: Report): ComparedRun['causes'] =>
  [...groupBy(trials, causeOf)]
    .flatMap(([cause, all]) => (cause === null ? [] : [{ cause, count: all.length }]))
    .toSorted((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : 1));

const speaksOfContext = ({ reason }: Trial): boolean => /context/iu.test(reason);

/** Trials that ran out of context, or were not tried for want of it: what a larger context would change. */
export const contextFailuresOf = ({ trials }: Report): number =>
  trials.filter((trial) => (trial.outcome === 'truncated' || !isJudged(trial.outcome)) && speaksOfContext(trial)).length;
