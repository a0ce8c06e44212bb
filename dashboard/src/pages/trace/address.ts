import { facets, type TrialFilter } from './filter-trials.ts';

/** What the address of the page says: the trial that is open, and the filter. */
export type TraceSearch = { trial?: string } & Partial<TrialFilter>;

// An address typed by a person may hold numbers, or anything.
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** The filter that an address asks for. */
export const filterOf = (search: Record<string, unknown>): TrialFilter => ({
  text: textOf(search['text']),
  outcome: textOf(search['outcome']),
  cause: textOf(search['cause']),
  suite: textOf(search['suite']),
  tag: textOf(search['tag']),
});

/** The address of a filter with a trial open; what is not set is left out. */
export const searchOf = (filter: TrialFilter, trial: string | null): TraceSearch => ({
  ...(trial === null ? {} : { trial }),
  ...Object.fromEntries((['text', ...facets] as const).flatMap((part) => (filter[part] === '' ? [] : [[part, filter[part]]]))),
});
