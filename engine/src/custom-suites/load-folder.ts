import { realpath, stat } from 'node:fs/promises';
import type { AnyScorer, Suite } from '@benchloop/spec';
import { nearNames } from '../kit/near-names.ts';
import { checkSchema } from './check-schema.ts';
import { readYaml, type Located } from './located.ts';
import { limits } from './limits.ts';
import { start, type Problem } from './problem.ts';
import { readQuestionEntries } from './question-entries.ts';
import { readSuiteFile } from './read-file.ts';
import { suiteFileSchema, type SuiteFile } from './suite-file.ts';
import { readTaskEntries, type Entries, type TaskEntry } from './task-entries.ts';

export type LoadOptions = {
  scorers: ReadonlyMap<string, AnyScorer>;
  /** Ids that are taken, such as those of the built-in suites. */
  takenIds: readonly string[];
};

/** A folder as a suite. `suite` is null when there are problems; proofs are not run yet. */
export type LoadedFolder = { suite: Suite | null; entries: TaskEntry[]; problems: Problem[] };

const suiteFile = 'suite.yaml';
const pairScorer = 'typed-answer';

const failed = (...problems: Problem[]): LoadedFolder => ({ suite: null, entries: [], problems });

/** Scorers that judge more than replies: what a clock, a program or a world showed. A folder without code has none of these. */
const beyondReplies = ['clock', 'code-tests', 'agent-world'];

/** Scorers that can judge a suite without code. */
const scorerOf = (file: SuiteFile, located: Located, { scorers }: LoadOptions): { scorer: AnyScorer } | { problem: Problem } => {
  const id = file.scorer ?? pairScorer;
  const usable = [...scorers.keys()].filter((known) => !beyondReplies.includes(known));
  const scorer = usable.includes(id) ? scorers.get(id) : undefined;
  if (scorer !== undefined && (file.questions === undefined || id === pairScorer)) return { scorer };
  const near = nearNames(id, usable)[0];
  return {
    problem: {
      file: suiteFile,
      ...located.placeOf(['scorer']),
      message:
        scorer === undefined
          ? `scorer: there is none named ${JSON.stringify(id)}`
          : `scorer: question/answer pairs are judged by ${pairScorer}`,
      nextStep:
        scorer === undefined
          ? `${near === undefined ? 'Take' : `Did you mean ${near}? Take`} one of: ${usable.join(', ')}.`
          : 'Leave the scorer out.',
    },
  };
};

const entriesOf = async (folder: string, file: SuiteFile, located: Located, scorer: AnyScorer): Promise<Entries> => {
  const tasks = await readTaskEntries(folder, scorer);
  const pairs =
    file.questions === undefined ? null : await readQuestionEntries(folder, file.questions, located.placeOf(['questions', 'file']));
  const parts = [tasks, pairs].filter((part) => part !== null);
  const problems = parts.flatMap((part) => part.problems);
  const entries = parts.flatMap((part) => part.entries);
  if (parts.length === 0 || (entries.length === 0 && problems.length === 0))
    problems.push({
      file: suiteFile,
      ...start,
      message: 'the suite has no task',
      nextStep: 'Add tasks/NAME.yaml, tasks.jsonl, or a file of questions that suite.yaml names.',
    });
  return { entries, problems };
};

const repeatedIds = (entries: readonly TaskEntry[]): Problem[] => {
  const seen = new Map<string, TaskEntry>();
  return entries.flatMap((entry) => {
    const before = seen.get(entry.task.id);
    seen.set(entry.task.id, before ?? entry);
    if (before === undefined) return [];
    const { line } = before.placeOf(['id']);
    return [
      {
        file: entry.file,
        ...entry.placeOf(['id']),
        message: `id: ${entry.task.id} is used before, in ${before.file}:${line}`,
        nextStep: 'Give each task an id of its own.',
      },
    ];
  });
};

const tooMany = (entries: readonly TaskEntry[]): Problem[] =>
  entries.length <= limits.tasks
    ? []
    : [
        {
          file: suiteFile,
          ...start,
          message: `the suite has more than ${limits.tasks} tasks`,
          nextStep: 'Split it into several suites.',
        },
      ];

const suiteOf = (file: SuiteFile, scorer: AnyScorer, entries: readonly TaskEntry[]): Suite => {
  const tasks = entries.map(({ task }) => task);
  return {
    id: file.id,
    version: file.version,
    title: file.title,
    summary: file.summary,
    judge: 'scorer',
    scorer,
    needs: tasks.every((task) => task.tools !== undefined) ? ['tools'] : [],
    publishedSeed: 0,
    fixed: true,
    tasks: () => tasks,
  };
};

const openFolder = async (path: string): Promise<string | null> => {
  const folder = await realpath(path).catch(() => null);
  return folder !== null && (await stat(folder)).isDirectory() ? folder : null;
};

/** Reads a folder of tasks as hostile input: as data only, within limits, and never outside the folder. */
export const loadSuiteFolder = async (path: string, options: LoadOptions): Promise<LoadedFolder> => {
  const folder = await openFolder(path);
  if (folder === null)
    return failed({
      file: suiteFile,
      ...start,
      message: `there is no folder ${path}`,
      nextStep: 'Check the path; a suite is a folder with suite.yaml.',
    });
  const read = await readSuiteFile(folder, suiteFile, limits.yamlBytes);
  if (!read.ok) return failed({ ...read.problem, nextStep: 'Begin a suite with suite.yaml; docs/examples/my-suite shows the form.' });
  const parsed = readYaml(read.text, { file: suiteFile });
  if (!parsed.ok) return failed(parsed.problem);
  const { located } = parsed;
  const checked = checkSchema(located, located.data, suiteFileSchema, { known: Object.keys(suiteFileSchema.shape) });
  if (!checked.ok) return failed(...checked.problems);
  const file = checked.value;
  if (options.takenIds.includes(file.id))
    return failed({
      file: suiteFile,
      ...located.placeOf(['id']),
      message: `id: ${file.id} is taken by another suite`,
      nextStep: 'Choose another id.',
    });
  const chosen = scorerOf(file, located, options);
  if ('problem' in chosen) return failed(chosen.problem);
  const { entries, problems } = await entriesOf(folder, file, located, chosen.scorer);
  const all = [...problems, ...repeatedIds(entries), ...tooMany(entries)];
  return { suite: all.length > 0 ? null : suiteOf(file, chosen.scorer, entries), entries, problems: all.slice(0, limits.problems) };
};
