import { useEffect, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BudgetAnswer, BuildAnswer, PreflightAnswer, QueuedJob, RunSettings } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';
import type { NewJob } from './choice.ts';

/** Suites, profiles and harnesses of this build, and suites of the person, of which a chat may just have written one. */
export const useBuild = () => useQuery({ queryKey: ['build'], queryFn: () => callApi<BuildAnswer>('suites') });

/** The models that a typed address lists; asked with no other server's key. */
export const useModelsAt = () =>
  useMutation({
    mutationFn: (endpoint: string) => callApi<{ models: string[] }>('models/at', { method: 'POST', body: { endpoint } }),
  });

export const useStart = () =>
  useMutation({ mutationFn: (jobs: NewJob[]) => callApi<{ jobs: QueuedJob[] }>('queue', { method: 'POST', body: { jobs } }) });

export const usePreflight = () =>
  useMutation({
    mutationFn: (settings: RunSettings) => callApi<PreflightAnswer>('queue/preflight', { method: 'POST', body: { settings } }),
  });

const settleMs = 600;
/** Each estimate is a process of its own, so a large matrix is estimated by its first runs. */
export const mostEstimated = 8;

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** What the runs will take, one after the other. `enabled` is false where an estimate would disturb a measurement. */
export const useEstimate = (jobs: readonly NewJob[], enabled: boolean) => {
  const key = useSettled(JSON.stringify(jobs.slice(0, mostEstimated).map(({ settings }) => settings)));
  return useQuery({
    queryKey: ['estimate', key],
    enabled: enabled && key !== '[]',
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const budgets: BudgetAnswer[] = [];
      for (const settings of JSON.parse(key) as RunSettings[])
        budgets.push((await callApi<{ budget: BudgetAnswer }>('queue/plan', { method: 'POST', body: { settings }, signal })).budget);
      return budgets;
    },
  });
};
