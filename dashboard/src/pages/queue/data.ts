import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../data/api.ts';

export type JobChange = 'pause' | 'go-on' | 'cancel' | 'forget';

/** Changes one job; the event stream tells every page how the queue is then. */
export const useJobChange = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: JobChange }) => callApi(`queue/${id}/${change}`, { method: 'POST', body: {} }),
  });

/** Moves a waiting job to a place among the waiting ones, 0 = next. */
export const useJobMove = () =>
  useMutation({
    mutationFn: ({ id, place }: { id: string; place: number }) => callApi(`queue/${id}/move`, { method: 'POST', body: { place } }),
  });
