import { z } from 'zod';

/** Why a model call failed. A closed list: each kind maps to one outcome and one next step. */
export const modelErrorKindSchema = z.enum([
  'connect',
  'timeout',
  'auth',
  'not-found',
  'model-loading',
  'busy',
  'rate-limit',
  'context-overflow',
  'unsupported',
  'bad-request',
  'server',
  'stream-truncated',
  'protocol',
  'aborted',
  'wrong-server',
  'engine-crashed',
  'insecure',
]);
export type ModelErrorKind = z.infer<typeof modelErrorKindSchema>;

/** A failed model call as data: what happened, and what the person can do next. */
export const modelErrorSchema = z.object({
  kind: modelErrorKindSchema,
  message: z.string(),
  /** The next step, in one sentence. */
  hint: z.string(),
  status: z.number().int().nullable(),
  retryAfterMs: z.number().nonnegative().nullable(),
});
export type ModelError = z.infer<typeof modelErrorSchema>;
