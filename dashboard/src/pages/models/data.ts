import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Download,
  EndpointCard,
  HubAnswer,
  HubChoicesAnswer,
  ModelCard,
  ModelsAnswer,
  PreflightAnswer,
  RunSettings,
} from '@benchloop/spec';
import { callApi } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';

const lookAgainMs = 15_000;

const foundKey = ['models', 'found'];

/**
 * Models and servers, looked for again while nothing is measured. What a short look finds is shown at once; only where
 * somebody has not answered by then, a second look waits longer.
 */
export const useModels = () => {
  const queries = useQueryClient();
  const isMeasuring = useLive((state) => state.jobs.some((job) => job.state === 'running'));
  return useQuery({
    queryKey: foundKey,
    queryFn: async () => {
      if (queries.getQueryData(foundKey) !== undefined) return callApi<ModelsAnswer>('models');
      const first = await callApi<ModelsAnswer>('models?look=first');
      if ((first.waiting ?? []).length === 0) return first;
      queries.setQueryData(foundKey, first);
      return callApi<ModelsAnswer>('models');
    },
    refetchInterval: isMeasuring ? false : lookAgainMs,
  });
};

/** Settings that a run or a check of this model begins with. */
export const settingsOf = ({ id, provider, endpoint }: ModelCard): RunSettings => ({
  model: id,
  provider,
  ...(endpoint === null ? {} : { endpoint }),
});

export const usePreflight = () =>
  useMutation({
    mutationFn: (settings: RunSettings) => callApi<PreflightAnswer>('queue/preflight', { method: 'POST', body: { settings } }),
  });

type Saved = { endpoints: EndpointCard[]; warnings?: string[] };

export const useEndpoints = () => useQuery({ queryKey: ['models', 'endpoints'], queryFn: () => callApi<Saved>('endpoints') });

export const useEndpointChange = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (
      change: { do: 'add'; url: string; name: string | null; key: string | null } | { do: 'remove'; name: string },
    ): Promise<Saved> => {
      const { do: what, ...body } = change;
      return callApi<Saved>(what === 'add' ? 'endpoints' : 'endpoints/remove', { method: 'POST', body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['models'] }),
  });
};

/** Downloads as the server lists them, with what the event stream told since. */
export const useDownloads = (): Download[] => {
  const told = useLive((state) => state.downloads);
  const { data } = useQuery({ queryKey: ['models', 'downloads'], queryFn: () => callApi<{ downloads: Download[] }>('downloads') });
  const listed = data?.downloads ?? [];
  const fresh = Object.values(told).filter(({ id }) => listed.every((one) => one.id !== id));
  return [...listed.map((download) => told[download.id] ?? download), ...fresh];
};

export type DownloadChange = 'pause' | 'resume' | 'cancel' | 'forget';

export const useDownloadChange = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { source: string } | { id: string; change: DownloadChange }) =>
      'source' in change
        ? callApi('downloads', { method: 'POST', body: { source: change.source, endpoint: null } })
        : callApi(`downloads/${change.id}/${change.change}`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['models', 'downloads'] }),
  });
};

export type HubSearch = { text: string; format: 'gguf' | 'mlx' | 'safetensors'; sized: boolean };

/** What a search found stays as it is until it is asked again; one that reached nobody is asked again when it is looked at. */
export const useHubSearch = (search: HubSearch) =>
  useQuery({
    queryKey: ['hub', 'search', search],
    queryFn: () => callApi<HubAnswer>('models/hub', { method: 'POST', body: search }),
    enabled: search.text !== '',
    staleTime: ({ state }) => (state.data?.state === 'offline' ? 0 : Infinity),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const useHubChoices = (repo: string) =>
  useQuery({
    queryKey: ['hub', repo],
    queryFn: () => callApi<HubChoicesAnswer>('models/hub/choices', { method: 'POST', body: { repo } }),
  });
