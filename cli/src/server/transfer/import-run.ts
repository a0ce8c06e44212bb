import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRunStore, indexStoredRun } from '@benchloop/engine';
import { runNotesSchema, runSchema, UserError, type Run } from '@benchloop/spec';
import { saveNotes } from '../run-notes.ts';
import { readZip, type ZipEntry } from './read-zip.ts';

const refusal = (reason: string): UserError =>
  new UserError(`The zip is refused: ${reason}.`, 'Import only files that BenchLoop exported; export the run once more where it was made.');

const nameInRun = /^(?:[0-9a-z-]+\/)?(run\.json|trials\.jsonl|notes\.json|traces\/\w[\w.-]*\.jsonl)$/u;

/** The files of a run by their names in its folder. Any other name is refused: nothing else ever reaches the disk. */
const filesOf = (entries: readonly ZipEntry[]): Map<string, ZipEntry> => {
  const files = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const name = nameInRun.exec(entry.name)?.[1];
    if (name === undefined) throw refusal(`it holds ${JSON.stringify(entry.name.slice(0, 80))}, which is no file of a run`);
    if (files.has(name)) throw refusal('it holds more than one run');
    files.set(name, entry);
  }
  return files;
};

const parse = (entry: ZipEntry): unknown => {
  try {
    return JSON.parse(entry.read().toString('utf8')) as unknown;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refusal(`${JSON.stringify(entry.name)} is no JSON`);
  }
};

const runOf = (files: ReadonlyMap<string, ZipEntry>): Run => {
  const entry = files.get('run.json');
  if (entry === undefined || !files.has('trials.jsonl')) throw refusal('it holds no run');
  const run = runSchema.safeParse(parse(entry));
  if (run.success) return run.data;
  const issue = run.error.issues[0];
  throw refusal(`its run.json does not fit the run format: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
};

/** Everything must be readable as a run before it stands among the others. */
const requireReadable = async (staging: string, run: Run, files: ReadonlyMap<string, ZipEntry>): Promise<void> => {
  const store = createRunStore(staging);
  const { trials, badLines } = await store.loadTrials(run.id);
  if (badLines.length > 0) throw refusal(`line ${badLines[0] ?? 1} of its trials does not fit the format`);
  for (const { traceFile } of trials) {
    if (traceFile === null) continue;
    if (!files.has(traceFile)) throw refusal('a trace is missing');
    await store.loadTrace(run.id, traceFile);
  }
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Takes a run out of a zip into the data home. Throws `UserError` where it is no run, is hostile, or is there already. */
export const importRun = async (home: string, zip: Buffer): Promise<Run> => {
  const files = filesOf(readZip(zip));
  const run = runOf(files);
  const target = createRunStore(home).folder(run.id);
  if (await exists(target))
    throw new UserError(`Run ${run.id} is here already.`, 'Delete the one that is here first, if you want this one.');
  const noteEntry = files.get('notes.json');
  const notes = noteEntry === undefined ? null : runNotesSchema.safeParse(parse(noteEntry));
  if (notes?.success === false) throw refusal('its notes do not fit the format');
  await mkdir(home, { recursive: true });
  const staging = await mkdtemp(join(home, 'import-'));
  try {
    const folder = createRunStore(staging).folder(run.id);
    await mkdir(join(folder, 'traces'), { recursive: true });
    for (const [name, entry] of files)
      if (name !== 'notes.json') await writeFile(join(folder, name), entry.read(), { flag: 'wx', mode: 0o600 });
    await requireReadable(staging, run, files);
    await mkdir(dirname(target), { recursive: true });
    await rename(folder, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  if (notes !== null) await saveNotes(home, run.id, notes.data);
  await indexStoredRun(home, run.id);
  return run;
};
