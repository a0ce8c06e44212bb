import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChatTask, ModelChoice, RunSettings, WrittenTask } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';

/** Models that can be talked to now. */
export const useModelChoices = () =>
  useQuery({
    queryKey: ['models', 'choices'],
    queryFn: ({ signal }) => callApi<{ models: ModelChoice[] }>('chat/models', { signal }),
    staleTime: 30_000,
  });

export const settingsOfChoice = ({ provider, endpoint, model }: Pick<ModelChoice, 'provider' | 'endpoint' | 'model'>): RunSettings => ({
  model,
  ...(provider === null ? {} : { provider }),
  ...(endpoint === null ? {} : { endpoint }),
});

export const useWriteTask = () =>
  useMutation({ mutationFn: (body: ChatTask) => callApi<WrittenTask>('chat/task', { method: 'POST', body }) });
