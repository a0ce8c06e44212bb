import { taskSchema, type AnyScorer, type Task } from '@benchloop/spec';
import type { z } from 'zod';
import { fullLines } from './full-lines.ts';
import { checkSchema } from './check-schema.ts';
import { readJsonLine, readYaml, type Located, type ReadData } from './located.ts';
import { limits } from './limits.ts';
import { start, type Place, type Problem } from './problem.ts';
import { sayMegabytes } from './say-megabytes.ts';
import { hasSuiteFile, listSuiteFiles, readSuiteFile } from './read-file.ts';

/** A task of a folder and the place of each of its parts. */
export type TaskEntry = { task: Task; file: string; placeOf: (path: readonly PropertyKey[]) => Place };
export type Entries = { entries: TaskEntry[]; problems: Problem[] };

const lineFile = 'tasks.jsonl';
const folderName = 'tasks';
const taskKeys = Object.keys(taskSchema.shape);
const proofKeys = ['accepted', 'rejected', 'name', 'replies', 'outcome', 'score', 'text', 'reasoning', 'toolCalls', 'finish'];

const readEntry = (located: Located, scorer: AnyScorer, path: readonly PropertyKey[], data: unknown): Entries => {
  const checked = checkSchema(located, data, taskSchema, { path, known: [...taskKeys, ...proofKeys] });
  if (!checked.ok) return { entries: [], problems: checked.problems };
  const size = JSON.stringify(checked.value.expect ?? null).length;
  if (size > limits.expectCharacters) {
    const message = `expect: has ${size} characters as JSON; at most ${limits.expectCharacters} are judged`;
    const place = located.placeOf([...path, 'expect']);
    return { entries: [], problems: [{ file: located.file, ...place, message, nextStep: 'Split the task.' }] };
  }
  const expectation = checkSchema(located, checked.value.expect, scorer.expectSchema as z.ZodType, { path: [...path, 'expect'] });
  if (!expectation.ok)
    return {
      entries: [],
      problems: expectation.problems.map((problem) => ({
        ...problem,
        message: `${problem.message} (the key does not fit the scorer ${scorer.id})`,
      })),
    };
  const placeOf = (inner: readonly PropertyKey[]) => located.placeOf([...path, ...inner]);
  return { entries: [{ task: checked.value, file: located.file, placeOf }], problems: [] };
};

const joined = (parts: readonly Entries[]): Entries => ({
  entries: parts.flatMap(({ entries }) => entries),
  problems: parts.flatMap(({ problems }) => problems),
});

const ofRead = (read: ReadData, scorer: AnyScorer): Entries => {
  if (!read.ok) return { entries: [], problems: [read.problem] };
  const { located } = read;
  const { data } = located;
  if (!Array.isArray(data)) return readEntry(located, scorer, [], data);
  return joined(data.map((item, index) => readEntry(located, scorer, [index], item)));
};

const readTaskFiles = async (folder: string, names: readonly string[], scorer: AnyScorer): Promise<Entries> => {
  const parts: Entries[] = [];
  let length = 0;
  for (const name of names) {
    const file = `${folderName}/${name}`;
    if (!/\.ya?ml$/.test(name)) {
      const problem = { file, ...start, message: 'is no .yaml file', nextStep: 'Move it out of tasks/, which holds tasks only.' };
      parts.push({ entries: [], problems: [problem] });
      continue;
    }
    const read = await readSuiteFile(folder, file, limits.yamlBytes);
    length += read.ok ? read.text.length : 0;
    if (length > limits.allYamlBytes) {
      const message = `the YAML files up to this one have more than ${sayMegabytes(limits.allYamlBytes)}`;
      parts.push({ entries: [], problems: [{ file, ...start, message, nextStep: 'Write the tasks as tasks.jsonl.' }] });
      break;
    }
    parts.push(read.ok ? ofRead(readYaml(read.text, { file }), scorer) : { entries: [], problems: [read.problem] });
  }
  return joined(parts);
};

const readTaskLines = async (folder: string, scorer: AnyScorer): Promise<Entries> => {
  const read = await readSuiteFile(folder, lineFile, limits.linesBytes);
  if (!read.ok) return { entries: [], problems: [read.problem] };
  const parts: Entries[] = [];
  for (const { text, linesBefore } of fullLines(read.text)) {
    const part = ofRead(readJsonLine(text, { file: lineFile, linesBefore }), scorer);
    parts.push(part);
    if (part.problems.length > 0 && joined(parts).problems.length > limits.problems) break;
  }
  return joined(parts);
};

/** Every task of `tasks/*.yaml` and `tasks.jsonl`; null = the folder has neither. */
export const readTaskEntries = async (folder: string, scorer: AnyScorer): Promise<Entries | null> => {
  const names = await listSuiteFiles(folder, folderName);
  if (names !== null && names.length > limits.files) {
    const problem = {
      file: folderName,
      ...start,
      message: `holds more than ${limits.files} files`,
      nextStep: 'Write the tasks as tasks.jsonl.',
    };
    return { entries: [], problems: [problem] };
  }
  const lines = await hasSuiteFile(folder, lineFile);
  if (names === null && !lines) return null;
  return joined([
    ...(names === null ? [] : [await readTaskFiles(folder, names, scorer)]),
    ...(lines ? [await readTaskLines(folder, scorer)] : []),
  ]);
};
