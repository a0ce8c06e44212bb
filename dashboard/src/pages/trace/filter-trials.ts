import { isJudged, type TrialRow } from '@benchloop/spec';

export type TrialFilter = { text: string; outcome: string; cause: '' | 'model' | 'machinery'; suite: string; tag: string };
export const noFilter: TrialFilter = { text: '', outcome: '', cause: '', suite: '', tag: '' };

export const didPass = ({ outcome, passed }: TrialRow): boolean => outcome === 'scored' && passed === true;

/** The outcome as people filter by it: a scored trial passed or it did not. */
export const outcomeOf = (row: TrialRow): string => (row.outcome === 'scored' ? (didPass(row) ? 'passed' : 'not passed') : row.outcome);

/** True where a person looks for why: everything but passed, unsupported and cancelled. */
export const isFailed = (row: TrialRow): boolean => !didPass(row) && row.outcome !== 'unsupported' && row.outcome !== 'cancelled';

const causeOf = (row: TrialRow): TrialFilter['cause'] => (didPass(row) ? '' : isJudged(row.outcome) ? 'model' : 'machinery');

/** Trials that fit every set part of the filter; the text is looked for in id, family, tags and reason. */
export const filterTrials = (rows: readonly TrialRow[], { text, outcome, cause, suite, tag }: TrialFilter): readonly TrialRow[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && outcome === '' && cause === '' && suite === '' && tag === '') return rows;
  return rows.filter(
    (row) =>
      (outcome === '' || outcomeOf(row) === outcome) &&
      (cause === '' || causeOf(row) === cause) &&
      (suite === '' || row.suiteId === suite) &&
      (tag === '' || row.tags.includes(tag)) &&
      (wanted === '' || `${row.id}\n${row.family}\n${row.tags.join('\n')}\n${row.reason}`.toLowerCase().includes(wanted)),
  );
};

/** The next failed trial after a place, from the beginning again at the end; -1 = none failed. */
export const nextFailed = (rows: readonly TrialRow[], place: number): number => {
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (place + step + rows.length) % rows.length;
    const row = rows[at];
    if (row !== undefined && isFailed(row)) return at;
  }
  return -1;
};
