import type { Model, ModelError } from '@benchloop/spec';
import { quantizationOf } from '../../kit/model-name.ts';
import { nearNames } from '../../kit/near-names.ts';
import { asRecord, numberOf, recordOf, textOf, type JsonRecord } from '../../kit/wire/members.ts';
import { modelError } from '../../kit/wire/wire-error.ts';

/** One entry of `GET /models`: the id that requests must name, and what the server tells about it. */
export type ListedModel = { id: string; record: JsonRecord };

const entryOf = (value: unknown): ListedModel | null => {
  if (typeof value === 'string') return { id: value, record: {} };
  const record = asRecord(value);
  const id = record === null ? null : (textOf(record['id']) ?? textOf(record['name']) ?? textOf(record['model']));
  return record === null || id === null ? null : { id, record };
};

/** The models of a reply to `GET /models`; null where it is no such list. */
export const readModelList = (body: string): ListedModel[] | null => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  const record = asRecord(value);
  if (record !== null && record['error'] !== undefined && record['error'] !== null) return null;
  const isList = Array.isArray(value) || (record !== null && ('data' in record || Array.isArray(record['models'])));
  if (!isList) return null;
  const list = Array.isArray(value) ? value : (record?.['data'] ?? record?.['models'] ?? []);
  return Array.isArray(list) ? list.map(entryOf).filter((entry) => entry !== null) : [];
};

/** A path on the server's disk says nothing about the model but its file name. */
export const nameOfId = (id: string): string => (/^(?:[/~]|[A-Za-z]:\\|\.\.?[/\\])/u.test(id) ? (id.split(/[/\\]/u).at(-1) ?? id) : id);

export const modelOfListed = ({ id, record }: ListedModel): Model => {
  const meta = recordOf(record, 'meta');
  return {
    providerId: 'openai',
    name: nameOfId(id),
    family: null,
    parameters: numberOf(meta['n_params']),
    quantization: quantizationOf(id),
    sizeBytes: numberOf(meta['size']),
    weightsDigest: null,
    templateDigest: null,
    contextTrained: numberOf(meta['n_ctx_train']),
    contextInForce: numberOf(record['max_model_len']),
    licence: null,
    capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
  };
};

const maxListed = 20;

const listed = (models: readonly ListedModel[], wanted: string | null): string => {
  const names = models.map(({ id }) => nameOfId(id));
  const near = wanted === null ? [] : nearNames(wanted, names);
  const ordered = [...new Set([...near, ...names])];
  return ordered.slice(0, maxListed).join(', ') + (ordered.length > maxListed ? ` and ${ordered.length - maxListed} more` : '');
};

const matches = (id: string, wanted: string): boolean => {
  const plain = (text: string) =>
    nameOfId(text)
      .toLowerCase()
      // Ollama lists the tag that it assumes where none is given.
      .replace(/\.gguf$|:latest$/u, '');
  return plain(id) === plain(wanted);
};

/** The model that a person named, or the only one there. */
export const chooseModel = (
  models: readonly ListedModel[],
  wanted: string | null,
  origin: string,
): { ok: true; model: ListedModel } | { ok: false; error: ModelError } => {
  const fail = (message: string, hint: string) => ({ ok: false as const, error: modelError('not-found', message, { hint }) });
  const only = models[0];
  if (only === undefined) return fail(`The server at ${origin} lists no model.`, 'Load a model in the server first.');
  if (wanted === null) {
    return models.length === 1
      ? { ok: true, model: only }
      : fail(`The server at ${origin} has several models: ${listed(models, null)}.`, 'Name one with --model.');
  }
  const model = models.find(({ id }) => id === wanted) ?? models.find(({ id }) => matches(id, wanted));
  return model === undefined
    ? fail(
        `The server at ${origin} has no model “${wanted}”. It has: ${listed(models, wanted)}.`,
        'Name one of these with --model, or load it in the server first.',
      )
    : { ok: true, model };
};
