import { UserError, type Origin } from '@benchloop/spec';
import { discover, type DiscoverOptions, type Discovery, type FoundServer } from '../discovery/discover.ts';
import { listSavedEndpoints } from '../discovery/saved-endpoints.ts';
import { serverApi, type ServerApi } from '../discovery/server-api.ts';
import type { ServerModel } from '../discovery/server-kind.ts';
import { keyFor } from '../keys/keys.ts';
import { endpointBases } from '../kit/http/endpoint.ts';
import { exposesKey, isPrivateHost } from '../kit/http/key-safety.ts';
import { isLoopback } from '../kit/loopback.ts';
import { modelsNamed } from '../models/disk/models-named.ts';
import { findModels } from '../models/find-models.ts';
import { nearNames } from '../kit/near-names.ts';
import { createParts } from './lists.ts';

export type SearchOptions = {
  home: string;
  env: NodeJS.ProcessEnv;
  /** Folders to look for models in, besides those that are known. */
  folders?: readonly string[];
} & Pick<DiscoverOptions, 'ports' | 'signal' | 'deadlineMs'>;

/** Servers on this machine, and those that the person saved or named in `BENCHLOOP_ENDPOINTS`, within about a second. */
export const discoverServers = async ({ home, env, folders: _folders, ...rest }: SearchOptions): Promise<Discovery> =>
  discover({
    ...rest,
    env,
    saved: await listSavedEndpoints(home),
    keyOf: async (endpoint) => (await keyFor({ endpoint, endpointOrigin: 'config', flag: null, home, env })).value,
  });

/** A way to run a model: what `--provider`, `--endpoint` and `--model` would say. */
export type Stack = { provider: string; endpoint: string; model: string };

const responsesId = 'openai-responses';

/** The provider for a server that has only the Responses API; null where it has another, or tells none. */
const onlyResponses = (api: ServerApi | null | undefined, providers: readonly string[]): string | null =>
  api === 'responses' && providers.includes(responsesId) ? responsesId : null;

/** The provider that speaks a server's own API where there is one, else that of the API which all share. */
export const stackOf = (server: FoundServer, model: ServerModel, providers: readonly string[]): Stack =>
  server.kind === 'ollama' && providers.includes('ollama')
    ? { provider: 'ollama', endpoint: server.endpoint.replace(/\/v1$/u, ''), model: model.id }
    : { provider: onlyResponses(server.api, providers) ?? 'openai', endpoint: server.endpoint, model: model.id };

type Asked = SearchOptions & {
  /** Left out = the one that is kept for the address. */
  apiKey?: string | null;
  /** Who named the address. */
  endpointOrigin?: Origin;
};

/** Which server answers at an address that the person named; null where it does not tell, and on the internet, where nobody is asked. */
export const kindAt = async (endpoint: string, { home, env, apiKey, endpointOrigin, signal }: Asked): Promise<FoundServer | null> => {
  const found = endpointBases(endpoint);
  if (!found.ok || !isPrivateHost(new URL(found.origin).hostname)) return null;
  const keyOf = async (address: string) =>
    apiKey === undefined ? (await keyFor({ endpoint: address, endpointOrigin, flag: null, home, env })).value : apiKey;
  const { servers } = await discover({ env: {}, ports: [], saved: [{ name: 'given', url: endpoint }], keyOf, signal });
  return servers[0] ?? null;
};

/** A host on the internet takes longer to answer than this machine, and a run that begins may wait for it. */
const farDeadlineMs = 5_000;

/**
 * The API of a server on the internet that the person named, asked with its own key at its own address alone; null where it
 * does not tell, and where the key could be read on its way.
 */
const apiFarAway = async (endpoint: string, { home, env, apiKey, endpointOrigin, signal }: Asked): Promise<ServerApi | null> => {
  const found = endpointBases(endpoint);
  if (!found.ok || isPrivateHost(new URL(found.origin).hostname)) return null;
  const key = apiKey === undefined ? (await keyFor({ endpoint, endpointOrigin, flag: null, home, env })).value : apiKey;
  if (key !== null && exposesKey(found.origin)) return null;
  const deadline = AbortSignal.timeout(farDeadlineMs);
  const apiPaths = found.bases.map((base) => new URL(base).pathname.replace(/\/$/u, ''));
  const asked = { apiPaths, apiKey: key, signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) };
  return (await serverApi(new URL(found.origin), asked))?.api ?? null;
};

/** The service that lives at an address, where one does; that of OpenAI has two APIs, of which chat completions stand first. */
const serviceAt = (endpoint: string): string | null => {
  const found = endpointBases(endpoint);
  const services = [...createParts().providers.values()].filter(({ id }) => id !== responsesId);
  const isThere = (address: string | undefined) =>
    found.ok && address !== undefined && !isLoopback(address) && new URL(address).origin === found.origin;
  return services.find(({ defaultEndpoint }) => isThere(defaultEndpoint))?.id ?? null;
};

/** The provider for an address that the person gave, by the service that lives there or the kind of server that answers; null where the common API is as good. */
export const providerFor = async (endpoint: string, options: Asked & { providers: readonly string[] }): Promise<string | null> => {
  const service = serviceAt(endpoint);
  if (service !== null) return options.providers.includes(service) ? service : null;
  const server = await kindAt(endpoint, options);
  if (server?.kind === 'ollama' && options.providers.includes('ollama')) return 'ollama';
  return onlyResponses(server === null ? await apiFarAway(endpoint, options) : server.api, options.providers);
};

const plain = (name: string): string => name.toLowerCase().replace(/\.gguf$|:latest$/u, '');

type Offer = { server: FoundServer; model: ServerModel };

const offersOf = (servers: readonly FoundServer[]): Offer[] =>
  servers.flatMap((server) => server.models.filter(({ chats }) => chats).map((model) => ({ server, model })));

/** Offers of this very name, else those that differ in case or in what goes without saying. */
const offersNamed = (offers: readonly Offer[], name: string): Offer[] => {
  const exact = offers.filter(({ model }) => model.id === name);
  return exact.length > 0
    ? exact
    : offers.filter(({ model }) => plain(model.id) === plain(name) || plain(model.model.name) === plain(name));
};

const unknownName = (name: string, disk: readonly string[], offers: readonly Offer[]): UserError => {
  const near = nearNames(name, [...new Set([...disk, ...offers.map(({ model }) => model.id)])]);
  return new UserError(
    `There is no model "${name}" on this machine, and no server found here has one.${near.length === 0 ? '' : ` Near it: ${near.join(', ')}.`}`,
    'See what is there with `bench-loop models list`, or fetch one with `bench-loop models pull`.',
  );
};

/**
 * Where a model is that the person named without an endpoint: null = on disk, for the embedded engine; else the one
 * server that has it. Throws `UserError` where no or several servers have it.
 */
export const stackForModel = async (name: string, options: SearchOptions & { providers: readonly string[] }): Promise<Stack | null> => {
  const models = await findModels(options.folders ?? [], options.home, options.env);
  if (modelsNamed(models, name).length > 0) return null;
  const offers = offersOf((await discoverServers(options)).servers);
  const matches = offersNamed(offers, name);
  const [first, second] = matches;
  if (first === undefined)
    throw unknownName(
      name,
      models.flatMap((model) => [model.name, ...model.aliases]),
      offers,
    );
  if (second !== undefined)
    throw new UserError(
      `Several servers have "${name}": ${matches.map(({ server, model }) => `${model.id} at ${server.endpoint} (${server.title})`).join(', ')}.`,
      'Name one of the addresses with --endpoint.',
    );
  return stackOf(first.server, first.model, options.providers);
};
