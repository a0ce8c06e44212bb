import { isJudged, type ComparedRun, type Report, type Trial } from '@benchloop/spec';
import { groupBy } from '../summary/group-by.ts';

/** True where a reply hit its token or context limit. */
export const isCut = ({ outcome }: Pick<Trial, 'outcome'>): boolean => outcome === 'truncated';

const causeOf = (trial: Trial): string => {
  switch (trial.outcome) {
    case 'scored':
      return 'answered wrongly';
    case 'truncated':
      return trial.error === null ? 'cut off at the token limit' : 'did not fit the context';
    case 'unparseable':
      return 'no answer that can be read';
    case 'refused':
      return 'refused or filtered';
    case 'timeout':
      return 'no reply in time';
    case 'model-error':
      return 'the server failed';
    case 'unsupported':
      return 'not supported by this stack';
    case 'cancelled':
      return 'stopped by the person';
    case 'invalid-task':
      return 'the task does not hold';
  }
};

const isPassed = ({ score }: Trial): boolean => score?.passed === true;

/** Trials that did not pass, by cause, most frequent first. */
export const causesOf = ({ trials }: Report): ComparedRun['causes'] =>
  [
    ...groupBy(
      trials.filter((trial) => !isPassed(trial)),
      causeOf,
    ),
  ]
    .map(([cause, all]) => ({ cause, count: all.length }))
    .toSorted((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : 1));

const speaksOfContext = ({ reason }: Trial): boolean => /context/iu.test(reason);

/** Trials that ran out of context, or were not tried for want of it: what a larger context would change. */
export const contextFailuresOf = ({ trials }: Report): number =>
  trials.filter((trial) => (trial.outcome === 'truncated' || !isJudged(trial.outcome)) && speaksOfContext(trial)).length;
