import { sandboxLevelSchema } from '@benchloop/spec';
import { z } from 'zod';

/** `docs/sandbox.json`: what each program of the escape corpus came to, written by `npx tsx scripts/record-sandbox.ts`. */
export const recordedSandboxFile = 'docs/sandbox.json';

export const recordedSandboxSchema = z.object({
  levels: z.array(
    z.object({
      level: sandboxLevelSchema,
      system: z.string(),
      results: z.record(z.string(), z.object({ held: z.boolean(), how: z.string() })),
    }),
  ),
});
export type RecordedSandbox = z.infer<typeof recordedSandboxSchema>;
