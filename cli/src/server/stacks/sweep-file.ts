import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { storedSweepSchema, UserError, type StoredSweep } from '@benchloop/spec';

const fileSchema = z.object({ formatVersion: z.literal(1), sweeps: z.array(storedSweepSchema) });
const pathOf = (home: string): string => join(home, 'app', 'sweeps.json');

const dataOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The sweeps of the app, newest first. Throws `UserError` for a damaged file. */
export const loadSweeps = async (home: string): Promise<StoredSweep[]> => {
  const text = await readFile(pathOf(home), 'utf8').catch(() => null);
  if (text === null) return [];
  const parsed = fileSchema.safeParse(dataOf(text));
  if (parsed.success) return parsed.data.sweeps;
  throw new UserError(
    'The list of sweeps (app/sweeps.json in the data home) is damaged.',
    'Mend it, or remove it; the runs of the sweeps are kept apart from it.',
  );
};

export const saveSweeps = async (home: string, sweeps: readonly StoredSweep[]): Promise<void> => {
  await mkdir(join(home, 'app'), { recursive: true, mode: 0o700 });
  const draft = `${pathOf(home)}.tmp`;
  await writeFile(draft, `${JSON.stringify({ formatVersion: 1, sweeps })}\n`, { mode: 0o600 });
  await rename(draft, pathOf(home));
};
