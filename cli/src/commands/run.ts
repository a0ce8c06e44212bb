import { randomInt } from 'node:crypto';
import { Option } from 'commander';
import { UserError, type Plan } from '@benchloop/spec';
import type { CliCommand } from '../command.ts';
import { askOnTerminal, canAsk, chooseStack, withFound } from '../edge/choose-stack.ts';
import { readConfigFile } from '../edge/config-file.ts';
import { addSessionFlags, type RunCommandOptions } from '../edge/session-flags.ts';
import { finishRun } from '../edge/finish-run.ts';
import { noteLine, printJson, printLine } from '../edge/print.ts';
import { readEnvironment, readRunOptions, runFlags } from '../edge/run-flags.ts';

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Seeds of the generators are told to people, so they stay short enough to read out. */
const seeds = 1_000_000_000;

/** A seed that nobody has seen; the plan records it like one that was typed. */
const freshSeed = (options: RunCommandOptions): string => {
  if (options['seed'] !== undefined)
    throw new UserError(
      '--fresh and --seed were both given, and each asks for another set of tasks.',
      'Give --fresh for a new set, or --seed N for a known one.',
    );
  const seed = String(randomInt(1, seeds));
  noteLine(`fresh set of tasks: seed ${seed}; run it again with --seed ${seed}`);
  return seed;
};

const flagValues = (options: RunCommandOptions): Record<string, string | undefined> => ({
  ...Object.fromEntries(runFlags.map(({ name }) => [name, options[camel(name)] as string | undefined])),
  ...(options.local ? { place: 'local' } : options.remote ? { place: 'remote' } : {}),
  ...(options.fresh ? { seed: freshSeed(options) } : {}),
});

const printPlan = (plan: Plan): void => {
  for (const [name, { value, origin }] of Object.entries(plan))
    printLine(
      `${name.padEnd(16)} ${(value === null ? '—' : Array.isArray(value) ? value.join(', ') : String(value)).padEnd(36)} ${origin}`,
    );
};

const run = async (options: RunCommandOptions): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const layers = {
    flag: readRunOptions(flagValues(options), (name) => `--${name}`),
    config: await readConfigFile(home),
    environment: readEnvironment(process.env),
  };
  const inForce = (['flag', 'config', 'environment'] as const).find((layer) => layers[layer].suites !== undefined);
  const suites = await engine.addSuiteFolders(inForce === undefined ? [] : (layers[inForce].suites ?? []), engine.createParts());
  if (inForce !== undefined) layers[inForce] = { ...layers[inForce], suites: suites.names };
  const { parts } = suites;
  const providers = [...parts.providers.keys()];
  const ask = canAsk({ json: options.json, yes: options.yes === true }) ? askOnTerminal : null;
  const found = options.dryRun ? null : await chooseStack({ layers, engine, home, env: process.env, providers, ask });
  const resolved = engine.resolvePlan(
    { ...layers, flag: { ...layers.flag, ...found } },
    {
      providers,
      harnesses: [...parts.harnesses.keys()],
      suites: [...parts.suites.keys()],
      profiles: engine.profiles,
    },
  );
  const plan = withFound(resolved, found, layers);
  if (options.dryRun) {
    const { run: planned, work } = engine.planRun(plan, await engine.readMachine(home), { parts });
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
    for (const flag of runFlags) command.addOption(new Option(`--${flag.name} <${flag.value}>`, flag.help));
    command
      .option('--local', 'the endpoint runs on this machine')
      .option('--remote', 'the endpoint runs elsewhere')
      .option('--fresh', 'take a new seed: a fresh, equally hard set of tasks that nobody has seen')
      .option('--yes', 'ask nothing: without a model and an endpoint take the starter model')
      .option('--dry-run', 'print the plan, each value with its origin, and stop');
    addSessionFlags(command).action(run);
  },
});
