import type { Verification } from '@benchloop/engine';
import { exitCode } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { addSuitesFrom, foldersOf } from '../edge/suites-from.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';

const digestWords: Record<Verification['digest'], string> = {
  holds: 'the digest holds',
  differs: 'run.json was changed after the run was frozen',
  'not-frozen': 'the run is not finished, so it has no digest yet',
};

const describe = (result: Verification): void => {
  printLine(`${result.holds ? 'Holds' : 'Does not hold'}: run ${result.runId}`);
  printLine(`  ${digestWords[result.digest]}`);
  printLine(
    `  ${result.rescored} trials scored again from their receipts, ${result.mismatches.length} differ; ${result.notJudged} had nothing to score`,
  );
  for (const file of result.changedFiles) printLine(`  changed or missing: ${file}`);
  for (const suite of result.changedSuites)
    printLine(`  ${suite} has changed since this run; score it again with the version that made it`);
  for (const { trialId, reason } of result.mismatches.slice(0, 20)) printLine(`  ${trialId}: ${reason}`);
  if (result.mismatches.length > 20) printLine(`  and ${result.mismatches.length - 20} more; --json lists them all`);
};

const verify = async (id: string, options: { json?: boolean; suitesFrom?: string }): Promise<void> => {
  const { addFoldersOfRun, benchloopHome, verifyRun } = await import('@benchloop/engine');
  const { parts } = await addFoldersOfRun(benchloopHome(), id, foldersOf(options.suitesFrom));
  const result = await verifyRun({
    home: benchloopHome(),
    id,
    parts,
    onProgress: (done, total) => void (done % 500 === 0 && noteLine(`${done}/${total} trials scored again`)),
  });
  if (options.json) printJson(result);
  else describe(result);
  if (!result.holds) process.exitCode = exitCode.runFailed;
};

/** Scores a stored run again from its receipts, offline. */
export const createVerifyCommand = (): CliCommand => ({
  name: 'verify',
  register: (program) =>
    void addSuitesFrom(program.command('verify').argument('<run>', 'run id'))
      .description('score a run again from its receipts, offline, and check its digest')
      .option('--json', 'print JSON')
      .action(verify),
});
