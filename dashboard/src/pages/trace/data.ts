import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TrialRow, TrialStory, TrialStudy, TrialWire } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';

const whileRunningMs = 5000;
const forGood = { staleTime: Infinity, gcTime: 60_000 } as const;

type Trials = { trials: TrialRow[] };

/** Asks only for what ended since the last time. */
const moreTrials = async (runId: string, before: readonly TrialRow[], signal: AbortSignal): Promise<Trials> => {
  const after = before.at(-1)?.id;
  const query = after === undefined ? '' : `?from=${before.length}&after=${encodeURIComponent(after)}`;
  const { from, trials } = await callApi<Trials & { from: number }>(`runs/${runId}/trials${query}`, { signal });
  return { trials: from === 0 ? trials : [...before.slice(0, from), ...trials] };
};

/** One line for each trial that has ended. Events tell when there are more; without them the page asks by itself. */
export const useTrials = (runId: string, isRunning: boolean) => {
  const isTold = useLive(({ connected }) => connected);
  return useQuery({
    queryKey: ['runs', 'trials', runId],
    queryFn: ({ signal, client, queryKey }) => moreTrials(runId, client.getQueryData<Trials>(queryKey)?.trials ?? [], signal),
    refetchInterval: isRunning && !isTold ? whileRunningMs : false,
  });
};

/** The conversation of a trial. What has ended never changes; the one before stays until the next is there. */
export const useStory = (runId: string, trialId: string | null) =>
  useQuery({
    queryKey: ['story', runId, trialId],
    queryFn: ({ signal }) => callApi<TrialStory>(`runs/${runId}/story?trial=${encodeURIComponent(trialId ?? '')}`, { signal }),
    enabled: trialId !== null,
    placeholderData: keepPreviousData,
    ...forGood,
  });

/** What is worked out anew from a trial: its task, asked beside made calls, what changed in its world. */
export const useStudy = (runId: string, trialId: string) =>
  useQuery({
    queryKey: ['study', runId, trialId],
    queryFn: ({ signal }) => callApi<TrialStudy>(`runs/${runId}/study?trial=${encodeURIComponent(trialId)}`, { signal }),
    ...forGood,
  });

export type WireOfTurn = { trialId: string; turn: number; attempt: number };

/** The bytes of one request, asked for only when they are wanted. */
export const useWire = (runId: string, of: WireOfTurn | null) =>
  useQuery({
    queryKey: ['wire', runId, of],
    queryFn: ({ signal }) =>
      callApi<TrialWire>(
        `runs/${runId}/wire?trial=${encodeURIComponent(of?.trialId ?? '')}&turn=${of?.turn ?? 0}&attempt=${of?.attempt ?? 0}`,
        {
          signal,
        },
      ),
    enabled: of !== null,
    ...forGood,
  });
