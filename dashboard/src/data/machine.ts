import { useQuery } from '@tanstack/react-query';
import type { MachineAnswer } from '@benchloop/spec';
import { callApi } from './api.ts';

/** This machine and the free room on its disk. */
export const useMachine = () => useQuery({ queryKey: ['machine'], queryFn: () => callApi<MachineAnswer>('machine'), staleTime: 60_000 });
