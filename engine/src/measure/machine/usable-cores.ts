import type { Machine } from '@benchloop/spec';

/** Physical cores that may be kept busy at once: a container's quota can be lower than the cores that it sees. */
export const usableCores = ({ physicalCores, logicalCores, quotaCores }: Machine['cpu']): number =>
  Math.max(1, Math.floor(Math.min(physicalCores ?? logicalCores, quotaCores ?? Number.POSITIVE_INFINITY)));
