import { basename, extname, resolve } from 'node:path';
import type {
  Bytes,
  ConnectOptions,
  Connection,
  Model,
  ModelError,
  ModelRequest,
  GenerateOptions,
  ModelEvent,
  Provider,
  ServerFacts,
} from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import { benchloopHome } from '../../kit/home.ts';
import { performCall } from './call.ts';
import { checkGgufFile } from './check-file.ts';
import { startEngineProcess, type EngineProcess } from './engine-process.ts';
import { callAborted, EngineFailure, failure, failureOf } from './failures.ts';
import type { FromEngine, ModelFacts } from './protocol.ts';
import { digestOfModel } from './model-parts.ts';
import { decode } from './receipt.ts';
import { repositoryOf } from './repository.ts';

export type LlamaCppOptions = {
  /** Folder that remembers the digests of model files. */
  home?: () => string;
  /** Memory that a model may take; null = what the machine says is free. */
  availableBytes?: () => Bytes | null;
  /** Told the process id of each engine that starts. */
  onStart?: (pid: number | null) => void;
};

const unforeseen = 'Run again; if it fails the same way, report this message.';

const pathOf = ({ model }: ConnectOptions): string => {
  if (model !== null) return resolve(model);
  throw new EngineFailure(
    failure(
      'not-found',
      'The embedded engine needs a model file and none was named.',
      'Name a .gguf file with --model, or run without --model to take the starter model.',
    ),
  );
};

const nameOf = (path: string): string => basename(path, extname(path).toLowerCase() === '.gguf' ? extname(path) : '');

const modelOf = (path: string, facts: ModelFacts, weightsDigest: string | null): Model => ({
  providerId: 'llama-cpp',
  name: nameOf(path),
  weightsDigest,
  ...facts,
  ...(repositoryOf(path) === null ? {} : { repository: repositoryOf(path) }),
});

type Awaited = 'inspected' | 'loaded' | 'counted';

/** The first answer of a kind; a failure, a crash or an abort ends the wait by throwing. */
const answerOf = <Type extends Awaited>(
  engine: EngineProcess,
  type: Type,
  options: { id?: number; signal?: AbortSignal; onProgress?: ConnectOptions['onProgress'] },
) =>
  new Promise<Extract<FromEngine, { type: Type }>>((done, failed) => {
    const abort = (): void => finish(() => failed(new EngineFailure(callAborted())));
    const stopListening = engine.listen((message) => {
      if (message.type === 'progress') options.onProgress?.(message.stage, message.share);
      else if (message.type === 'crashed') finish(() => failed(new EngineFailure(message.error)));
      else if (message.type === 'failed' && message.id === (options.id ?? null)) finish(() => failed(new EngineFailure(message.error)));
      else if (message.type === type && (!('id' in message) || message.id === options.id))
        finish(() => done(message as Extract<FromEngine, { type: Type }>));
    });
    const finish = (report: () => void): void => {
      stopListening();
      options.signal?.removeEventListener('abort', abort);
      report();
    };
    if (options.signal?.aborted === true) abort();
    options.signal?.addEventListener('abort', abort, { once: true });
  });

/** One call at a time: the engine holds one sequence. */
const createLine = () => {
  let last: Promise<unknown> = Promise.resolve();
  return async (): Promise<() => void> => {
    const before = last;
    let leave = (): void => undefined;
    last = new Promise<void>((done) => {
      leave = done;
    });
    await before;
    return leave;
  };
};

const connectionTo = (engine: EngineProcess, parts: { model: Model; server: ServerFacts; idleTimeoutMs: number }): Connection => {
  const enter = createLine();
  let lastId = 0;
  async function* generate(request: ModelRequest, options: GenerateOptions): AsyncGenerator<ModelEvent> {
    const id = (lastId += 1);
    const sentAt = now();
    const leave = await enter();
    try {
      yield* performCall(engine, { id, request, sentAt, idleTimeoutMs: parts.idleTimeoutMs }, options);
    } finally {
      leave();
    }
  }
  return {
    model: parts.model,
    server: parts.server,
    generate,
    countTokens: async (text) => {
      const id = (lastId += 1);
      const answer = answerOf(engine, 'counted', { id });
      engine.send({ type: 'count', id, text });
      return (await answer).tokens;
    },
    close: () => engine.close(),
  };
};

