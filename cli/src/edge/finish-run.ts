import { exitCode, type Plan, type Run } from '@benchloop/spec';
import type { Session, WithFolders } from '@benchloop/engine';
import type { RunCommandOptions } from './session-flags.ts';
import { noteLine } from './print.ts';
import { printReport } from './print-report.ts';
import { withSession } from './with-session.ts';
import { writeOutput } from './write-output.ts';

export type FinishOptions = {
  options: RunCommandOptions;
  plan: Plan;
  /** The real address, which a stored plan may not hold. */
  endpoint: string | null;
  /** The parts of the plan where suites came from folders. */
  suites?: Pick<WithFolders, 'parts' | 'folders'>;
  execute: (session: Session) => Promise<Run>;
};

const exitCodeOf = (run: Run, failed: boolean): number => {
  if (run.status === 'interrupted') return exitCode.interrupted;
  return failed ? exitCode.runFailed : exitCode.ok;
};

/** Watches a run on the terminal, prints its report, and sets the exit code. */
export const finishRun = async ({ execute, ...rest }: FinishOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const { options } = rest;
  const run = await withSession({ ...rest, stopped: 'Stopped before a trial began; nothing new was stored.' }, execute);
  if (run === null) return;
  const report = await engine.loadReport(home, run.id);
  if (options.output !== undefined) await writeOutput(await printReport(report, 'json', false), options.output);
  await writeOutput(await printReport(report, options.json ? 'json' : 'console', process.stdout.isTTY === true), undefined);
  noteLine(
    run.status === 'interrupted'
      ? `Go on with: bench-loop resume ${run.id}`
      : `Stored as ${run.id}. Check it with: bench-loop verify ${run.id}`,
  );
  const failed = report.trials.some(({ outcome }) => outcome === 'model-error' || outcome === 'timeout' || outcome === 'invalid-task');
  process.exitCode = exitCodeOf(run, failed);
};
