import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TaskAgain, TrialRow, TrialStory, TrialWire } from '@benchloop/spec';
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

/** The task of a trial, made again. */
export const useTask = (runId: string, { suiteId, taskId }: { suiteId: string; taskId: string }) =>
  useQuery({
    queryKey: ['task', runId, suiteId, taskId],
    queryFn: ({ signal }) =>
      callApi<TaskAgain>(`tasks/${runId}?suite=${encodeURIComponent(suiteId)}&task=${encodeURIComponent(taskId)}`, { signal }),
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
