import { z } from 'zod';
import { toolOf } from '../../kit/world/plain-world.ts';
import { WorldError, type World, type WorldResult } from '../../kit/world/world.ts';
import { parseLine, type Pipeline } from './parse.ts';
import { projectCommands } from './project-commands.ts';
import { textCommands, type Command } from './text-commands.ts';
import { treeCommands } from './tree-commands.ts';
import { put, type Tree } from './tree.ts';

/** Files by path from the top of the workspace; `quota`: characters that all files together may hold. */
export const workspaceStateSchema = z.strictObject({
  files: z.record(z.string().regex(/^[^/\s]+(?:\/[^/\s]+)*$/), z.string()),
  quota: z.number().int().positive().default(200_000),
});
export type WorkspaceState = z.input<typeof workspaceStateSchema>;

/** No command hands on more than this, so that a pipeline cannot grow without bound. Characters. */
const outputMax = 200_000;

const commands: ReadonlyMap<string, Command> = new Map(Object.entries({ ...textCommands, ...treeCommands, ...projectCommands }));

const runPipeline = (tree: Tree, { stages }: Pipeline): string => {
  let piped: string | null = null;
  for (const { words, into } of stages) {
    const [name = '', ...rest] = words;
    const command = commands.get(name);
    if (command === undefined)
      throw new WorldError(`${name.slice(0, 80)}: no such command; there are ${[...commands.keys()].sort().join(', ')}`);
    let out: string;
    try {
      out = command({ tree, words: rest, piped });
    } catch (error) {
      throw error instanceof WorldError ? new WorldError(`${name}: ${error.message}`) : error;
    }
    if (out.length > outputMax) throw new WorldError(`${name}: wrote more than ${outputMax} characters`);
    if (into !== undefined)
      put(tree, into.path, (into.append ? (tree.files.get(into.path.replace(/^(?:\/work\/|\.\/)/, '')) ?? '') : '') + out);
    piped = into === undefined ? out : '';
  }
  return piped ?? '';
};

/** Runs a line as a shell does: what was done before a failure stays done. */
const runLine = (tree: Tree, line: string): { out: string; failed: boolean } => {
  let out = '';
  let failed = false;
  const pipelines = parseLine(line);
  if (pipelines.flatMap(({ stages }) => stages).filter(({ words }) => words[0] === 'build').length > 1)
    throw new WorldError('build: only one build in a command line; it runs alone');
  for (const pipeline of pipelines) {
    if (pipeline.afterSuccess && failed) continue;
    try {
      out += runPipeline(tree, pipeline);
      failed = false;
    } catch (error) {
      if (!(error instanceof WorldError)) throw error;
      out += `${error.message}\n`;
      failed = true;
    }
  }
  return { out, failed };
};

const guarded = (tree: Tree, run: () => { out: string; failed: boolean }): WorldResult => {
  const before = tree.changes;
  try {
    const { out, failed } = run();
    return { content: `${out === '' ? '(no output)\n' : out}[exit ${failed ? 1 : 0}]`, isError: failed, changed: tree.changes !== before };
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    return { content: `${error.message}\n[exit 2]`, isError: true, changed: tree.changes !== before };
  }
};

const text = (description: string) => ({ type: 'string', description });

/** A virtual tree of text files and a small set of commands over it. Nothing of the machine is reached. */
export const workspaceShellWorld: World = {
  id: 'workspace-shell',
  tools: [
    toolOf(
      'run',
      `Runs a command line in /work, each time from there. Commands: ${[...commands.keys()].sort().join(', ')}. Known signs: | ; && > >> and quotation marks. No cd, no variables, no patterns for names of files. grep and sed take texts letter by letter; grep knows -n -i -c -r -l -v, sed only s/OLD/NEW/ with or without g, and -i. A line holds one build at most.`,
      { command: text('the command line') },
    ),
    toolOf('write_file', 'Writes a text into a file, in place of what was there; makes the file and its folders if needed.', {
      path: text('path from /work'),
      text: text('the whole text, lines separated by line breaks'),
    }),
  ],
  start: (data) => {
    const { files, quota } = workspaceStateSchema.parse(data);
    const tree: Tree = { files: new Map(Object.entries(files)), folders: new Set(), quota, changes: 0 };
    return {
      call: (tool, given) =>
        guarded(tree, () => {
          if (tool === 'run') return runLine(tree, String(given['command']));
          put(tree, String(given['path']), `${String(given['text']).replace(/\n+$/, '')}\n`);
          return { out: `written: ${String(given['path'])}\n`, failed: false };
        }),
      snapshot: () => ({ files: Object.fromEntries(tree.files), quota }),
    };
  },
};
