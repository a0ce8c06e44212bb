import { useMemo, useRef } from 'react';
import type { TrialRow } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';
import { choicesOf, facets, type Choice, type Facet, type TrialFilter } from './filter-trials.ts';

const words: Record<Facet, readonly [label: string, any: string]> = {
  outcome: ['Outcome', 'any outcome'],
  cause: ['Cause', 'any cause'],
  suite: ['Suite', 'any suite'],
  tag: ['Tag', 'any tag'],
};

type SelectProps = { facet: Facet; value: string; choices: readonly Choice[]; onChange: (value: string) => void };

const Select = ({ facet, value, choices, onChange }: SelectProps) => {
  const byPointer = useRef(false);
  return (
    <select
      aria-label={words[facet][0]}
      value={value}
      onPointerDown={() => (byPointer.current = true)}
      onKeyDown={() => (byPointer.current = false)}
      onChange={(event) => {
        onChange(event.target.value);
        // The next key is for the list; who chooses by keys goes on choosing.
        if (byPointer.current) event.target.blur();
      }}
    >
      <option value="">{words[facet][1]}</option>
      {choices.some((choice) => choice.value === value) || value === '' ? null : <option value={value}>{`${onOneLine(value)} (0)`}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {`${onOneLine(choice.value)} (${choice.count})`}
        </option>
      ))}
    </select>
  );
};

/** `text` = what stands in the field, of which `filter` may be a little behind. */
type TrialFiltersProps = { all: readonly TrialRow[]; filter: TrialFilter; text: string; onChange: (change: Partial<TrialFilter>) => void };

/** What to show: by text, outcome, cause, suite and tag, each with how many trials it would leave. */
export const TrialFilters = ({ all, filter, text, onChange }: TrialFiltersProps) => {
  const choices = useMemo(() => choicesOf(all, filter), [all, filter]);
  return (
    <div className="trace-filters" role="search">
      <input
        type="search"
        aria-label="Search trials"
        placeholder="Search trials"
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {facets.map((facet) => (
        <Select
          key={facet}
          facet={facet}
          value={filter[facet]}
          choices={choices[facet]}
          onChange={(value) => onChange({ [facet]: value })}
        />
      ))}
    </div>
  );
};
