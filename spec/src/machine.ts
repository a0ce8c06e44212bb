import { z } from 'zod';

const text = z.string().nullable();
const number = z.number().nonnegative().nullable();

export const gpuSchema = z.object({
  vendor: z.enum(['nvidia', 'amd', 'apple', 'intel', 'other']),
  name: z.string(),
  memoryBytes: number,
  /** True when the GPU shares the system's memory. */
  unifiedMemory: z.boolean(),
  driver: text,
});
export type Gpu = z.infer<typeof gpuSchema>;

/** This machine as measured or told by the system. Absent is null. Never a host name, user name, path or MAC address. */
export const machineSchema = z.object({
  /** Random key made once per data home. */
  machineId: z.string(),
  cpu: z.object({
    vendor: text,
    model: text,
    physicalCores: number,
    logicalCores: z.number().int().positive(),
    /** Cores that a container's limit allows, such as 1.5; left out or null = no limit. */
    quotaCores: z.number().positive().nullable().optional(),
    instructionSets: z.array(z.string()),
  }),
  memoryBytes: z.number().positive(),
  gpus: z.array(gpuSchema),
  os: z.object({ platform: z.string(), distribution: text, release: text, architecture: z.string() }),
  runtime: z.object({ node: z.string(), engine: text }),
  /** 1-minute load average when the run began; null where the system has none. */
  loadAverage: number,
  /** Delay of this client's clock on loopback; null = not measured. */
  clockFloor: z.object({ p50Ms: z.number(), p99Ms: z.number(), samples: z.number().int() }).nullable(),
});
export type Machine = z.infer<typeof machineSchema>;
