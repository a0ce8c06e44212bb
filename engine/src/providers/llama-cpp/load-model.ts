import { basename } from 'node:path';
import {
  GgmlType,
  getLlama,
  InsufficientMemoryError,
  LlamaLogLevel,
  type Llama,
  type LlamaContext,
  type LlamaContextSequence,
  type LlamaModel,
} from 'node-llama-cpp';
import type { Bytes, KvType, ServerFacts, Tokens } from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import { loadDraft, proveDraft } from './draft.ts';
import { fail, notEnoughMemory, EngineFailure } from './failures.ts';
import { readGgufFile, type GgufFile } from './gguf-file.ts';
import type { LoadOptions, ModelFacts } from './protocol.ts';
import { defaultThreads, trialCandidates, tryThreads, type ThreadChoice } from './threads.ts';

/** A model in memory, ready to generate. */
export type Engine = {
  llama: Llama;
  model: LlamaModel;
  context: LlamaContext;
  sequence: LlamaContextSequence;
  file: GgufFile;
  facts: ModelFacts;
  server: ServerFacts;
};

export type Progress = (stage: string, share: number | null) => void;

/** The last errors that llama.cpp logged: the library's own messages leave out the reason. */
export type NativeLog = { lines: string[] };

const started = new Map<boolean, Promise<Llama>>();

const noBuild = (thrown: unknown): never =>
  fail(
    'unsupported',
    `The embedded engine has no build for this machine (${thrown instanceof Error ? thrown.message : String(thrown)}).`,
    'Start a server such as Ollama or llama.cpp and give its address with --endpoint.',
  );

/** Never compiles and never downloads: the prebuilt library is there or the person is told so. One for the whole process. */
export const startLlama = async (gpuLayers: LoadOptions['gpuLayers'], log: NativeLog): Promise<Llama> => {
  const gpu = gpuLayers !== 0;
  const llama =
    started.get(gpu) ??
    getLlama({
      gpu: gpu ? 'auto' : false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: 1,
      logLevel: LlamaLogLevel.error,
      logger: (_level, message) => {
        log.lines = [...log.lines, message.trim()].slice(-5);
      },
    });
  started.set(gpu, llama);
  return llama.catch(noBuild);
};

const contextFor = (file: GgufFile, asked: Tokens | null): Tokens => {
  const trained = file.facts.contextTrained;
  if (asked !== null && trained !== null && asked > trained) {
    fail(
      'unsupported',
      `A context of ${asked} tokens was asked for and ${basename(file.path)} was trained for ${trained}; beyond that its replies are noise.`,
      `Run with --ctx ${trained} or less.`,
    );
  }
  const tokens = asked ?? trained;
  return tokens ?? fail('unsupported', `${basename(file.path)} does not tell its context size.`, 'Give one with --ctx.');
};

const ggmlTypeOf = (type: KvType): GgmlType => GgmlType[type.toUpperCase() as Uppercase<KvType>];

/** The context's settings as the library takes them; what was not asked for is left out. */
const contextSettings = ({ kvType, batchSize, flashAttention }: LoadOptions) => ({
  ...(batchSize === null ? {} : { batchSize }),
  ...(flashAttention === null ? {} : { flashAttention: flashAttention === 'on' }),
  ...(kvType === null
    ? {}
    : // The library offers no other way to them; that one loads and answers is proved before the first trial.
      { experimentalKvCacheKeyType: ggmlTypeOf(kvType), experimentalKvCacheValueType: ggmlTypeOf(kvType) }),
});

type Sized = { contextTokens: Tokens; gpuLayers: number; kvType: KvType | null };

const memoryEstimate = async (file: GgufFile, { contextTokens, gpuLayers, kvType }: Sized): Promise<{ ram: Bytes; all: Bytes }> => {
  const model = await file.insights.estimateModelResourceRequirementsV2({ gpuLayers });
  const context = await file.insights.estimateContextResourceRequirementsV2({
    contextSize: contextTokens,
    modelGpuLayers: gpuLayers,
    ...(kvType === null ? {} : { kvCacheKeyType: ggmlTypeOf(kvType), kvCacheValueType: ggmlTypeOf(kvType) }),
  });
  const ram = model.cpuRam + context.cpuRam;
  return { ram, all: ram + model.gpuVram + context.gpuVram };
};

const loadFailure = (file: GgufFile, log: NativeLog, thrown: unknown): never => {
  if (thrown instanceof EngineFailure) throw thrown;
  const reason =
    log.lines.find((line) => line.includes('error loading model'))?.replace(/^.*error loading model: /, '') ??
    (thrown instanceof Error ? thrown.message : String(thrown));
  if (thrown instanceof InsufficientMemoryError) {
    return fail(
      'unsupported',
      `There is not enough memory for ${basename(file.path)}: ${reason}`,
      'Take a smaller quantization, a smaller context with --ctx, or fewer layers on the GPU with --gpu-layers.',
    );
  }
  return fail(
    'unsupported',
    `llama.cpp can't load ${basename(file.path)}: ${reason}`,
    'Fetch the file again with models pull, or serve the model with a newer server and --endpoint.',
  );
};

