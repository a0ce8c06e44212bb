import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileDurably } from './write-file.ts';

const localFactsSchema = z.object({
  endpoint: z.string().nullable(),
  model: z.string().nullable(),
  /** File of the draft model. */
  draftModel: z.string().optional(),
  /** Command of the server that the run starts, as the person wrote it. */
  serverCommand: z.string().optional(),
  /** Folders of the suites that came from one: absolute path by suite id. */
  suiteFolders: z.record(z.string(), z.string()).optional(),
});

/** What resuming a run needs and what no run may hold: the real endpoint, the path of the weights, and the folders of suites. Kept outside the run folder. */
export type LocalFacts = z.infer<typeof localFactsSchema>;

const pathOf = (home: string, runId: string): string => join(home, 'local', `${runId}.json`);

export const saveLocalFacts = (home: string, runId: string, facts: LocalFacts): Promise<void> =>
  writeFileDurably(pathOf(home, runId), `${JSON.stringify(facts)}\n`);

/** Null when the run was made elsewhere. */
export const loadLocalFacts = async (home: string, runId: string): Promise<LocalFacts | null> => {
  const text = await readFile(pathOf(home, runId), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return localFactsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
