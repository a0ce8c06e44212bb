import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiProblem, DamagedRun, RunNotes, RunRow } from '@benchloop/spec';
import { AppProblem, callApi } from '../../data/api.ts';

export type RunList = {
  runs: RunRow[];
  damaged: DamagedRun[];
  /** How many folders have been read of those that were not known; null = the list is whole. */
  reading: { read: number; total: number } | null;
};

/** The stored runs, newest first, and the folders that can't be read. The server tells when there are more. */
export const useRuns = () => useQuery({ queryKey: ['runs'], queryFn: () => callApi<RunList>('runs') });

/** Saves what the person says of a run. */
export const useSaveNotes = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, notes }: { id: string; notes: RunNotes }) => callApi<RunNotes>(`runs/${id}/notes`, { method: 'PUT', body: notes }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
};

/** Deletes runs, and puts them back. A deleted run leaves the list at once. */
export const useDeleteRun = () => {
  const queries = useQueryClient();
  const hide = (id: string) =>
    queries.setQueryData<RunList>(['runs'], (list) =>
      list === undefined
        ? list
        : { ...list, runs: list.runs.filter((run) => run.id !== id), damaged: list.damaged.filter((run) => run.id !== id) },
    );
  const refresh = () => queries.invalidateQueries({ queryKey: ['runs'] });
  const remove = useMutation({
    mutationFn: (id: string) => callApi(`runs/${id}`, { method: 'DELETE' }),
    onMutate: hide,
    onError: refresh,
  });
  const undo = useMutation({ mutationFn: (id: string) => callApi(`runs/${id}/undo-delete`, { method: 'POST' }), onSettled: refresh });
  return { remove, undo };
};

const sendZip = async (file: File): Promise<{ runId: string }> => {
  const answer = await fetch('/api/transfer/import', { method: 'POST', headers: { 'content-type': 'application/zip' }, body: file });
  const data: unknown = await answer.json();
  if (!answer.ok) throw new AppProblem(data as ApiProblem, answer.status);
  return data as { runId: string };
};

/** Takes a zip that BenchLoop exported into the list. */
export const useImportRun = () => {
  const queries = useQueryClient();
  return useMutation({ mutationFn: sendZip, onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }) });
};
