import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TrialRow, TrialStory, TrialStudy, TrialWire } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';

const whileRunningMs = 5000;
const forGood = { staleTime: Infinity, gcTime: 60_000 } as const;

/** One line for each trial that has ended. */
export const useTrials = (runId: string, isRunning: boolean) =>
  useQuery({
    queryKey: ['runs', 'trials', runId],
    queryFn: ({ signal }) => callApi<{ trials: TrialRow[] }>(`runs/${runId}/trials`, { signal }),
    refetchInterval: isRunning ? whileRunningMs : false,
  });

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
