import type { Capability, Model } from '@benchloop/spec';
import { nameFacts } from '../kit/model-name.ts';
import { numberOf, recordOf } from '../kit/wire/members.ts';
import type { ProbeAnswers } from './answers.ts';
import { listAt, type Listed } from './listed.ts';
import type { Contexts, ServerModel } from './server-kind.ts';

export const noContexts: Contexts = { trained: null, serverMax: null, allocated: null, perSlot: null };

export const unknownCapabilities: Model['capabilities'] = { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' };

/** A boolean that a server tells, as a capability; anything else is unknown. */
export const capabilityOf = (value: unknown): Capability => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : 'unknown');

/** Whole number of tokens, bytes or weights; null for what is none. */
export const countOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number === null || number < 0 ? null : Math.round(number);
};

/** A path on the server's disk says nothing about the model but its file name. */
export const nameOfId = (id: string): string => (/^(?:[/~]|[A-Za-z]:\\|\.\.?[/\\])/u.test(id) ? (id.split(/[/\\]/u).at(-1) ?? id) : id);

export type ServerModelFacts = Partial<Omit<Model, 'providerId' | 'name' | 'contextTrained' | 'contextInForce'>> & {
  contexts?: Partial<Contexts>;
  state?: ServerModel['state'];
  runs?: ServerModel['runs'];
  chats?: boolean;
};

/** A model with all that is known of it; its name speaks where the server is silent on quantization and size. */
export const serverModel = (id: string, facts: ServerModelFacts = {}): ServerModel => {
  const { contexts: known, state = 'unknown', runs = 'here', chats = true, ...rest } = facts;
  const contexts = { ...noContexts, ...known };
  const name = nameFacts(id);
  return {
    id,
    state,
    runs,
    chats,
    contexts,
    model: {
      providerId: 'openai',
      name: nameOfId(id),
      family: null,
      sizeBytes: null,
      weightsDigest: null,
      templateDigest: null,
      licence: null,
      capabilities: unknownCapabilities,
      ...rest,
      parameters: rest.parameters ?? name.parameters,
      quantization: rest.quantization ?? name.quantization,
      contextTrained: contexts.trained,
      contextInForce: contexts.perSlot ?? contexts.allocated,
    },
  };
};

/** What the entries of a plain OpenAI-compatible list tell. `max_model_len` is what one request can use. */
export const listedModel = ({ id, record }: Listed): ServerModel => {
  const meta = recordOf(record, 'meta');
  const longest = countOf(record['max_model_len']);
  return serverModel(id, {
    parameters: countOf(meta['n_params']),
    sizeBytes: countOf(meta['size']),
    contexts: { trained: countOf(meta['n_ctx_train']), serverMax: longest, perSlot: longest },
  });
};

export const listedModels = (answers: ProbeAnswers, path = '/v1/models'): ServerModel[] => (listAt(answers, path) ?? []).map(listedModel);
