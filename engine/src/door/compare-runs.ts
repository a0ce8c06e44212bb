import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportSchema, UserError, type Comparison, type Report, type Run } from '@benchloop/spec';
import { compareRuns, type CompareOptions, type Integrity } from '../compare/compare.ts';
import { digestOf } from '../kit/digest.ts';
import { createRunStore, runDigest, type RunStore } from '../store/run-store.ts';
import { summarize } from '../summary/summarize.ts';
import { loadReport } from './load-report.ts';

/** A run to be compared, and whether its files are what it froze. */
export type LoadedRun = { report: Report; integrity: Integrity };

const filesHold = async (run: Run, store: RunStore): Promise<boolean> => {
  const held = await Promise.all(
    Object.entries(run.files).map(async ([file, digest]) => {
      const safe = file === 'trials.jsonl' || /^traces\/[\w.-]+\.jsonl$/u.test(file);
      const content = safe ? await readFile(join(store.folder(run.id), file)).catch(() => null) : null;
      return content !== null && digestOf(content) === digest;
    }),
  );
  return !held.includes(false);
};

const integrityOf = async (run: Run, store: RunStore): Promise<Integrity> => {
  if (run.digest === null) return 'not-frozen';
  return runDigest(run) === run.digest && (await filesHold(run, store)) ? 'holds' : 'differs';
};

const isFile = (name: string): boolean => name.endsWith('.json') || /[\\/]/u.test(name);

/** A report written by `report --format json`, such as a baseline in a repository. Its numbers are made again from its trials. */
const loadFile = async (path: string): Promise<LoadedRun> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `${path} can’t be read (${error.code ?? 'unknown error'}).`,
      'Write it with `bench-loop report RUN --format json --output FILE`.',
    );
  });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new UserError(`${path} is no JSON.`, 'Write it again with `bench-loop report RUN --format json --output FILE`.');
  }
  const parsed = reportSchema.safeParse(data);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new UserError(
      `${path} is no report of this version: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
      'Write it again with `bench-loop report RUN --format json --output FILE`.',
    );
  }
  const { run, trials } = parsed.data;
  const integrity = run.digest === null ? 'not-frozen' : runDigest(run) === run.digest ? 'holds' : 'differs';
  return { report: { ...parsed.data, summary: summarize({ run, trials }) }, integrity };
};

/** A run by its id, or by the path of a report in JSON. Throws `UserError` for what is neither. */
export const loadForComparison = async (home: string, name: string): Promise<LoadedRun> => {
  if (isFile(name)) return loadFile(name);
  const store = createRunStore(home);
  const report = await loadReport(home, name);
  return { report, integrity: await integrityOf(report.run, store) };
};

export type CompareStoredOptions = CompareOptions & { home: string; names: readonly string[] };

/** Compares stored runs and reports in files. Throws `UserError` for fewer than two, or the same twice. */
export const compareStored = async ({
  home,
  names,
  ...options
}: CompareStoredOptions): Promise<{ comparison: Comparison; reports: Report[] }> => {
  const inputs = await Promise.all(names.map((name) => loadForComparison(home, name)));
  const ids = inputs.map(({ report }) => report.run.id);
  if (ids.length < 2)
    throw new UserError('A comparison needs two runs or more.', 'Name them: `bench-loop compare RUN RUN`; `bench-loop runs` lists them.');
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw new UserError(`Run ${twice} is named twice.`, 'Name two different runs.');
  return { comparison: compareRuns(inputs, options), reports: inputs.map(({ report }) => report) };
};
