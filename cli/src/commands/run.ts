import { Option } from 'commander';
import type { Plan } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { addSessionFlags, type RunCommandOptions } from '../edge/session-flags.ts';
import { finishRun } from '../edge/finish-run.ts';
import { planOfFlags } from '../edge/plan-of-flags.ts';
import { printJson, printLine } from '../edge/print.ts';
import { runFlags } from '../edge/run-flags.ts';

const printPlan = (plan: Plan): void => {
  for (const [name, { value, origin }] of Object.entries(plan))
    printLine(
      `${name.padEnd(16)} ${(value === null ? '—' : Array.isArray(value) ? value.join(', ') : String(value)).padEnd(36)} ${origin}`,
    );
};

/** A flag of several words, such as `--until separated-from RUN`, is read as one text like any other. */
const inOneText = (option: Option): Option =>
  option.variadic
    ? option.argParser((word: string, before: string | undefined) => (before === undefined ? word : `${before} ${word}`))
    : option;

const run = async (options: RunCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const { plan, suites } = await planOfFlags(options);
  if (options.dryRun) {
    const { run: planned, work } = engine.planRun(plan, await engine.readMachine(home), suites);
    if (options.json) printJson({ plan, manifest: planned.manifest, trials: work.length });
    else {
      printPlan(plan);
      printLine(
        `\n${work.length} trials: ${planned.manifest.suites.map((suite) => `${suite.id} ${suite.tasks.length} of ${suite.tasksInSuite} tasks`).join(', ')}`,
      );
      printLine(`manifest ${planned.manifest.digest}`);
    }
    return;
  }
  await finishRun({
    options,
    plan,
    endpoint: plan.endpoint.value,
    suites,
    execute: async (session) => engine.startRun(plan, await engine.readMachine(home), session),
  });
};

/** Runs a benchmark. */
export const createRunCommand = (): CliCommand => ({
  name: 'run',
  register: (program) => {
    const command = program
      .command('run')
      .description('run a benchmark; with no model and no endpoint, on a server found here that you pick, or on the starter model');
    for (const flag of runFlags) command.addOption(inOneText(new Option(`--${flag.name} <${flag.value}>`, flag.help)));
    command
      .option('--local', 'the endpoint runs on this machine')
      .option('--remote', 'the endpoint runs elsewhere')
      .option('--fresh', 'take a new seed: a fresh, equally hard set of tasks that nobody has seen')
      .option('--yes', 'ask nothing: without a model and an endpoint take the starter model')
      .option('--cold-start', 'unload the model first, where the server can, so that its loading is part of the run and timed apart')
      .option('--dry-run', 'print the plan, each value with its origin, and stop');
    addSessionFlags(command).action(run);
  },
});
