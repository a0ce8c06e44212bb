import { readFile, rename, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jobSchema, UserError, type Job } from '@benchloop/spec';

const fileSchema = z.object({ formatVersion: z.literal(1), jobs: z.array(jobSchema) });

const pathOf = (home: string): string => join(home, 'app', 'jobs.json');

const dataOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The jobs of the app in their order. Throws `UserError` for a damaged file. */
export const loadJobs = async (home: string): Promise<Job[]> => {
  const text = await readFile(pathOf(home), 'utf8').catch(() => null);
  if (text === null) return [];
  const parsed = fileSchema.safeParse(dataOf(text));
  if (!parsed.success)
    throw new UserError(
      'The queue of the app (app/jobs.json in the data home) is damaged.',
      'Mend it, or remove it; runs are kept apart from it.',
    );
  return parsed.data.jobs;
};

export const saveJobs = async (home: string, jobs: readonly Job[]): Promise<void> => {
  await mkdir(join(home, 'app'), { recursive: true, mode: 0o700 });
  const draft = `${pathOf(home)}.tmp`;
  await writeFile(draft, `${JSON.stringify({ formatVersion: 1, jobs })}\n`, { mode: 0o600 });
  await rename(draft, pathOf(home));
};
