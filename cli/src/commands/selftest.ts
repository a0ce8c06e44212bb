import type { Selftest } from '@benchloop/engine';
import { exitCode } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { listenForInterrupt } from '../edge/interrupt.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { selftestTable } from '../edge/selftest-table.ts';
import { readList } from '../edge/run-flags.ts';
import { sayDuration } from '../screen/duration.ts';
import { createStepBar } from '../screen/step-bar.ts';

/** Prints the table and what is wrong, and sets the exit code. */
export const showSelftest = (result: Selftest, options: { json?: boolean }): void => {
  if (options.json) printJson(result);
  else {
    for (const line of selftestTable(result)) printLine(line);
    for (const { suiteId, culprits } of result.rows) for (const culprit of culprits) printLine(`! ${suiteId}: ${culprit}`);
    printLine(
      result.holds
        ? `\nEvery proof holds, no control client passed a task, and the oracle is right in all of its styles. ${sayDuration(result.durationMs)}`
        : `\nThe self-test failed: scores of the suites marked above cannot be trusted. ${sayDuration(result.durationMs)}`,
    );
  }
  if (!result.holds) process.exitCode = exitCode.runFailed;
};

const test = async (options: { suites?: string; json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const names = options.suites === undefined ? null : readList('suites', options.suites, '--suites');
  const added = await engine.addSuiteFolders(names ?? [], engine.createParts());
  const interrupt = listenForInterrupt(() => 'other');
  const bar = createStepBar();
  try {
    const result = await engine.selftest({
      parts: added.parts,
      suites: names === null ? null : added.names,
      tasksPerSuite: null,
      signal: AbortSignal.any([interrupt.stopSoon, interrupt.stopNow]),
      onProgress: bar.show,
    });
    bar.done();
    showSelftest(result, options);
  } catch (failure) {
    bar.done();
    if (!interrupt.stopSoon.aborted) throw failure;
    noteLine('Stopped; nothing was stored.');
    process.exitCode = exitCode.interrupted;
  } finally {
    interrupt.dispose();
  }
};

/** Shows on this machine that nothing scores by accident. */
export const createSelftestCommand = (): CliCommand => ({
  name: 'selftest',
  register: (program) =>
    void program
      .command('selftest')
      .description('show on this machine that every proof holds, that nonsense scores nothing and that the right answer scores all')
      .option('--suites <ids>', 'suites to test, joined by commas, or paths of your own; all of this build without it')
      .option('--json', 'print JSON')
      .action(test),
});
