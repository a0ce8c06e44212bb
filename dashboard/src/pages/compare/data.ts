import { useMutation, useQuery } from '@tanstack/react-query';
import type { Comparison, Decision, RunRow, Use } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';

export const fewestRuns = 2;
export const mostRuns = 6;

/** Run ids of the address, each once and no more than can be compared. */
export const runsOfAddress = (text: unknown): string[] =>
  typeof text === 'string'
    ? [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => /^[0-9a-z-]{1,80}$/u.test(id)).slice(0, mostRuns)
    : [];

export const useRunChoices = () =>
  useQuery({ queryKey: ['runs', 'choices'], queryFn: ({ signal }) => callApi<{ runs: RunRow[] }>('runs', { signal }) });

export const useComparison = (runs: readonly string[]) =>
  useQuery({
    queryKey: ['comparison', runs],
    enabled: runs.length >= fewestRuns,
    staleTime: Infinity,
    queryFn: ({ signal }) => callApi<{ comparison: Comparison }>('compare', { method: 'POST', body: { runs, margin: null }, signal }),
  });

export const useUses = () =>
  useQuery({ queryKey: ['uses'], staleTime: Infinity, queryFn: ({ signal }) => callApi<{ uses: Use[] }>('compare/uses', { signal }) });

export const useDecision = () =>
  useMutation({
    mutationFn: (body: { runs: readonly string[]; use: Use }) =>
      callApi<{ decision: Decision }>('compare/decide', { method: 'POST', body }),
  });
