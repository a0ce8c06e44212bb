import type { CliCommand } from '../command.ts';
import { printJson, printLine } from '../edge/print.ts';

const list = async (options: { json?: boolean; rebuild?: boolean }): Promise<void> => {
  const { benchloopHome, readIndex, rebuildIndex } = await import('@benchloop/engine');
  const home = benchloopHome();
  const unreadable = options.rebuild ? await rebuildIndex(home) : [];
  const { rows } = await readIndex(home);
  if (options.json) return printJson(rows);
  if (rows.length === 0) printLine('No runs yet. `bench-loop run` makes the first.');
  for (const row of rows)
    printLine(
      `${row.id}  ${row.status.padEnd(11)} ${String(row.passed).padStart(4)}/${row.judged} passed  ${row.profile.padEnd(6)} ${row.harness.padEnd(7)} ${row.model ?? 'no model'}`,
    );
  for (const { id, reason } of unreadable) printLine(`${id}  unreadable: ${reason}`);
};

/** Lists the stored runs. */
export const createRunsCommand = (): CliCommand => ({
  name: 'runs',
  register: (program) =>
    void program
      .command('runs')
      .description('list the stored runs, newest first')
      .option('--rebuild', 'make the index again from the run folders')
      .option('--json', 'print JSON')
      .action(list),
});
