import type { KvType, Thinking } from '@benchloop/spec';

/** What a person can set, from whichever layer. Absent = not said there. */
export type RunOptions = {
  provider?: string;
  endpoint?: string;
  model?: string;
  harness?: string;
  profile?: string;
  suites?: string[];
  tasks?: string[];
  tasksPerSuite?: number;
  trials?: number;
  until?: string;
  seed?: number;
  concurrency?: number;
  think?: Thinking;
  temperature?: number;
  samplingSeed?: number;
  maxTokens?: number;
  contextTokens?: number;
  timeoutMs?: number;
  threads?: number | 'auto';
  gpuLayers?: number | 'auto';
  kvType?: KvType;
  batchSize?: number;
  flashAttention?: 'on' | 'off';
  draftModel?: string;
  serverCommand?: string;
  hardware?: string;
  gpu?: string;
  gpuMemoryBytes?: number;
  place?: 'local' | 'remote';
  serverKind?: string;
};
