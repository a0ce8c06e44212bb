import { useMemo } from 'react';
import type { TrialRow } from '@benchloop/spec';
import { outcomeOf, type TrialFilter } from './filter-trials.ts';

type SelectProps = { label: string; any: string; value: string; options: readonly string[]; onChange: (value: string) => void };

const Select = ({ label, any, value, options, onChange }: SelectProps) => (
  <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    <option value="">{any}</option>
    {options.map((option) => (
      <option key={option}>{option}</option>
    ))}
  </select>
);

const unique = (values: readonly string[]): string[] => [...new Set(values)].toSorted();

type TrialFiltersProps = { all: readonly TrialRow[]; filter: TrialFilter; onChange: (filter: TrialFilter) => void };

/** What to show: by text, outcome, cause, suite and tag. */
export const TrialFilters = ({ all, filter, onChange }: TrialFiltersProps) => {
  const choices = useMemo(
    () => ({
      outcomes: unique(all.map(outcomeOf)),
      suites: unique(all.map(({ suiteId }) => suiteId)),
      tags: unique(all.flatMap(({ tags }) => tags)),
    }),
    [all],
  );
  return (
    <div className="trace-filters" role="search">
      <input
        type="search"
        aria-label="Search trials"
        placeholder="Search trials"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <Select
        label="Outcome"
        any="any outcome"
        value={filter.outcome}
        options={choices.outcomes}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Select
        label="Cause"
        any="any cause"
        value={filter.cause}
        options={['model', 'machinery']}
        onChange={(cause) => onChange({ ...filter, cause: cause as TrialFilter['cause'] })}
      />
      <Select
        label="Suite"
        any="any suite"
        value={filter.suite}
        options={choices.suites}
        onChange={(suite) => onChange({ ...filter, suite })}
      />
      <Select label="Tag" any="any tag" value={filter.tag} options={choices.tags} onChange={(tag) => onChange({ ...filter, tag })} />
    </div>
  );
};
