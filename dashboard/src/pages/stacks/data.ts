import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KvType, ModelChoice, Sweep, SweepPreview } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';

/** What a sweep is asked for, as the server reads it. */
export type SweepAsk = {
  models: string[];
  profile: 'smoke' | 'custom';
  suites?: string;
  tasksPerSuite?: number;
  ctx: number[];
  threads: number[];
  gpuLayers: number[];
  kvTypes: KvType[];
  batch: number[];
  flash: ('on' | 'off')[];
  drafts: string[];
  serverCommand?: string;
  provider?: 'llama-cpp' | 'mock';
};

/** Models that the embedded engine can load. */
export const useEmbeddedModels = () =>
  useQuery({
    queryKey: ['models', 'choices'],
    queryFn: ({ signal }) => callApi<{ models: ModelChoice[] }>('chat/models', { signal }),
    staleTime: 30_000,
    select: ({ models }) => models.filter(({ embedded }) => embedded),
  });

export const useSweeps = () =>
  useQuery({ queryKey: ['runs', 'sweeps'], queryFn: ({ signal }) => callApi<{ sweeps: Sweep[] }>('stacks', { signal }) });

/** A sweep with what was measured; asked again when a job of the queue changes its state. */
export const useSweep = (id: string) => {
  const states = useLive(({ jobs }) => jobs.flatMap(({ group, state }) => (group?.id === id ? [state] : [])).join());
  return useQuery({
    queryKey: ['runs', 'sweeps', id, states],
    queryFn: ({ signal }) => callApi<{ sweep: Sweep }>(`stacks/${id}`, { signal }),
    placeholderData: (before) => before,
  });
};

export const useStartSweep = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SweepAsk) => callApi<{ sweep: Sweep }>('stacks', { method: 'POST', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs', 'sweeps'] }),
  });
};

export const useForgetSweep = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi<{ removed: string }>(`stacks/${id}`, { method: 'DELETE' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs', 'sweeps'] }),
  });
};

/** The commands of a sweep, before it is started; asked again when the form changes. */
export const useSweepPreview = (ask: SweepAsk | null) =>
  useQuery({
    queryKey: ['stacks', 'preview', ask],
    queryFn: ({ signal }) => callApi<SweepPreview>('stacks/preview', { method: 'POST', body: ask, signal }),
    enabled: ask !== null,
    retry: false,
    staleTime: 30_000,
  });
