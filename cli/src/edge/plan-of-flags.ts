import { randomInt } from 'node:crypto';
import { UserError, type Plan } from '@benchloop/spec';
import type { RunOptions, WithFolders, Parts } from '@benchloop/engine';
import { askOnTerminal, canAsk, chooseStack, withFound } from './choose-stack.ts';
import { readConfigFile, readModelFolders } from './config-file.ts';
import { noteLine } from './print.ts';
import { readEnvironment, readRunOptions, runFlags } from './run-flags.ts';
import type { RunCommandOptions } from './session-flags.ts';

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

type Layers = Record<'flag' | 'config' | 'environment', RunOptions>;

/** A plan, and the parts that it names: those of this build and the suites of the folders among `--suites`. */
export type PlanOfFlags = { plan: Plan; suites: Pick<WithFolders, 'parts' | 'folders'> };

/** Puts the id of its suite in place of each folder among the suites of the layer that is in force. */
const withoutPaths = async (layers: Layers): Promise<{ layers: Layers } & WithFolders> => {
  const engine = await import('@benchloop/engine');
  const inForce = (['flag', 'config', 'environment'] as const).find((layer) => layers[layer].suites !== undefined);
  const added = await engine.addSuiteFolders(inForce === undefined ? [] : (layers[inForce].suites ?? []), engine.createParts());
  return {
    ...added,
    layers: inForce === undefined ? layers : { ...layers, [inForce]: { ...layers[inForce], suites: added.names } },
  };
};

const defaultEndpointsOf = (parts: Parts): Record<string, string> =>
  Object.fromEntries(
    [...parts.providers.values()].flatMap(({ id, defaultEndpoint }) => (defaultEndpoint === undefined ? [] : [[id, defaultEndpoint]])),
  );

const requireKnownKind = (layers: Layers, kinds: readonly string[]): void => {
  const kind = layers.flag.serverKind ?? layers.config.serverKind ?? layers.environment.serverKind;
  if (kind !== undefined && !kinds.includes(kind))
    throw new UserError(`There is no kind of server named ${JSON.stringify(kind)}.`, `Take one of: ${kinds.toSorted().join(', ')}.`);
};

/** The plan that flags, config file and environment make; a stack that nobody named is looked for, also for a plan that is only shown. */
export const planOfFlags = async (options: RunCommandOptions): Promise<PlanOfFlags> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const layers = {
    flag: readRunOptions(flagValues(options), (name) => `--${name}`),
    config: await readConfigFile(home),
    environment: readEnvironment(process.env),
  };
  const suites = await withoutPaths(layers);
  const { parts } = suites;
  const providers = [...parts.providers.keys()];
  const ask = canAsk({ json: options.json, yes: options.yes === true }) ? askOnTerminal : null;
  requireKnownKind(layers, engine.serverKindIds);
  const modelFolders = await readModelFolders(home);
  const { apiKey } = options;
  const key = apiKey === undefined ? {} : { apiKey };
  const found = await chooseStack({ layers, engine, home, env: process.env, providers, ask, folders: modelFolders, ...key });
  const resolved = engine.resolvePlan(
    { ...suites.layers, flag: { ...suites.layers.flag, ...found } },
    {
      providers,
      defaultEndpoints: defaultEndpointsOf(parts),
      harnesses: [...parts.harnesses.keys()],
      suites: [...parts.suites.keys()],
      profiles: engine.profiles,
    },
  );
  return { plan: withFound(resolved, found, layers), suites };
};
