import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const noteSchema = z.object({ pid: z.number().int().positive(), port: z.number().int().positive(), secret: z.string() });
/** Where the one app of a data home answers, and the secret by which this person's next start gets a token from it. */
export type AppNote = z.infer<typeof noteSchema>;

const pathOf = (home: string): string => join(home, 'app', 'app.json');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const read = async (home: string): Promise<AppNote | null> => {
  const text = await readFile(pathOf(home), 'utf8').catch(() => null);
  try {
    return text === null ? null : noteSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** A link into the app that already runs on this data home; null = none runs. */
export const linkOfRunningApp = async (home: string): Promise<string | null> => {
  const note = await read(home);
  if (note === null || !isAlive(note.pid)) return null;
  const answer = await fetch(`http://127.0.0.1:${note.port}/api/session/link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${note.secret}` },
    signal: AbortSignal.timeout(2000),
  }).catch(() => null);
  if (answer?.ok !== true) return null;
  return linkOf(note.port, z.object({ token: z.string() }).parse(await answer.json()).token);
};

/** The token stands in the fragment, which no server and no log sees. */
export const linkOf = (port: number, token: string): string => `http://127.0.0.1:${port}/#token=${token}`;

/** Says to other starts that this process is the app of the data home. */
export const noteApp = async (home: string, port: number): Promise<AppNote> => {
  const note = { pid: process.pid, port, secret: randomBytes(24).toString('base64url') };
  await mkdir(join(home, 'app'), { recursive: true, mode: 0o700 });
  await rm(pathOf(home), { force: true });
  await writeFile(pathOf(home), JSON.stringify(note), { mode: 0o600, flag: 'wx' });
  return note;
};

export const forgetApp = async (home: string): Promise<void> => {
  if ((await read(home))?.pid === process.pid) await rm(pathOf(home), { force: true });
};
