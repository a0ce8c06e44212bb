import type { Capability, Model } from '@benchloop/spec';
import { digestOf } from '../../kit/digest.ts';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { unknownModel } from '../../kit/wire/server-questions.ts';

/** One entry of `GET /api/tags`. */
export type ListedTag = { name: string; record: JsonRecord };

/** The entries of `GET /api/tags`; null where it is no such list. */
export const tagsOf = (value: JsonRecord): ListedTag[] | null => {
  const models = value['models'];
  if (!Array.isArray(models)) return null;
  return models.map(asRecord).flatMap((record) => {
    const name = textOf(record?.['name']) ?? textOf(record?.['model']);
    return record === null || name === null ? [] : [{ name, record }];
  });
};

const knownText = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null || text.toLowerCase() === 'unknown' ? null : text;
};

const units: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** `8.0B` as a count; null for any other text. */
export const parametersOf = (text: string | null): number | null => {
  const match = /^(\d+(?:\.\d+)?)([KMBT])$/iu.exec(text ?? '');
  const unit = units[match?.[2]?.toUpperCase() ?? ''];
  return match === null || unit === undefined ? null : Math.round(Number(match[1]) * unit);
};

/** Where a model runs that this server only passes on; null for one that runs here. */
export const remoteHostOf = (...records: readonly (JsonRecord | null)[]): string | null =>
  records.map((record) => textOf(record?.['remote_host'])).find((host) => host !== null) ?? null;

/** What `GET /api/tags` alone tells of a model. */
export const modelOfTag = ({ name, record }: ListedTag): Model => {
  const details = recordOf(record, 'details');
  return {
    ...unknownModel('ollama', name),
    family: knownText(details['family']),
    parameters: parametersOf(textOf(details['parameter_size'])),
    quantization: knownText(details['quantization_level']),
    // The entry of a model that runs elsewhere is a few hundred bytes.
    sizeBytes: remoteHostOf(record) === null ? numberOf(record['size']) : null,
    weightsDigest: textOf(record['digest']),
    contextTrained: numberOf(details['context_length']),
  };
};

/** Digest of the GGUF file: the first `FROM` of the Modelfile names its blob, which is stored under its SHA-256. */
export const ggufDigestOf = (modelfile: unknown): string | null => {
  const digest = /^FROM\s.*sha256[-:]([0-9a-f]{64})\s*$/imu.exec(textOf(modelfile) ?? '')?.[1];
  return digest === undefined ? null : `sha256:${digest.toLowerCase()}`;
};

/** A number among the `parameters` of `POST /api/show`, which are lines of name and value. */
export const parameterOf = (show: JsonRecord, name: string): number | null =>
  numberOf(new RegExp(`^${name}\\s+(\\S+)`, 'mu').exec(textOf(show['parameters']) ?? '')?.[1]);

const infoOf = (show: JsonRecord, member: string): number | null => {
  const info = recordOf(show, 'model_info');
  return numberOf(info[`${textOf(info['general.architecture']) ?? ''}.${member}`]);
};

const maxLicenceLength = 80;

const licenceOf = (show: JsonRecord): string | null => {
  const told = textOf(show['license']) ?? textOf(recordOf(show, 'model_info')['general.license']) ?? '';
  const line = told.split('\n').find((text) => text.trim() !== '');
  return line === undefined ? null : line.trim().replace(/\s+/gu, ' ').slice(0, maxLicenceLength);
};

const capabilitiesOf = (show: JsonRecord): Model['capabilities'] => {
  const list = show['capabilities'];
  const of = (name: string): Capability => (Array.isArray(list) ? (list.includes(name) ? 'yes' : 'no') : 'unknown');
  // A template that writes each message under its own role writes a system message too.
  const system = /\.System\b|\.Messages\b[\s\S]*\.Role\b/u.test(textOf(show['template']) ?? '');
  return { tools: of('tools'), thinking: of('thinking'), vision: of('vision'), system: system ? 'yes' : 'unknown' };
};

/** A model's facts completed by `POST /api/show`. */
export const withShow = (model: Model, show: JsonRecord): Model => {
  const details = recordOf(show, 'details');
  const template = textOf(show['template']);
  return {
    ...model,
    family: knownText(details['family']) ?? model.family,
    parameters: numberOf(recordOf(show, 'model_info')['general.parameter_count']) ?? model.parameters,
    quantization: knownText(details['quantization_level']) ?? model.quantization,
    weightsDigest: ggufDigestOf(show['modelfile']) ?? model.weightsDigest,
    templateDigest: template === null ? null : digestOf(template),
    contextTrained: infoOf(show, 'context_length') ?? model.contextTrained,
    licence: licenceOf(show),
    capabilities: capabilitiesOf(show),
  };
};

/** A model as `GET /api/ps` shows it in memory. */
export type LoadedModel = { contextTokens: number | null; sizeBytes: number | null; gpuBytes: number | null };

/** Names that Ollama takes for the same: it adds `:latest` where no tag is given. */
export const sameName = (a: string, b: string): boolean => {
  const full = (name: string) => (/:[^/]+$/u.test(name) ? name : `${name}:latest`).toLowerCase();
  return full(a) === full(b);
};

/** The model's entry in `GET /api/ps`; null where it is not loaded. */
export const loadedOf = (ps: JsonRecord, name: string): LoadedModel | null => {
  const entry = (tagsOf(ps) ?? []).find((tag) => sameName(tag.name, name));
  if (entry === undefined) return null;
  const { record } = entry;
  const sizeBytes = numberOf(record['size']);
  return {
    contextTokens: numberOf(record['context_length']),
    sizeBytes,
    // A member of 0 is left out on the wire.
    gpuBytes: sizeBytes === null ? null : (numberOf(record['size_vram']) ?? 0),
  };
};

/** Share of the model that the processor has to run because it is not in the GPU's memory. */
export const cpuShareOf = ({ sizeBytes, gpuBytes }: LoadedModel): number | null =>
  sizeBytes === null || gpuBytes === null || sizeBytes <= 0 ? null : Math.max(0, 1 - gpuBytes / sizeBytes);
