import type { CliCommand } from '../../command.ts';
import { printJson, printLine } from '../../edge/print.ts';

const show = async (options: { json?: boolean }): Promise<void> => {
  const { describeBuild } = await import('@benchloop/engine');
  const { harnesses, suites } = describeBuild();
  const counts = { suites: suites.length, harnesses: harnesses.length };
  if (options.json) return printJson(counts);
  printLine(`${counts.suites} suites, ${counts.harnesses} harnesses`);
};

/** Counts what this build knows. */
export const createBlueprintCommand = (): CliCommand => ({
  name: 'blueprint',
  register: (program) =>
    void program.command('blueprint').description('count the suites and harnesses').option('--json', 'print JSON').action(show),
});
