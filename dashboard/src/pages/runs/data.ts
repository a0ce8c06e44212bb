import { useQuery } from '@tanstack/react-query';
import type { RunRow } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';

/** The stored runs, newest first. */
export const useRuns = () => useQuery({ queryKey: ['runs'], queryFn: () => callApi<{ runs: RunRow[] }>('runs') });
