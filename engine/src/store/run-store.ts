import { mkdir, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { runSchema, traceEventSchema, trialSchema, UserError, type Run, type TraceEvent, type Trial } from '@benchloop/spec';
import { canonicalJson } from '../kit/canonical-json.ts';
import { digestOf, digestOfData } from '../kit/digest.ts';
import { parseLines } from './jsonl.ts';
import { runFolder, runsFolder } from './paths.ts';
import { appendLineDurably, writeFileDurably } from './write-file.ts';

export type LoadedTrials = { trials: Trial[]; torn: string | null; badLines: number[] };

/** Runs as folders below one data home: `run.json`, `trials.jsonl`, `traces/`. */
export type RunStore = {
  folder: (id: string) => string;
  create: (run: Run) => Promise<void>;
  saveRun: (run: Run) => Promise<void>;
  /** Stores a trial: trace first, then the line in `trials.jsonl`; durable when it resolves. */
  saveTrial: (id: string, trial: Trial, trace: readonly TraceEvent[]) => Promise<void>;
  loadRun: (id: string) => Promise<Run>;
  loadTrials: (id: string) => Promise<LoadedTrials>;
  loadTrace: (id: string, file: string) => Promise<TraceEvent[]>;
  /** Takes a torn last line out of `trials.jsonl`; true if there was one. */
  repair: (id: string) => Promise<boolean>;
  /** Digests all files, writes them and the run's own digest into `run.json`. */
  freeze: (run: Run) => Promise<Run>;
  list: () => Promise<string[]>;
  remove: (id: string) => Promise<void>;
};

/** Digest of a run: SHA-256 of `run.json` without its `digest`, in canonical JSON. */
export const runDigest = (run: Run): string => digestOfData({ ...run, digest: undefined });

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Says what a failing disk means for the run; other failures pass unchanged. */
const explainDisk = (error: unknown, folder: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new UserError(
      `The disk is full: the run in ${folder} could not be written further. Finished trials are kept.`,
      'Free some space, then go on with `bench-loop resume`.',
      1,
    );
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EEXIST')
    return new UserError(
      `The run folder ${folder} can’t be written (${code}).`,
      'Check its permissions, or set BENCHLOOP_HOME to a folder of yours.',
    );
  return error;
};

const guarded = async <Value>(folder: string, action: () => Promise<Value>): Promise<Value> => {
  try {
    return await action();
  } catch (error) {
    throw explainDisk(error, folder);
  }
};

const traceFiles = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(folder, 'traces')).catch(() => []);
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => `traces/${name}`);
};

const safeTraceFile = (file: string): string => {
  if (!/^traces\/[\w.-]+\.jsonl$/.test(file))
    throw new UserError(
      `The trial names the trace file ${JSON.stringify(file)}, which is outside the run folder.`,
      'The run was changed after it was made; do not trust it.',
      1,
    );
  return file;
};

export const createRunStore = (home: string): RunStore => {
  const folder = (id: string) => runFolder(home, id);
  const saveRun = (run: Run) =>
    guarded(folder(run.id), () => writeFileDurably(join(folder(run.id), 'run.json'), `${JSON.stringify(run, null, 2)}\n`));

  const loadRun = async (id: string): Promise<Run> => {
    const path = join(folder(id), 'run.json');
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) throw new UserError(`There is no run ${id}.`, 'List the stored runs with `bench-loop runs`.');
      throw new UserError(
        `The run folder of ${id} can’t be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
        'Check the permissions of the folder, or restore it from a copy.',
      );
    }
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      throw new UserError(
        `run.json of ${id} is damaged: it is no JSON.`,
        'Restore the file from a copy; the trials beside it are untouched.',
      );
    }
    const run = runSchema.safeParse(data);
    if (!run.success) {
      const issue = run.error.issues[0];
      throw new UserError(
        `run.json of ${id} does not fit the run format: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
        'It may come from another version of BenchLoop; read it with that version.',
      );
    }
    return run.data;
  };

  const readTrials = async (id: string) => {
    const text = await readFile(join(folder(id), 'trials.jsonl'), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw new UserError(`trials.jsonl of ${id} can’t be read.`, 'Check the permissions of the run folder.');
    });
    return parseLines(text, trialSchema);
  };

  const freeze = async (run: Run): Promise<Run> => {
    const files: Record<string, string> = {};
    for (const file of ['trials.jsonl', ...(await traceFiles(folder(run.id)))])
      files[file] = digestOf(await readFile(join(folder(run.id), file)).catch(() => ''));
    const frozen = { ...run, files, digest: null };
    const final = { ...frozen, digest: runDigest(frozen) };
    await saveRun(final);
    return final;
  };

  return {
    folder,
    create: (run) =>
      guarded(folder(run.id), async () => {
        await mkdir(join(folder(run.id), 'traces'), { recursive: true });
        await writeFileDurably(join(folder(run.id), 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
        await writeFileDurably(join(folder(run.id), 'trials.jsonl'), '');
      }),
    saveRun,
    saveTrial: (id, trial, trace) =>
      guarded(folder(id), async () => {
        if (trial.traceFile !== null)
          await writeFileDurably(
            join(folder(id), safeTraceFile(trial.traceFile)),
            trace.map((event) => `${canonicalJson(event)}\n`).join(''),
          );
        await appendLineDurably(join(folder(id), 'trials.jsonl'), canonicalJson(trial));
      }),
    loadRun,
    loadTrials: async (id) => {
      const { values, torn, badLines } = await readTrials(id);
      return { trials: values, torn, badLines };
    },
    loadTrace: async (id, file) => {
      const text = await readFile(join(folder(id), safeTraceFile(file)), 'utf8').catch(() => null);
      if (text === null)
        throw new UserError(`The trace ${file} of run ${id} is missing.`, 'Restore it from a copy, or leave out the trial.', 1);
      const { values, badLines, torn } = parseLines(text, traceEventSchema);
      if (badLines.length > 0 || torn !== null)
        throw new UserError(
          `The trace ${file} of run ${id} is damaged in line ${badLines[0] ?? 'last'}.`,
          'Restore it from a copy, or leave out the trial.',
          1,
        );
      return values;
    },
    repair: async (id) => {
      const { torn, wholeBytes } = await readTrials(id);
      if (torn === null) return false;
      await truncate(join(folder(id), 'trials.jsonl'), wholeBytes);
      return true;
    },
    freeze,
    list: async () => {
      const names = await readdir(runsFolder(home)).catch(() => []);
      const found = await Promise.all(
        names.map(async (name) => ((await stat(join(runsFolder(home), name, 'run.json')).catch(() => null)) === null ? null : name)),
      );
      return found.filter((name) => name !== null).sort();
    },
    remove: (id) => rm(folder(id), { recursive: true, force: true }),
  };
};
