import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeCorpus } from '../../engine/src/sandbox/corpus/corpus.ts';
import type { HostileProgram, ProgramKind } from '../../engine/src/sandbox/corpus/program.ts';
import { recordedSandboxFile, recordedSandboxSchema, type RecordedSandbox } from './recorded.ts';

const parts: readonly { kind: ProgramKind; title: string; must: string }[] = [
  { kind: 'contain', title: 'Against the wall', must: 'Must not read, change or reach anything of the machine.' },
  { kind: 'stop', title: 'Against the limits', must: 'Must be ended, and the next call must run.' },
  {
    kind: 'cheat',
    title: 'Against the grader',
    must: 'Must not get the mark of a task that it does not solve. The expected value is never inside, and none of these carries it.',
  },
  { kind: 'honest', title: 'Controls', must: 'Must get the mark; without them the rest would prove nothing.' },
];

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const resultOf = ({ results }: RecordedSandbox['levels'][number], { id }: HostileProgram): string => {
  const result = results[id];
  if (result === undefined) return 'not recorded';
  return `${result.held ? 'held' : '**failed**'}: ${result.how}`;
};

const tableOf = (programs: readonly HostileProgram[], { levels }: RecordedSandbox): string =>
  [
    row(['program', 'language', 'what it does', ...levels.map(({ level }) => `\`${level}\``)]),
    row(['---', '---', '---', ...levels.map(() => '---')]),
    ...programs.map((program) =>
      row([`\`${program.id}\``, program.language, program.title, ...levels.map((level) => resultOf(level, program))]),
    ),
  ].join('\n');

const summary = (recorded: RecordedSandbox): string[] =>
  recorded.levels.map(({ level, system, results }) => {
    const known = escapeCorpus.filter(({ id }) => results[id] !== undefined);
    const failed = known.filter(({ id }) => results[id]?.held === false).length;
    return `- \`${level}\` on ${system}: ${known.length} of ${escapeCorpus.length} programs recorded, ${failed} got what they wanted or failed as a control.`;
  });

/** The page about the sandbox, made from the corpus and from what its programs came to. */
export const sandboxPage = (recorded: RecordedSandbox): string =>
  `${[
    '# Sandbox',
    '<!-- Generated from docs/sandbox.json and the escape corpus by `npm run check -- --write`; edits here are overwritten. -->',
    'Code that a model writes runs in CPython (WASI) or QuickJS, both compiled to WebAssembly, in a fresh worker of a child process with an empty environment (level `wasm`). Where bubblewrap or Apple’s sandbox is there and passes a self-test, the same child stands behind it too (level `wasm+os`); otherwise, on Linux, a container of Podman or Docker (level `container`). `bench-loop doctor sandbox` says which level is in force on your machine, by trying to get out. The profile for Apple’s sandbox has never been run on a Mac by us; where its self-test fails, level `wasm` is in force.',
    'These programs try to get out, to take more than they may, or to cheat. They run at every level available whenever the tests run.',
    summary(recorded).join('\n'),
    ...parts.flatMap(({ kind, title, must }) => {
      const programs = escapeCorpus.filter((program) => program.kind === kind);
      return [`## ${title} (${programs.length})`, must, tableOf(programs, recorded)];
    }),
  ].join('\n\n')}\n`;

/** The page about the sandbox, made from what was recorded; none where nothing is recorded. */
export const sandboxPages = async (root: string): Promise<Map<string, string>> => {
  const recorded = await readFile(join(root, recordedSandboxFile), 'utf8').catch(() => null);
  return recorded === null ? new Map() : new Map([['docs/sandbox.md', sandboxPage(recordedSandboxSchema.parse(JSON.parse(recorded)))]]);
};
