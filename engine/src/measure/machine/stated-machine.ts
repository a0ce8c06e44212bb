import type { Gpu, Plan } from '@benchloop/spec';

/** Hardware behind an endpoint: what the person has stated, and nothing else. */
export type StatedMachine = { hardware: string | null; gpus: Gpu[] };

const vendorPatterns: readonly (readonly [RegExp, Gpu['vendor']])[] = [
  [/\bamd\b|radeon|\brx ?\d{4}|\bmi\d{2,3}x?\b/i, 'amd'],
  [/\bapple\b|^m[1-9]\b/i, 'apple'],
  [/\bintel\b|\barc\b/i, 'intel'],
  [/nvidia|geforce|quadro|tesla|\b(rtx|gtx)\b|\b[ablh]\d{1,3}0{1,2}[a-z]?\b|\bgb\d{2,3}\b/i, 'nvidia'],
];

/** The vendor that a GPU's stated name shows; `other` where it shows none. */
export const vendorInName = (name: string): Gpu['vendor'] => vendorPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

const splitCount = (text: string): { count: number; name: string } => {
  const match = /^\s*(\d{1,2})\s*[x×]\s*(\S.*)$/i.exec(text) ?? /^\s*(\S.*?)\s*[x×]\s*(\d{1,2})\s*$/i.exec(text);
  if (!match) return { count: 1, name: text.trim() };
  const [first = '', second = ''] = [match[1], match[2]];
  return /^\d+$/.test(first) ? { count: Number(first), name: second.trim() } : { count: Number(second), name: first.trim() };
};

/**
 * The hardware that the plan states for an endpoint elsewhere, which can't be seen from here. A count such as
 * `2x RTX 4090` gives two GPUs; the stated memory is that of one GPU.
 */
export const statedMachine = (plan: Pick<Plan, 'hardware' | 'gpu' | 'gpuMemoryBytes'>): StatedMachine => {
  const hardware = plan.hardware.value;
  if (plan.gpu.value === null || plan.gpu.value.trim() === '') return { hardware, gpus: [] };
  const { count, name } = splitCount(plan.gpu.value);
  const vendor = vendorInName(name);
  const gpu: Gpu = { vendor, name, memoryBytes: plan.gpuMemoryBytes.value, unifiedMemory: vendor === 'apple', driver: null };
  return { hardware, gpus: Array.from({ length: Math.max(1, count) }, () => ({ ...gpu })) };
};
