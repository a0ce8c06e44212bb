import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { filterOf, searchOf } from './address.ts';
import type { TrialFilter } from './filter-trials.ts';

const typingMs = 300;

/**
 * The filter and the open trial, which stand in the address: it can be passed on, and the back button undoes a choice.
 * The text is there at once and in the address when its typing rests.
 */
export const useTraceAddress = (runId: string) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const trial = typeof search['trial'] === 'string' ? search['trial'] : null;
  const stored = filterOf(search);
  const [text, setText] = useState(stored.text);
  const typing = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (typing.current === null) setText(stored.text);
  }, [stored.text]);
  useEffect(
    () => () => {
      if (typing.current !== null) clearTimeout(typing.current);
    },
    [],
  );
  const { outcome, cause, suite, tag } = stored;
  const filter = useMemo((): TrialFilter => ({ text, outcome, cause, suite, tag }), [text, outcome, cause, suite, tag]);
  const go = (next: TrialFilter, opened: string | null, replace: boolean): void =>
    void navigate({ to: '/runs/$runId/trace', params: { runId }, search: searchOf(next, opened), replace });
  const rest = (): void => {
    if (typing.current !== null) clearTimeout(typing.current);
    typing.current = null;
  };
  return {
    trial,
    filter,
    open: (id: string): void => {
      rest();
      go(filter, id, true);
    },
    /** `keeps` = whether the open trial fits the filter as it will be. */
    change: (part: Partial<TrialFilter>, keeps: (next: TrialFilter) => boolean): void => {
      const next = { ...filter, ...part };
      const put = (replace: boolean): void => {
        rest();
        go(next, keeps(next) ? trial : null, replace);
      };
      if (part.text === undefined) return put(false);
      setText(part.text);
      if (typing.current !== null) clearTimeout(typing.current);
      typing.current = setTimeout(() => put(true), typingMs);
    },
  };
};
