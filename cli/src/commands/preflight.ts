import { Option } from 'commander';
import { exitCode } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { planOfFlags } from '../edge/plan-of-flags.ts';
import { printJson, printLine } from '../edge/print.ts';
import { preflightLines } from '../edge/print-preflight.ts';
import { runFlags } from '../edge/run-flags.ts';
import type { RunCommandOptions } from '../edge/session-flags.ts';
import { withSession } from '../edge/with-session.ts';

const preflight = async (options: RunCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const { plan, suites } = await planOfFlags(options);
  const machine = await engine.readMachine(engine.benchloopHome());
  const report = await withSession(
    { options, plan, endpoint: plan.endpoint.value, suites, stopped: 'Stopped; nothing was stored.' },
    (session) => engine.preflightStack(plan, machine, session),
  );
  if (report === null) return;
  if (options.json) printJson(report);
  else for (const line of preflightLines(report)) printLine(line);
  process.exitCode = report.findings.some(({ level }) => level === 'impossible') ? exitCode.runFailed : exitCode.ok;
};

/** Proves a stack and runs nothing: every check, also those that the plan does not need. */
export const createPreflightCommand = (): CliCommand => ({
  name: 'preflight',
  register: (program) => {
    const command = program
      .command('preflight')
      .description('prove what a stack can do before an hour is spent on it; the flags are those of run, and no task is run');
    for (const flag of runFlags) command.addOption(new Option(`--${flag.name} <${flag.value}>`, flag.help));
    command
      .option('--local', 'the endpoint runs on this machine')
      .option('--remote', 'the endpoint runs elsewhere')
      .option('--yes', 'ask nothing: without a model and an endpoint take the starter model')
      .option('--api-key <key>', 'key for the endpoint; better kept in BENCHLOOP_API_KEY or the OS keychain')
      .option('--insecure', 'allow a key over plain HTTP to a public host')
      .option('--no-queue', 'start at once, even if a run uses the endpoint')
      .option('--json', 'print the findings as JSON')
      .action(preflight);
  },
});