const checkGpu = (llama: Llama, asked: LoadOptions['gpuLayers']): void => {
  if (typeof asked === 'number' && asked > 0 && llama.gpu === false) {
    fail(
      'unsupported',
      `${asked} layers on the GPU were asked for, and no GPU build of the engine works on this machine.`,
      'Run with --gpu-layers 0 or auto.',
    );
  }
};

/** As the context says that it holds them; `f16/q8_0` = keys and values differ. */
const kvTypeOf = ({ kvCacheKeyType, kvCacheValueType }: LlamaContext): string =>
  [...new Set([kvCacheKeyType, kvCacheValueType].map((type) => GgmlType[type].toLowerCase()))].join('/');

/** A setting that the library silently leaves out would be measured under a wrong name. */
const checkSettings = (context: LlamaContext, { kvType, batchSize, flashAttention }: LoadOptions): void => {
  const wrong = [
    ...(kvType !== null && kvTypeOf(context) !== kvType ? [`a cache of ${kvType} was asked for and it holds ${kvTypeOf(context)}`] : []),
    ...(batchSize !== null && context.batchSize !== batchSize
      ? [`a batch of ${batchSize} tokens was asked for and it takes ${context.batchSize}`]
      : []),
    ...(flashAttention !== null && context.flashAttention !== (flashAttention === 'on')
      ? [`flash attention ${flashAttention} was asked for and it has it ${context.flashAttention ? 'on' : 'off'}`]
      : []),
  ];
  if (wrong.length > 0) fail('unsupported', `The embedded engine did not take a setting: ${wrong.join('; ')}.`, 'Leave the setting out.');
};

const serverFacts = (
  engine: Omit<Engine, 'server' | 'facts'>,
  more: { loadMs: number; estimateBytes: Bytes; choice: ThreadChoice },
): ServerFacts => ({
  kind: 'llama.cpp',
  version: engine.llama.llamaCppRelease.release,
  place: 'embedded',
  threads: more.choice.threads,
  gpuLayers: engine.model.gpuLayers,
  slots: 1,
  loadMs: more.loadMs,
  memoryEstimateBytes: Math.round(more.estimateBytes),
  flags: {
    gpu: String(engine.llama.gpu),
    threadsChosenBy: more.choice.chosenBy,
    ...(more.choice.trial.length === 0
      ? {}
      : {
          threadTrial: more.choice.trial
            .map(({ threads, tokensPerSecond }) => `${threads}: ${tokensPerSecond.toFixed(1)} tok/s`)
            .join(', '),
        }),
    batchSize: String(engine.context.batchSize),
    flashAttention: String(engine.context.flashAttention),
    kvType: kvTypeOf(engine.context),
    mmap: String(engine.model.useMmap),
    cpu: engine.llama.systemInfo.replaceAll(/\s+/g, ' ').trim(),
  },
});

/** Checks the file and the memory, then loads the model, opens its context and settles the threads. */
export const loadEngine = async (options: LoadOptions, log: NativeLog, progress: Progress): Promise<Engine> => {
  const startedAt = now();
  const llama = await startLlama(options.gpuLayers, log);
  const file = await readGgufFile(options.path, llama);
  const contextTokens = contextFor(file, options.contextTokens);
  checkGpu(llama, options.gpuLayers);
  const cores = llama.cpuMathCores;
  const most = options.threads === 'auto' ? Math.max(...trialCandidates(cores)) : (options.threads ?? defaultThreads(cores));
  llama.maxThreads = most;
  if (llama.gpu === false) {
    const { ram } = await memoryEstimate(file, { contextTokens, gpuLayers: 0, kvType: options.kvType });
    const free = options.availableBytes ?? (await llama.getRamState()).free;
    if (ram > free) throw new EngineFailure(notEnoughMemory(ram, free));
  }
  log.lines = [];
  try {
    const gpuLayers =
      llama.gpu === false ? 0 : typeof options.gpuLayers === 'number' ? options.gpuLayers : { fitContext: { contextSize: contextTokens } };
    const model = await llama.loadModel({ modelPath: options.path, gpuLayers, onLoadProgress: (share) => progress('load', share) });
    const context = await model.createContext({ contextSize: contextTokens, threads: most, ...contextSettings(options) });
    checkSettings(context, options);
    const tokenPredictor = await loadDraft(llama, options, context);
    const sequence = context.getSequence(tokenPredictor === null ? {} : { tokenPredictor });
    await proveDraft(options, context, sequence);
    const loadMs = now() - startedAt;
    const choice: ThreadChoice =
      options.threads === 'auto'
        ? await tryThreads(llama, context, sequence, trialCandidates(cores))
        : { threads: most, chosenBy: options.threads === null ? 'default' : 'asked', trial: [] };
    llama.maxThreads = choice.threads;
    const estimateBytes = (await memoryEstimate(file, { contextTokens, gpuLayers: model.gpuLayers, kvType: options.kvType })).all;
    const parts = { llama, model, context, sequence, file };
    return {
      ...parts,
      facts: { ...file.facts, contextInForce: context.contextSize },
      server: serverFacts(parts, { loadMs, estimateBytes, choice }),
    };
  } catch (thrown) {
    return loadFailure(file, log, thrown);
  }
};
