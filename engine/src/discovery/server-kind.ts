import type { Model } from '@benchloop/spec';
import type { ProbeAnswers } from './answers.ts';

export type ServerKindId =
  | 'lm-studio'
  | 'koboldcpp'
  | 'ollama'
  | 'llama-server'
  | 'sglang'
  | 'vllm'
  | 'tgi'
  | 'mlx'
  | 'jan'
  | 'llama-swap'
  | 'docker-model-runner'
  | 'localai'
  | 'litellm'
  | 'openrouter'
  | 'openai-compatible';

/** Which probe spoke for a kind, and which members or marks it showed. */
export type Evidence = { probe: string; saw: string[] };

/** The four sizes, in tokens, that are all called context; null = not told. */
export type Contexts = {
  /** What the weights were trained for. */
  trained: number | null;
  /** The longest that the server would accept. */
  serverMax: number | null;
  /** What is allocated for all requests together. */
  allocated: number | null;
  /** What one request can use. */
  perSlot: number | null;
};

/** A model as a server tells of it. Null and `unknown` stay so. */
export type ServerModel = {
  /** What a request must name. */
  id: string;
  model: Model;
  contexts: Contexts;
  state: 'loaded' | 'not-loaded' | 'unknown';
  /** `cloud`: the server only passes requests on to a host elsewhere. */
  runs: 'here' | 'cloud';
  /** False for embedding models and the like, which can't be asked anything. */
  chats: boolean;
};

/** What identifies a server. */
export type KindMatch = {
  version: string | null;
  evidence: Evidence[];
  /** Path of the OpenAI-compatible API below the root, such as `/v1`. */
  apiPath: string;
  needsKey: boolean;
  slots: number | null;
  flags: Record<string, string>;
};

/** One kind of server: how it shows itself, and what it tells of its models. Both are pure. */
export type ServerKind = {
  id: ServerKindId;
  title: string;
  /** True for servers that pass requests on to another kind. */
  proxy: boolean;
  match: (answers: ProbeAnswers) => KindMatch | null;
  models: (answers: ProbeAnswers) => ServerModel[];
};

export const matched = (evidence: Evidence[], more: Partial<Omit<KindMatch, 'evidence'>> = {}): KindMatch => ({
  version: null,
  evidence,
  apiPath: '/v1',
  needsKey: false,
  slots: null,
  flags: {},
  ...more,
});
