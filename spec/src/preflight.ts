import { z } from 'zod';

/**
 * How much a finding matters for the plan: `ok` as it should be, `note` worth knowing, `problem` makes results doubtful,
 * `impossible` means that the named suites, or tasks of them, can't be run on this stack.
 */
export const preflightLevelSchema = z.enum(['ok', 'note', 'problem', 'impossible']);
export type PreflightLevel = z.infer<typeof preflightLevelSchema>;

/** What one check of a stack found before the first trial. */
export const preflightFindingSchema = z.object({
  /** The check, such as `context-window`. */
  id: z.string(),
  level: preflightLevelSchema,
  /** What was found, in one sentence. */
  what: z.string().min(1),
  /** Why it matters for this plan, in one sentence. */
  why: z.string().min(1),
  /** The exact setting or command that changes it; null = nothing to change. */
  remedy: z.string().nullable(),
  /** What the endpoint answered, in short. */
  evidence: z.string(),
  /** Suites that can't be run whole because of it. */
  suites: z.array(z.string()).optional(),
  /** Tasks that can't be tried because of it, as `suite/task`. */
  tasks: z.array(z.string()).optional(),
});
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;
