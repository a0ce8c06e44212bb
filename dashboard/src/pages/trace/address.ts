import { addressText } from '../../lab/address-text.ts';
import { facets, type TrialFilter } from './filter-trials.ts';

/** What the address of the page says: the trial that is open, and the filter. */
export type TraceSearch = { trial?: string } & Partial<TrialFilter>;

/** The filter that an address asks for. */
export const filterOf = (search: Record<string, unknown>): TrialFilter => ({
  text: addressText(search['text']),
  outcome: addressText(search['outcome']),
  cause: addressText(search['cause']),
  suite: addressText(search['suite']),
  tag: addressText(search['tag']),
});

/** The address of a filter with a trial open; what is not set is left out. */
export const searchOf = (filter: TrialFilter, trial: string | null): TraceSearch => ({
  ...(trial === null ? {} : { trial }),
  ...Object.fromEntries((['text', ...facets] as const).flatMap((part) => (filter[part] === '' ? [] : [[part, filter[part]]]))),
});
