import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../data/api.ts';

/** Moves a waiting job to a place among the waiting ones, 0 = next. */
export const useJobMove = () =>
  useMutation({
    mutationFn: ({ id, place }: { id: string; place: number }) => callApi(`queue/${id}/move`, { method: 'POST', body: { place } }),
  });
