import { useMutation } from '@tanstack/react-query';
import type { QueuedJob } from '@benchloop/spec';
import { callApi } from './api.ts';

export type JobChange = 'pause' | 'go-on' | 'cancel' | 'forget';

/** What can be done with a job in each state, by the words of its button. */
export const jobChanges: Record<QueuedJob['state'], readonly [JobChange, string][]> = {
  waiting: [
    ['pause', 'Pause'],
    ['cancel', 'Cancel'],
  ],
  running: [
    ['pause', 'Pause'],
    ['cancel', 'Cancel'],
  ],
  paused: [
    ['go-on', 'Go on'],
    ['cancel', 'Cancel'],
    ['forget', 'Forget'],
  ],
  failed: [
    ['go-on', 'Try again'],
    ['forget', 'Forget'],
  ],
  cancelled: [
    ['go-on', 'Go on'],
    ['forget', 'Forget'],
  ],
  done: [['forget', 'Forget']],
};

export const changeJob = ({ id, change }: { id: string; change: JobChange }): Promise<unknown> =>
  callApi(`queue/${id}/${change}`, { method: 'POST', body: {} });

/** Changes one job; the event stream tells every page how the queue is then. */
export const useJobChange = () => useMutation({ mutationFn: changeJob });
