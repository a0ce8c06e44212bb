import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import type { SortMark } from '@benchloop/ui';
import { addressText } from './address-text.ts';
import { sortOfText, textOfSort } from './sort-address.ts';

const typingMs = 300;

/**
 * Choices of a page that stand in its address, empty = not set: they can be passed on, and the back button undoes the last.
 * `put` changes some of them; `replace` = the back button leaves this change out, as for a text that is being typed.
 */
export const useAddress = <Name extends string>(names: readonly Name[]) => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const values = useMemo(
    () => Object.fromEntries(names.map((name) => [name, addressText(search[name])])) as Record<Name, string>,
    [names, search],
  );
  const put = (change: Partial<Record<Name, string>>, replace = false): void => {
    // What the address is by then, not when a text began to be typed.
    const next = (now: Record<string, unknown>) =>
      Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value !== '' && value !== undefined));
    void navigate({ to: pathname, search: next as never, replace });
  };
  return { values, put };
};

const sortNames = ['sort'] as const;

/** The order of a page's tables, which stands in its address as every choice does. */
export const useSort = (columns: readonly string[]): [SortMark | null, (sort: SortMark | null) => void] => {
  const { values, put } = useAddress(sortNames);
  const sort = useMemo(() => sortOfText(values.sort, columns), [values.sort, columns]);
  return [sort, (next) => put({ sort: textOfSort(next) })];
};

/** A text that is there at once, and put into the address when its typing rests. */
export const useTypedText = (stored: string, put: (text: string) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(stored);
  const typing = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (typing.current === null) setText(stored);
  }, [stored]);
  useEffect(
    () => () => {
      if (typing.current !== null) clearTimeout(typing.current);
    },
    [],
  );
  const type = (next: string): void => {
    setText(next);
    if (typing.current !== null) clearTimeout(typing.current);
    typing.current = setTimeout(() => {
      typing.current = null;
      put(next);
    }, typingMs);
  };
  return [text, type];
};
