import type { TrialRow } from '@benchloop/spec';

/** What trials are chosen by, besides their text; '' = any. */
export type Facet = 'outcome' | 'cause' | 'suite' | 'tag';
export type TrialFilter = { text: string } & Record<Facet, string>;
export const noFilter: TrialFilter = { text: '', outcome: '', cause: '', suite: '', tag: '' };
export const facets = ['outcome', 'cause', 'suite', 'tag'] as const satisfies readonly Facet[];

export const didPass = ({ outcome, passed }: TrialRow): boolean => outcome === 'scored' && passed === true;

/** The outcome as people filter by it: a scored trial passed or it did not. */
export const outcomeOf = (row: TrialRow): string => (row.outcome === 'scored' ? (didPass(row) ? 'passed' : 'not passed') : row.outcome);

/** True where a person looks for why: everything but passed, unsupported and cancelled. */
export const isFailed = (row: TrialRow): boolean => !didPass(row) && row.outcome !== 'unsupported' && row.outcome !== 'cancelled';

const valuesOf: Record<Facet, (row: TrialRow) => readonly string[]> = {
  outcome: (row) => [outcomeOf(row)],
  cause: ({ cause }) => (cause === null ? [] : [cause]),
  suite: ({ suiteId }) => [suiteId],
  tag: ({ tags }) => tags,
};

const hasText = (row: TrialRow, wanted: string): boolean =>
  wanted === '' || `${row.id}\n${row.family}\n${row.tags.join('\n')}\n${row.reason}`.toLowerCase().includes(wanted);

/** Facets by which a trial does not fit the filter. */
const missedBy = (row: TrialRow, filter: TrialFilter): Facet[] =>
  facets.filter((facet) => filter[facet] !== '' && !valuesOf[facet](row).includes(filter[facet]));

/** Trials that fit every set part of the filter; the text is looked for in id, family, tags and reason. */
export const filterTrials = (rows: readonly TrialRow[], filter: TrialFilter): readonly TrialRow[] => {
  const wanted = filter.text.trim().toLowerCase();
  if (wanted === '' && facets.every((facet) => filter[facet] === '')) return rows;
  return rows.filter((row) => missedBy(row, filter).length === 0 && hasText(row, wanted));
};

export type Choice = { value: string; count: number };

/** What each facet can be set to, and how many trials each would leave with the rest of the filter as it is. */
export const choicesOf = (rows: readonly TrialRow[], filter: TrialFilter): Record<Facet, Choice[]> => {
  const wanted = filter.text.trim().toLowerCase();
  const counts = Object.fromEntries(facets.map((facet) => [facet, new Map<string, number>()])) as Record<Facet, Map<string, number>>;
  for (const row of rows) {
    const missed = missedBy(row, filter);
    const textFits = hasText(row, wanted);
    for (const facet of facets) {
      const isLeft = textFits && missed.every((one) => one === facet);
      for (const value of valuesOf[facet](row)) counts[facet].set(value, (counts[facet].get(value) ?? 0) + Number(isLeft));
    }
  }
  const listed = (facet: Facet): Choice[] =>
    [...counts[facet]].map(([value, count]) => ({ value, count })).toSorted((one, other) => (one.value < other.value ? -1 : 1));
  return { outcome: listed('outcome'), cause: listed('cause'), suite: listed('suite'), tag: listed('tag') };
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
