import type { CliCommand } from '../command.ts';
import { printJson, printLine } from '../edge/print.ts';

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

/** Lists the suites of this build. */
export const createSuitesCommand = (): CliCommand => ({
  name: 'suites',
  register: (program) =>
    void program
      .command('suites')
      .description('list the suites, with version, number of tasks and digest')
      .option('--tasks', 'list the task ids as well')
      .option('--json', 'print JSON')
      .action(list),
});
