import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Board } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';

export const filterNames = ['suite', 'profile', 'provider', 'harness', 'machine', 'thinking', 'model'] as const;
export type FilterName = (typeof filterNames)[number];
export type Filter = Partial<Record<FilterName, string>>;

/** Boards of the runs that fit. Asked again when a run is stored. */
export const useBoards = (filter: Filter, everyRun: boolean) =>
  useQuery({
    queryKey: ['runs', 'leaderboard', filter, everyRun],
    queryFn: ({ signal }) =>
      callApi<{ boards: Board[]; suites: string[] }>('leaderboard', { method: 'POST', body: { filter, everyRun }, signal }),
    placeholderData: keepPreviousData,
  });
