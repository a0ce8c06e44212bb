import { exitCode } from '@benchloop/spec';
import type { SuiteCheck, SuiteDetails } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { readWhole } from '../edge/run-flags.ts';
import { writeOutput } from '../edge/write-output.ts';

const list = async (options: { json?: boolean; tasks?: boolean }): Promise<void> => {
  const { listSuites } = await import('@benchloop/engine');
  const suites = listSuites();
  if (options.json)
    return printJson(
      suites.map(({ id, version, taskIds, digest }) => ({
        id,
        version,
        tasks: taskIds.length,
        digest,
        ...(options.tasks ? { taskIds } : {}),
      })),
    );
  for (const suite of suites) {
    printLine(
      `${suite.id.padEnd(16)} ${String(suite.taskIds.length).padStart(4)} tasks  version ${suite.version}  ${suite.digest.slice(0, 19)}`,
    );
    printLine(`  ${suite.summary}`);
    if (options.tasks) for (const id of suite.taskIds) printLine(`    ${id}`);
  }
};

/** A suite may come from a stranger's folder, so that nothing in it may steer the terminal. */
const printHarmless = (text: string): void => printLine(text.replaceAll(/(?!\n)\p{Cc}/gu, ' '));

const row = (name: string, value: string): void => printHarmless(`${name.padEnd(13)} ${value}`);

const describe = (suite: SuiteDetails): void => {
  printHarmless(`${suite.title}\n${suite.summary}\n`);
  row('id', `${suite.id}, version ${suite.version}`);
  row('digest', suite.digest);
  row('scorer', `${suite.scorer.id}, version ${suite.scorer.version}`);
  row('seed', suite.publishedSeed === null ? 'none: the tasks are written by hand' : `${suite.publishedSeed}; --seed N makes a fresh set`);
  row('needs', suite.needs.join(', ') || 'nothing');
  const difficulties = Object.entries(suite.difficulties).map(([id, count]) => `${count} ${id}`);
  row('tasks', `${suite.tasks}: ${difficulties.join(', ')}`);
  row('proofs', `${suite.proofs.accepted} replies that must pass, ${suite.proofs.rejected} that must not`);
  printHarmless('');
  for (const family of suite.families)
    printHarmless(
      `  ${family.id.padEnd(24)} ${String(family.tasks).padStart(3)}  ${family.difficulties.join(', ')}  ${family.tags.join(', ')}`,
    );
  if (suite.example === null) return;
  printHarmless(`\n${suite.example.id}`);
  for (const { role, content } of suite.example.messages)
    printHarmless(`\n  ${role}\n    ${content.slice(0, 2000).replaceAll('\n', '\n    ')}`);
};

const show = async (name: string, options: { json?: boolean }): Promise<void> => {
  const { describeSuite } = await import('@benchloop/engine');
  const details = await describeSuite(name);
  if (options.json) printJson(details);
  else describe(details);
};

const exportTasks = async (name: string, options: { seed?: string; output?: string }): Promise<void> => {
  const { suiteTasks } = await import('@benchloop/engine');
  const seed = options.seed === undefined ? null : readWhole('seed', options.seed, '--seed');
  const tasks = await suiteTasks(name, seed);
  await writeOutput(tasks.map((task) => JSON.stringify(task)).join('\n'), options.output);
};

/** Prints what a check found, and sets the exit code. */
export const showCheck = (path: string, check: SuiteCheck, options: { json?: boolean }): void => {
  const { suite, tasks, proofs, problems } = check;
  if (options.json) printJson({ id: suite?.id ?? null, tasks, proofs, problems });
  else if (suite === null) {
    for (const { text, nextStep } of problems) printLine(`${text}\n  ${nextStep}`);
    noteLine(`\n${path} does not load: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
  } else {
    printLine(`${suite.id}: ${tasks} tasks, ${proofs.held} of ${proofs.cases} proof cases hold.`);
    noteLine(`Run it with --suites ${path}. What clients without ability get in it: bench-loop selftest --suites ${path}`);
  }
  if (suite === null) process.exitCode = exitCode.usage;
};

const check = async (path: string, options: { json?: boolean }): Promise<void> => {
  const { checkSuiteFolder } = await import('@benchloop/engine');
  showCheck(path, await checkSuiteFolder(path), options);
};

/** Lists, shows and exports suites, and checks those of one's own. */
export const createSuitesCommand = (): CliCommand => ({
  name: 'suites',
  register: (program) => {
    const suites = program.command('suites').enablePositionalOptions();
    suites
      .description('list the suites, with version, number of tasks and digest; show, export and check one')
      .option('--tasks', 'list the task ids as well')
      .option('--json', 'print JSON')
      .action(list);
    suites
      .command('show')
      .argument('<suite>', 'id, or path of a folder of tasks')
      .description('say what a suite asks, how it is judged, and show one task')
      .option('--json', 'print JSON')
      .action(show);
    suites
      .command('export')
      .argument('<suite>', 'id, or path of a folder of tasks')
      .description('write the frozen set as JSON lines, one task a line, with keys and proofs')
      .option('--seed <n>', 'another set than the published one')
      .option('--output <file>', 'write to a file instead of the terminal')
      .action(exportTasks);
    suites
      .command('check')
      .argument('<path>', 'folder of tasks')
      .description('check a suite of your own: form, keys and every proof, each problem with file, line and column')
      .option('--json', 'print JSON')
      .action(check);
  },
});
