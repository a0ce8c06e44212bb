import { z } from 'zod';

/** Known from the endpoint, tested by a preflight, or unknown; never guessed. */
export const capabilitySchema = z.enum(['yes', 'no', 'unknown']);
export type Capability = z.infer<typeof capabilitySchema>;

const text = z.string().nullable();
const count = z.number().int().nonnegative().nullable();

/** A model and its identity, as far as the endpoint tells. Null and `unknown` stay so. */
export const modelSchema = z.object({
  providerId: z.string(),
  name: z.string(),
  family: text,
  parameters: count,
  quantization: text,
  sizeBytes: count,
  /** SHA-256 of the weights (`sha256:…`) or the server's own digest. */
  weightsDigest: text,
  /** `owner/name@revision` of the repository that the weights came from; left out or null = not known. */
  repository: text.optional(),
  /** SHA-256 of the chat template text. */
  templateDigest: text,
  contextTrained: count,
  /** Context size in force for this run, in tokens. */
  contextInForce: count,
  licence: text,
  capabilities: z.object({
    tools: capabilitySchema,
    thinking: capabilitySchema,
    vision: capabilitySchema,
    system: capabilitySchema,
    /** Replies can be held to a JSON Schema while they are decoded; left out = unknown. */
    jsonSchema: capabilitySchema.optional(),
  }),
});
export type Model = z.infer<typeof modelSchema>;

/** The server or engine that runs the model, as far as it tells. */
export const serverFactsSchema = z.object({
  kind: z.string(),
  version: text,
  /** `embedded` engine, a server on this machine, or one elsewhere. */
  place: z.enum(['embedded', 'local', 'remote']),
  threads: count,
  gpuLayers: count,
  slots: count,
  /** How long loading took, where this run caused the load. */
  loadMs: z.number().nonnegative().nullable(),
  memoryEstimateBytes: count,
  flags: z.record(z.string(), z.string()),
});
export type ServerFacts = z.infer<typeof serverFactsSchema>;
