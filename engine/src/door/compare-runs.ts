import { readFile } from 'node:fs/promises';
import { reportSchema, UserError, type Comparison, type Report } from '@benchloop/spec';
import { compareRuns, type CompareInput, type CompareOptions } from '../compare/compare.ts';
import { summarize } from '../summary/summarize.ts';
import { integrityOfFile } from './integrity.ts';
import { loadReport } from './load-report.ts';

/** A run to be compared, and whether its files are what it froze. */
export type LoadedRun = CompareInput;

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
  const integrity = integrityOfFile(run, (data as { trials: unknown[] }).trials);
  return { report: { ...parsed.data, integrity, summary: summarize({ run, trials }) }, integrity: integrity.state };
};

/** A run by its id, or by the path of a report in JSON. Throws `UserError` for what is neither. */
export const loadForComparison = async (home: string, name: string): Promise<LoadedRun> => {
  if (isFile(name)) return loadFile(name);
  const report = await loadReport(home, name);
  return { report, integrity: report.integrity?.state ?? 'not-frozen' };
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
