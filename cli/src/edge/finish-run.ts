import { exitCode, type Plan, type Run } from '@benchloop/spec';
import type { Session, WithFolders } from '@benchloop/engine';
import type { RunCommandOptions } from './session-flags.ts';
import { createScreen } from '../screen/listener.ts';
import { listenForInterrupt } from './interrupt.ts';
import { noteLine } from './print.ts';
import { printReport } from './print-report.ts';
import { writeOutput } from './write-output.ts';

export type FinishOptions = {
  options: RunCommandOptions;
  plan: Plan;
  /** The real address, which a stored plan may not hold. */ endpoint: string | null;
  /** The parts of the plan where suites came from folders. */
  suites?: Pick<WithFolders, 'parts' | 'folders'>;
  execute: (session: Session) => Promise<Run>;
};

const exitCodeOf = (run: Run, failed: boolean): number => {
  if (run.status === 'interrupted') return exitCode.interrupted;
  return failed ? exitCode.runFailed : exitCode.ok;
};

/** Watches a run on the terminal, prints its report, and sets the exit code. */
export const finishRun = async ({ options, plan, endpoint, suites, execute }: FinishOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const key = await engine.keyFor({
    endpoint,
    endpointOrigin: plan.endpoint.origin,
    flag: options.apiKey ?? null,
    home,
    env: process.env,
  });
  for (const warning of key.warnings) noteLine(`! ${warning.message} ${warning.nextStep}`);
  const interrupt = listenForInterrupt();
  const screen = createScreen({
    concurrency: plan.concurrency.value,
    interval: (passed, judged) => ({ value: passed / judged, ...engine.wilsonInterval(passed / judged, judged) }),
  });
  let run: Run;
  try {
    run = await execute({
      home,
      parts: suites?.parts ?? engine.createParts(),
      ...(suites === undefined ? {} : { suiteFolders: suites.folders }),
      listener: screen.listener,
      stopSoon: interrupt.stopSoon,
      stopNow: interrupt.stopNow,
      ignoreQueue: options.queue === false,
      apiKey: key.value,
      allowInsecure: options.insecure === true,
    });
  } catch (failure) {
    if (!interrupt.stopSoon.aborted) throw failure;
    noteLine('Stopped before the first trial; nothing was stored.');
    process.exitCode = exitCode.interrupted;
    return;
  } finally {
    screen.done();
    interrupt.dispose();
  }
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
