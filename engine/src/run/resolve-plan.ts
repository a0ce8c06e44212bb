import { UserError, type Origin, type Plan, type Profile, type Resolved } from '@benchloop/spec';
import { isLoopback } from '../kit/loopback.ts';
import { nearNames } from '../kit/near-names.ts';
import * as defaults from './defaults.ts';
import type { RunOptions } from './options.ts';
import { parseUntil, sayUntil } from './until.ts';

export type Layers = { flag: RunOptions; config: RunOptions; environment: RunOptions };
export type Known = {
  providers: readonly string[];
  harnesses: readonly string[];
  suites: readonly string[];
  profiles: readonly Profile[];
  /** Addresses of services that need not be named, by provider. */
  defaultEndpoints?: Readonly<Record<string, string>>;
};

const order = ['flag', 'config', 'environment'] as const;

type Pick = <Key extends keyof RunOptions, Fallback>(
  key: Key,
  fallback: Fallback,
  origin?: Origin,
) => Resolved<NonNullable<RunOptions[Key]> | Fallback>;

const pickFrom =
  (layers: Layers): Pick =>
  (key, fallback, origin = 'default') => {
    for (const layer of order) {
      const value = layers[layer][key];
      if (value !== undefined && value !== null) return { value, origin: layer };
    }
    return { value: fallback, origin };
  };

const known = (what: string, id: string, ids: readonly string[]): void => {
  if (ids.includes(id)) return;
  const near = nearNames(id, ids)[0];
  throw new UserError(
    `There is no ${what} named ${JSON.stringify(id)}.`,
    `${near === undefined ? 'Take' : `Did you mean ${near}? Take`} one of: ${[...ids].sort().join(', ')}.`,
  );
};

const providerOf = (pick: Pick, endpoint: Resolved<string | null>): Resolved<string> => {
  const said = pick('provider', null);
  if (said.value !== null) return { value: said.value, origin: said.origin };
  if (pick('serverCommand', null).value !== null) return { value: 'openai', origin: 'found' };
  if (endpoint.value !== null && pick('serverKind', null).value === 'ollama') return { value: 'ollama', origin: 'found' };
  return endpoint.value === null ? { value: 'llama-cpp', origin: 'default' } : { value: 'openai', origin: 'found' };
};

const placeOf = (pick: Pick, provider: string, endpoint: string | null): Plan['place'] => {
  const said = pick('place', null);
  if (said.value !== null) return { value: said.value, origin: said.origin };
  if (pick('serverCommand', null).value !== null) return { value: 'local', origin: 'found' };
  if (endpoint === null) return { value: 'embedded', origin: provider === 'mock' ? 'default' : 'found' };
  return { value: isLoopback(endpoint) ? 'local' : 'remote', origin: 'found' };
};

/** Resolves every value of a run before the first request: flag, then config file, then environment, then profile or default. */
export const resolvePlan = (layers: Layers, lists: Known): Plan => {
  const pick = pickFrom(layers);
  const profileId = pick('profile', defaults.defaultProfile);
  known(
    'profile',
    profileId.value,
    lists.profiles.map(({ id }) => id),
  );
  const profile = lists.profiles.find(({ id }) => id === profileId.value) as Profile;
  const named = pick('endpoint', null);
  const provider = providerOf(pick, named);
  const endpoint: Plan['endpoint'] =
    named.value === null ? { value: lists.defaultEndpoints?.[provider.value] ?? null, origin: 'default' } : named;
  known('provider', provider.value, lists.providers);
  const serverCommand = pick('serverCommand', null);
  if (serverCommand.value !== null && named.value !== null)
    throw new UserError(
      '--server-command and --endpoint were both given: a server that is started has an address of its own.',
      'Leave one of them out.',
    );
  if (provider.value === 'openai' && endpoint.value === null && serverCommand.value === null)
    throw new UserError(
      'The openai provider needs an endpoint.',
      'Add --endpoint with the base URL of the server, for example --endpoint http://127.0.0.1:8080/v1.',
    );
  const harness = pick('harness', defaults.defaultHarness);
  known('harness', harness.value, lists.harnesses);
  const suites = pick('suites', [...profile.suites], 'profile');
  for (const id of suites.value) known('suite', id, lists.suites);
  if (suites.value.length === 0)
    throw new UserError(
      `The ${profileId.value} profile takes the suites that you name, and none was named.`,
      `Add --suites with one or more of: ${[...lists.suites].sort().join(', ')}.`,
    );
  const until = pick('until', null);
  const seed = pick('seed', 'published' as const);
  return {
    provider,
    endpoint,
    model: pick('model', null),
    harness,
    profile: profileId,
    suites: { value: [...new Set(suites.value)], origin: suites.origin },
    tasks: pick('tasks', null),
    tasksPerSuite: pick('tasksPerSuite', profile.tasksPerSuite, 'profile'),
    maxContextTokens: { value: profile.maxContextTokens ?? null, origin: 'profile' },
    trials: pick('trials', profile.trials, 'profile'),
    ...(until.value === null ? {} : { until: { value: sayUntil(parseUntil(until.value)), origin: until.origin } }),
    seed,
    concurrency: pick('concurrency', defaults.defaultConcurrency),
    thinking: pick('think', 'default' as const),
    temperature: pick('temperature', defaults.defaultTemperature),
    samplingSeed: pick('samplingSeed', defaults.defaultSamplingSeed),
    maxTokens: pick('maxTokens', null),
    contextTokens: pick('contextTokens', provider.value === 'llama-cpp' ? defaults.defaultContextTokens : null),
    timeoutMs: pick('timeoutMs', null),
    threads: pick('threads', null),
    gpuLayers: pick('gpuLayers', null),
    kvType: pick('kvType', null),
    batchSize: pick('batchSize', null),
    flashAttention: pick('flashAttention', null),
    draftModel: pick('draftModel', null),
    serverCommand,
    serverKind: pick('serverKind', null),
    hardware: pick('hardware', null),
    gpu: pick('gpu', null),
    gpuMemoryBytes: pick('gpuMemoryBytes', null),
    place: placeOf(pick, provider.value, endpoint.value),
  };
};
