import type { Bytes, Machine, Share } from '@benchloop/spec';

/** Share of the system's memory that a model may take; the rest is for the system and other programs. */
const usableMemory: Share = 0.85;
/** Share of a GPU's own memory that a model may take; the rest is for the display and the driver. */
const usableGpuMemory: Share = 0.95;
/** Share of unified memory that a GPU may take: Apple's default limit lies at two thirds to three quarters. */
const usableUnifiedMemory: Share = 0.7;

/** Where a model fits: wholly on the GPUs, in the system's memory, shared between both, or nowhere. */
export type Fit = { fits: boolean; place: 'gpu' | 'memory' | 'split' | null; capacityBytes: Bytes };

const sum = (numbers: Bytes[]): Bytes => numbers.reduce((total, bytes) => total + bytes, 0);

/** Whether a model with this memory estimate (weights, cache and buffers) can be held by this machine. */
export const fitsMemory = (estimateBytes: Bytes, machine: Pick<Machine, 'gpus' | 'memoryBytes'>): Fit => {
  const memory = machine.memoryBytes * usableMemory;
  const own = sum(machine.gpus.filter((gpu) => !gpu.unifiedMemory).map((gpu) => (gpu.memoryBytes ?? 0) * usableGpuMemory));
  const unified = machine.gpus.some((gpu) => gpu.unifiedMemory) ? machine.memoryBytes * usableUnifiedMemory : 0;
  const capacityBytes = memory + own;
  if (estimateBytes <= Math.max(own, unified)) return { fits: true, place: 'gpu', capacityBytes };
  if (estimateBytes <= memory) return { fits: true, place: 'memory', capacityBytes };
  if (estimateBytes <= capacityBytes) return { fits: true, place: 'split', capacityBytes };
  return { fits: false, place: null, capacityBytes };
};
