import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueuedJob, RunView } from '@benchloop/spec';
import { callApi } from '../../data/api.ts';
import { useLive } from '../../data/live.ts';

const whileRunningMs = 5000;

/** The job that runs, or ran last, for a run. */
export const useJobOfRun = (runId: string): QueuedJob | null =>
  useLive((state) => state.jobs.findLast((job) => job.runId === runId) ?? null);

/** A stored run. While it runs, events tell what happens and when it has ended; without them the page asks by itself. */
export const useRun = (runId: string, isRunning: boolean) => {
  const isTold = useLive(({ connected }) => connected);
  return useQuery({
    queryKey: ['runs', 'view', runId],
    queryFn: ({ signal }) => callApi<RunView>(`runs/${runId}/view`, { signal }),
    refetchInterval: isRunning && !isTold ? whileRunningMs : false,
  });
};

/** Goes on with a run that was interrupted. */
export const useResume = (runId: string) =>
  useMutation({ mutationFn: () => callApi<{ job: QueuedJob }>(`queue/resume/${runId}`, { method: 'POST', body: {} }) });

/** Makes a new run of the trials that have a verdict, and runs the others again in it. */
export const useRetry = (runId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<{ runId: string; kept: number; again: number }>(`runs/${runId}/retry`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
};

/** What a check of the stored run found. */
export type Verification = {
  holds: boolean;
  digest: 'holds' | 'differs' | 'not-frozen';
  changedFiles: string[];
  changedSuites: string[];
  rescored: number;
  notJudged: number;
  mismatches: { trialId: string; reason: string }[];
};

export const useVerify = (runId: string) =>
  useMutation({ mutationFn: () => callApi<Verification>(`runs/${runId}/verify`, { method: 'POST', body: {} }) });

/** Ends the check of a run that is under way, whoever started it. */
export const useCancelVerify = (runId: string) =>
  useMutation({ mutationFn: () => callApi(`runs/${runId}/verify/cancel`, { method: 'POST', body: {} }) });

/** How far the check of a run has come; null = nothing was told yet of one that is under way. */
export const useVerifyProgress = (runId: string) =>
  useLive((state) => {
    const told = state.verify[runId];
    return told === undefined || told.total === 0 ? null : told;
  });