type Settings = Required<Pick<LlamaCppOptions, 'home' | 'availableBytes' | 'onStart'>>;
type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: ModelError };

/** Runs a step in a new engine process for a file that looks right; the process lives on only if the step succeeds. */
const inEngine = async <Result>(
  options: ConnectOptions,
  settings: Settings,
  step: (engine: EngineProcess, path: string) => Promise<Result>,
): Promise<Outcome<Result>> => {
  let engine: EngineProcess | null = null;
  try {
    const path = pathOf(options);
    await checkGgufFile(path);
    engine = startEngineProcess();
    settings.onStart(engine.pid);
    return { ok: true, result: await step(engine, path) };
  } catch (thrown) {
    await engine?.close();
    return { ok: false, error: failureOf(thrown, unforeseen) };
  }
};

const open =
  (options: ConnectOptions, settings: Settings, signal: AbortSignal) =>
  async (engine: EngineProcess, path: string): Promise<Connection> => {
    const answer = answerOf(engine, 'loaded', { signal, onProgress: options.onProgress });
    const { contextTokens, threads, gpuLayers, kvType = null, batchSize = null, flashAttention = null } = options;
    const draftPath = options.draftModel === undefined || options.draftModel === null ? null : resolve(options.draftModel);
    if (draftPath !== null) await checkGgufFile(draftPath);
    const asked = { path, contextTokens, threads, gpuLayers, kvType, batchSize, flashAttention, draftPath };
    engine.send({ type: 'load', options: { ...asked, availableBytes: settings.availableBytes() } });
    const loaded = await answer;
    // After the load, so that reading the whole file makes no cold load look warm.
    const digestOf = (file: string) => digestOfModel(file, settings.home(), (share) => options.onProgress?.('digest', share));
    const digest = await digestOf(path);
    const draft: Record<string, string> =
      draftPath === null ? {} : { draftModel: nameOf(draftPath), draftModelDigest: await digestOf(draftPath) };
    return connectionTo(engine, {
      model: modelOf(path, loaded.model, digest),
      server: { ...loaded.server, flags: { ...loaded.server.flags, ...draft } },
      idleTimeoutMs: options.idleTimeoutMs,
    });
  };

const list =
  (options: ConnectOptions, settings: Settings, signal: AbortSignal) =>
  async (engine: EngineProcess, path: string): Promise<Model[]> => {
    const answer = answerOf(engine, 'inspected', { signal });
    engine.send({ type: 'inspect', path });
    const { model } = await answer;
    await engine.close();
    return [modelOf(path, model, await digestOfModel(path, settings.home(), (share) => options.onProgress?.('digest', share)))];
  };

/**
 * llama.cpp in a process of our own, through node-llama-cpp. The model is a path of a `.gguf` file.
 * Prompts are the file's own chat template; loading ends when `signal` does, as no fixed time fits every model.
 */
export const createLlamaCppProvider = (options: LlamaCppOptions = {}): Provider => {
  const settings: Settings = { home: benchloopHome, availableBytes: () => null, onStart: () => undefined, ...options };
  return {
    id: 'llama-cpp',
    title: 'llama.cpp, embedded',
    embedded: true,
    constraints: ['json-schema', 'gbnf'],
    connect: async (asked, signal) => {
      const opened = await inEngine(asked, settings, open(asked, settings, signal));
      return opened.ok ? { ok: true, connection: opened.result } : opened;
    },
    listModels: async (asked, signal) => {
      const listed = await inEngine(asked, settings, list(asked, settings, signal));
      return listed.ok ? { ok: true, models: listed.result } : listed;
    },
    decode,
  };
};
