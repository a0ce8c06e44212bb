import { Option } from 'commander';
import type { Budget } from '@benchloop/engine';
import type { CliCommand } from '../command.ts';
import { planOfFlags } from '../edge/plan-of-flags.ts';
import { printJson, printLine } from '../edge/print.ts';
import { runFlags } from '../edge/run-flags.ts';
import type { RunCommandOptions } from '../edge/session-flags.ts';
import { sayDuration } from '../screen/duration.ts';

const count = (value: number): string => value.toLocaleString('en-US');

const timeLine = ({ expectedMs, measuredBy, suites }: Budget): string => {
  if (expectedMs !== null) return `time       about ${sayDuration(expectedMs)}, by the speed of run ${measuredBy ?? ''}`;
  if (measuredBy === null)
    return 'time       unknown: this stack was never measured here. `bench-loop run --profile smoke` measures it in a minute or two';
  const unknown = suites.filter((suite) => suite.expectedMs === null).map(({ id }) => id);
  return `time       unknown for ${unknown.join(', ')}: run ${measuredBy} holds no trial of it and no decode rate`;
};

const lines = (budget: Budget): string[] => [
  `trials     ${count(budget.trials)}`,
  `requests   ${count(budget.requests.least)}${budget.requests.most === budget.requests.least ? '' : ` to ${count(budget.requests.most)}: a task with tools takes several turns`}`,
  `reads      about ${count(budget.promptTokens)} tokens, counted by characters`,
  `writes     ${budget.completionTokens === null ? '' : `about ${count(budget.completionTokens)} tokens, `}at most ${count(budget.completionTokensLimit)}`,
  timeLine(budget),
  ...budget.suites.map(({ id, trials, expectedMs, basis }) =>
    `  ${id.padEnd(16)} ${String(trials).padStart(5)} trials  ${expectedMs === null ? '' : sayDuration(expectedMs)}${basis === 'rates' ? ' at least*' : ''}`.trimEnd(),
  ),
  ...(budget.suites.some(({ basis }) => basis === 'rates')
    ? ['  * never measured here: by the rates of other suites, one request a trial']
    : []),
];

const budget = async (options: RunCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const { plan, suites } = await planOfFlags({ ...options, yes: true });
  const found = await engine.budgetOf({ home: engine.benchloopHome(), plan, parts: suites.parts });
  if (options.json) printJson(found);
  else for (const line of lines(found)) printLine(line);
};

/** Says what a run will take before it starts. */
export const createBudgetCommand = (): CliCommand => ({
  name: 'budget',
  register: (program) => {
    const command = program
      .command('budget')
      .description('what a run will take: requests, tokens, and time from the measured speed; the flags are those of run');
    for (const flag of runFlags) command.addOption(new Option(`--${flag.name} <${flag.value}>`, flag.help));
    command
      .option('--local', 'the endpoint runs on this machine')
      .option('--remote', 'the endpoint runs elsewhere')
      .option('--json', 'print JSON')
      .action(budget);
  },
});
