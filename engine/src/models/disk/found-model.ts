import type { Bytes } from '@benchloop/spec';

/** Whose folder a model lies in. */
export type ModelSource = 'models folder' | 'folder' | 'Ollama' | 'LM Studio' | 'Hugging Face cache' | 'llama.cpp cache';

/** A model on this machine that the embedded engine can read where it lies. */
export type FoundModel = {
  /** As its owner calls it; unique within one source. */
  name: string;
  /** Other names that mean it. */
  aliases: string[];
  /** Its GGUF file; of a model in parts, the first. */
  path: string;
  /** All parts together. */
  sizeBytes: Bytes;
  parts: number;
  source: ModelSource;
};
