import type { CliCommand } from '../command.ts';
import { finishRun } from '../edge/finish-run.ts';
import { addSuitesFrom, foldersOf } from '../edge/suites-from.ts';
import { addSessionFlags, type RunCommandOptions } from '../edge/session-flags.ts';

const resume = async (id: string, options: RunCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const { plan } = await engine.createRunStore(home).loadRun(id);
  const local = await engine.loadLocalFacts(home, id);
  const endpoint = local?.endpoint ?? plan.endpoint.value;
  // In a run from elsewhere nobody here typed the address, so no key that names no host may go there.
  const known = local === null ? { ...plan, endpoint: { ...plan.endpoint, origin: 'found' as const } } : plan;
  const suites = await engine.addFoldersOfRun(home, id, foldersOf(options['suitesFrom']));
  await finishRun({ options, plan: known, endpoint, suites, execute: (session) => engine.resumeRun(id, session) });
};

/** Goes on with a run that was stopped or that crashed. */
export const createResumeCommand = (): CliCommand => ({
  name: 'resume',
  register: (program) =>
    void addSessionFlags(
      addSuitesFrom(program.command('resume').argument('<run>', 'run id').description('go on with a run that was stopped or that crashed')),
    ).action(resume),
});
