import { z } from 'zod';

/** Every warning that a run can carry. Each text says what it may mean and what to try. */
export const warningCodeSchema = z.enum([
  'machine-busy',
  'too-few-trials',
  'usage-missing',
  'coalesced-stream',
  'short-reply',
  'model-mismatch',
  'prompt-cached',
  'clock-too-coarse',
  'torn-line-repaired',
  'trace-missing',
  'queue-recovered',
  'unsupported-suite',
  'key-fallback',
  'retried',
  'context-small',
  'server-clock-differs',
  'incomplete',
  'run-changed',
  'preflight',
  'stopped-early',
]);
export type WarningCode = z.infer<typeof warningCodeSchema>;

export const warningSchema = z.object({ code: warningCodeSchema, message: z.string(), nextStep: z.string() });
export type Warning = z.infer<typeof warningSchema>;
