import type { Generation, ModelRequest } from './generation.ts';
import type { ProviderId } from './ids.ts';
import type { ModelError } from './model-error.ts';
import type { ModelEvent, Receipt } from './model-event.ts';
import type { Model, ServerFacts } from './model.ts';
import type { KvType } from './plan.ts';
import type { Reply, Task } from './task.ts';
import type { Milliseconds } from './units.ts';

/** What a provider needs to reach its endpoint. */
export type ConnectOptions = {
  /** Base URL as the person gave it; null for the embedded engine and the mock. */
  endpoint: string | null;
  /** Model name, path or alias; null = the only model there, or an error that lists them. */
  model: string | null;
  /** Resolved for exactly this endpoint; never sent elsewhere and never written to a run. */
  apiKey: string | null;
  /** Allows a key over plain HTTP to a public host. */
  allowInsecure: boolean;
  contextTokens: number | null;
  threads: number | 'auto' | null;
  gpuLayers: number | 'auto' | null;
  /** Further settings of the embedded engine; left out or null = its own. `draftModel` is a path. */
  kvType?: KvType | null;
  batchSize?: number | null;
  flashAttention?: 'on' | 'off' | null;
  draftModel?: string | null;
  connectTimeoutMs: Milliseconds;
  /** Longest silence before the first and between later bytes of a reply. */
  idleTimeoutMs: Milliseconds;
  /** Kind of server as the person states it; left out or null = by what it answers. */
  serverKind?: string | null;
  /** Asks for a model that is unloaded first, where the server can, so that loading is part of the run and timed apart. */
  coldStart?: boolean;
  /** Told of loading progress, 0 to 1. */
  onProgress?: (stage: string, share: number | null) => void;
};

/** Where a request comes from. For the mock's control clients only: nothing here may reach a wire. */
export type RequestOrigin = {
  task: Task;
  turn: number;
  /** Writes a scripted reply the way this harness reads one. */
  encodeReply: (reply: Reply) => Reply;
};

export type GenerateOptions = { signal: AbortSignal; origin?: RequestOrigin };

/** An open way to one model at one endpoint. */
export type Connection = {
  model: Model;
  server: ServerFacts;
  generate: (request: ModelRequest, options: GenerateOptions) => AsyncIterable<ModelEvent>;
  /** Tokens of a text in the model's own tokenizer, where the endpoint can tell. */
  countTokens?: (text: string) => Promise<number>;
  /** Asks again which model is served, where the endpoint tells; null = it does not tell now. */
  identify?: () => Promise<Model | null>;
  /** Asks again what kind of server answers; null = it does not tell now. */
  identifyServer?: () => Promise<Pick<ServerFacts, 'kind' | 'version'> | null>;
  close: () => Promise<void>;
};

export type ConnectResult = { ok: true; connection: Connection } | { ok: false; error: ModelError };
export type ListModelsResult = { ok: true; models: Model[] } | { ok: false; error: ModelError };

/**
 * Speaks to one kind of endpoint. Nothing here throws for a remote failure.
 * `decode` is pure: the same receipt gives the same generation, so that stored runs can be scored again.
 */
export type Provider = {
  id: ProviderId;
  title: string;
  /** Where the service is when the person names no endpoint; absent = the endpoint has to be named. */
  defaultEndpoint?: string;
  /** True when the model runs in a process of ours. */
  embedded: boolean;
  /** The kinds of constrained decoding that it takes; left out = none. Whether a server obeys is proved before a run. */
  constraints?: readonly NonNullable<ModelRequest['constraint']>['kind'][];
  connect: (options: ConnectOptions, signal: AbortSignal) => Promise<ConnectResult>;
  listModels: (options: ConnectOptions, signal: AbortSignal) => Promise<ListModelsResult>;
  decode: (receipt: Receipt) => Generation;
};
