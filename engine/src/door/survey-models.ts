import type { Bytes, Machine, Model } from '@benchloop/spec';
import type { Discovery, FoundServer } from '../discovery/discover.ts';
import type { ServerModel } from '../discovery/server-kind.ts';
import { bitsPerWeight, nameFacts } from '../kit/model-name.ts';
import { fitsMemory, type Fit } from '../measure/machine/fits-memory.ts';
import type { FoundModel } from '../models/disk/found-model.ts';
import { findModels } from '../models/find-models.ts';
import { readGguf, type GgufHeader } from '../models/gguf-header.ts';
import { createKnownModelDigests } from '../providers/llama-cpp/model-parts.ts';
import { templateFacts } from '../providers/llama-cpp/template-facts.ts';
import { defaultContextTokens } from '../run/defaults.ts';
import { createTestedLookup, embeddedKind, type TestedAbilities, type TestedStack } from '../store/tested-abilities.ts';
import { discoverServers, type SearchOptions } from './discover.ts';
import { withOllamaFacts } from './ollama-facts.ts';

/** One model that could be run, and where. Null and `unknown` stay so. */
export type ModelRow = {
  name: string;
  /** Other names that mean it. */
  aliases: string[];
  /** `disk`: for the embedded engine. `cloud`: the server passes it on to a host elsewhere. */
  place: 'disk' | 'local' | 'remote' | 'cloud';
  /** Title of the server, or whose folder the file lies in. */
  where: string;
  endpoint: string | null;
  path: string | null;
  /** Family of the architecture as the file or server tells, such as `llama`; left out or null = not told. */
  family?: string | null;
  state: ServerModel['state'];
  sizeBytes: Bytes | null;
  parameters: number | null;
  quantization: string | null;
  bitsPerWeight: number | null;
  contextTrained: number | null;
  contextInForce: number | null;
  capabilities: Model['capabilities'];
  /** Abilities that a check saw here, through this kind of server; the others are as it tells. */
  tested: readonly (keyof Model['capabilities'])[];
  /** Weights, and the cache of `estimateContextTokens` where the model tells its size. */
  memoryEstimateBytes: Bytes | null;
  /** Null = the estimate holds the weights alone. */
  estimateContextTokens: number | null;
  /** Null = the size is unknown, or it runs elsewhere. */
  fits: Fit | null;
  /** Why the file can't be a model, in a few words; left out = nothing speaks against it. */
  problem?: string;
};

export type ModelSurvey = { models: ModelRow[]; discovery: Discovery };

type Memory = Pick<Machine, 'gpus' | 'memoryBytes'>;

const unknown: Model['capabilities'] = { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' };

const capabilitiesOf = (header: GgufHeader | null): Model['capabilities'] => {
  if (header === null || header.template === null) return unknown;
  return templateFacts({ source: header.template, toolSource: header.toolTemplate, bosText: '', eosText: '' }).capabilities;
};

type About = {
  machine: Memory;
  lookUp: (stack: TestedStack) => TestedAbilities;
  /** Digest of a file that was hashed before and is still the same. */
  knownDigest: (path: string) => Promise<string | null>;
};

const diskRow = async (found: FoundModel, { machine, lookUp, knownDigest }: About): Promise<ModelRow> => {
  const { header, trouble } = await readGguf(found.path);
  // Only the first of several parts was read.
  const parameters = header !== null && found.parts === 1 ? header.parameters : nameFacts(found.name).parameters;
  const perToken = header?.cacheBytesPerToken ?? null;
  const tokens = perToken === null ? null : Math.min(header?.contextTrained ?? defaultContextTokens, defaultContextTokens);
  const seen = lookUp({ kind: embeddedKind, model: { name: found.name, weightsDigest: await knownDigest(found.path) } });
  const estimate = found.sizeBytes + (tokens ?? 0) * (perToken ?? 0);
  return {
    name: found.name,
    aliases: found.aliases,
    place: 'disk',
    where: found.source,
    endpoint: null,
    path: found.path,
    family: header?.architecture ?? null,
    state: 'not-loaded',
    sizeBytes: found.sizeBytes,
    parameters,
    quantization: header?.quantization ?? nameFacts(found.name).quantization,
    bitsPerWeight: bitsPerWeight(found.sizeBytes, parameters),
    contextTrained: header?.contextTrained ?? null,
    contextInForce: null,
    capabilities: { ...capabilitiesOf(header), ...seen },
    tested: Object.keys(seen) as (keyof Model['capabilities'])[],
    memoryEstimateBytes: trouble === null ? estimate : null,
    estimateContextTokens: tokens,
    fits: trouble === null ? fitsMemory(estimate, machine) : null,
    ...(trouble === null ? {} : { problem: trouble }),
  };
};

const serverRow = (
  server: FoundServer,
  { model, runs, state, id }: ServerModel,
  { machine, lookUp }: Omit<About, 'knownDigest'>,
): ModelRow => {
  // Ollama’s list has the digest of a manifest, and a run that of the weights.
  const weightsDigest = server.kind === 'ollama' ? null : model.weightsDigest;
  const seen = lookUp({ kind: server.kind, model: { name: model.name, weightsDigest } });
  const place = runs === 'cloud' ? 'cloud' : server.facts.place === 'local' ? 'local' : 'remote';
  const bytes = place === 'local' ? model.sizeBytes : null;
  return {
    name: id,
    aliases: model.name === id ? [] : [model.name],
    place,
    where: server.title,
    endpoint: server.endpoint,
    path: null,
    family: model.family,
    state,
    sizeBytes: model.sizeBytes,
    parameters: model.parameters,
    quantization: model.quantization,
    bitsPerWeight: bitsPerWeight(model.sizeBytes, model.parameters),
    contextTrained: model.contextTrained,
    contextInForce: model.contextInForce,
    capabilities: { ...model.capabilities, ...seen },
    tested: Object.keys(seen) as (keyof Model['capabilities'])[],
    memoryEstimateBytes: bytes,
    estimateContextTokens: null,
    fits: bytes === null ? null : fitsMemory(bytes, machine),
  };
};

/** Every model of the servers found and of this machine's disk, with what is known of it and whether it fits this machine. */
export const surveyModels = async (options: SearchOptions & { machine: Promise<Memory> }): Promise<ModelSurvey> => {
  const { folders = [], machine, ...search } = options;
  const [discovery, found, memory, lookUp, knownDigest] = await Promise.all([
    discoverServers(search).then((servers) => withOllamaFacts(servers, search)),
    findModels(folders, search.home, search.env),
    machine,
    createTestedLookup(search.home),
    createKnownModelDigests(search.home),
  ]);
  const about = { machine: memory, lookUp, knownDigest };
  const onDisk = await Promise.all(found.map((model) => diskRow(model, about)));
  const onServers = discovery.servers.flatMap((server) =>
    server.models.filter(({ chats }) => chats).map((model) => serverRow(server, model, about)),
  );
  return { models: [...onServers, ...onDisk], discovery };
};
