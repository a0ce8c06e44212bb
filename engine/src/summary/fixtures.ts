import type { Call, Manifest, Profile, Run, Trial } from '@benchloop/spec';

/** Built runs for tests of numbers and reports. Nothing here is read by the product. */

export type TrialInput = Partial<Trial> & { suiteId: string; taskId: string };

const startOfRun = Date.UTC(2026, 11, 1, 9, 0, 0);

/** A trial that started `second` seconds into the run. Scored and passed unless told otherwise. */
export const buildTrial = (input: TrialInput, second = 0): Trial => ({
  id: `${input.suiteId}/${input.taskId}#${input.index ?? 0}`,
  family: input.taskId.replace(/-\d+$/, ''),
  difficulty: 'easy',
  tags: [],
  index: 0,
  harnessId: 'raw',
  outcome: 'scored',
  score: input.outcome === undefined || input.outcome === 'scored' ? { value: 1, passed: true, reason: 'the answer is 12 km' } : null,
  reason: 'the answer is 12 km',
  error: null,
  calls: [],
  startedAt: new Date(startOfRun + second * 1000).toISOString(),
  durationMs: 1000,
  retries: 0,
  traceFile: `traces/${input.suiteId}.${input.taskId}.${input.index ?? 0}.jsonl`,
  warnings: [],
  ...input,
});

export const failedScore = { value: 0, passed: false, reason: 'the answer is 12 km, not 21 km' };

type CallInput = {
  prompt?: number | null;
  completion?: number | null;
  cached?: number | null;
  source?: 'usage' | 'engine' | 'estimate';
  ttftMs?: number | null;
  /** Time from the first to the last token. */
  spanMs?: number;
  textEvents?: number;
  textReads?: number;
  server?: Partial<NonNullable<Call['serverTimings']>> | null;
};

/** A call of 200 prompt tokens and 61 reply tokens: first token after 500 ms, then one each 25 ms (40 tok/s). */
export const buildCall = (input: CallInput = {}): Call => {
  const { prompt = 200, completion = 61, cached = 0, source = 'usage', ttftMs = 500, spanMs = 1500, server = null } = input;
  const reads = input.textReads ?? completion ?? 1;
  const last = ttftMs === null ? null : ttftMs + spanMs;
  return {
    turn: 0,
    timings: {
      connectMs: 1,
      headersMs: 2,
      firstByteMs: 3,
      firstTokenMs: ttftMs,
      firstReasoningMs: null,
      firstAnswerMs: ttftMs,
      lastTokenMs: last,
      endMs: (last ?? 0) + 5,
      textEvents: input.textEvents ?? reads,
      textReads: reads,
      interTokenP50Ms: 25,
      interTokenP95Ms: 30,
    },
    usage: { promptTokens: prompt, completionTokens: completion, cachedTokens: cached, reasoningTokens: null, source },
    serverTimings:
      server === null ? null : { loadMs: null, promptTokens: null, promptMs: null, predictedTokens: null, predictedMs: null, ...server },
    finish: 'stop',
  };
};

type ManifestSuite = Manifest['suites'][number];

export const buildSuite = (id: string, tasks: readonly string[], tasksInSuite: number = tasks.length): ManifestSuite => ({
  id,
  version: '1',
  digest: `sha256:${id}`,
  seed: 1,
  tasks: [...tasks],
  tasksInSuite,
  scorer: { id: id === 'speed' ? 'clock' : 'typed-answer', version: '1', sourceDigest: 'sha256:scorer' },
});

type RunInput = Omit<Partial<Run>, 'plan' | 'manifest'> & {
  suites: readonly ManifestSuite[];
  profile?: string;
  trials?: number;
  plan?: Partial<Run['plan']>;
  maxTokens?: number | null;
};

const said = <Value>(value: Value) => ({ value, origin: 'default' as const });

const planOf = ({ suites, profile = 'core', trials = 1, plan }: RunInput): Run['plan'] => ({
  provider: said('openai'),
  endpoint: said('http://127.0.0.1:8080/v1'),
  model: said('SmolLM2-135M-Instruct'),
  harness: said('raw'),
  profile: said(profile),
  suites: said(suites.map(({ id }) => id)),
  tasks: said(null),
  tasksPerSuite: said(null),
  trials: said(trials),
  seed: said('published'),
  concurrency: said(1),
  thinking: said('default'),
  temperature: said(0),
  samplingSeed: said(42),
  maxTokens: said(null),
  contextTokens: said(8192),
  timeoutMs: said(null),
  threads: said(null),
  gpuLayers: said(null),
  hardware: said(null),
  gpu: said(null),
  gpuMemoryBytes: said(null),
  place: said('local'),
  ...plan,
});

const noTimes: NonNullable<Call['timings']> = {
  connectMs: null,
  headersMs: null,
  firstByteMs: null,
  firstTokenMs: null,
  firstReasoningMs: null,
  firstAnswerMs: null,
  lastTokenMs: null,
  endMs: 0,
  textEvents: 0,
  textReads: 0,
  interTokenP50Ms: null,
  interTokenP95Ms: null,
};

/** A finished run on a machine without GPU, of these suites. */
export const buildRun = (input: RunInput): Run => {
  const { suites, profile = 'core', trials = 1, plan: _plan, maxTokens = null, ...rest } = input;
  return {
    formatVersion: 1,
    id: '20261201-090000-abcd',
    benchloopVersion: '0.1.0',
    status: 'complete',
    createdAt: new Date(startOfRun).toISOString(),
    finishedAt: new Date(startOfRun + 600_000).toISOString(),
    plan: planOf(input),
    machine: {
      machineId: 'm-1',
      cpu: { vendor: 'AMD', model: 'EPYC 7763', physicalCores: 2, logicalCores: 4, instructionSets: ['avx2', 'fma'] },
      memoryBytes: 16 * 2 ** 30,
      gpus: [],
      os: { platform: 'linux', distribution: 'Debian 12', release: '6.1.0', architecture: 'x64' },
      runtime: { node: '20.20.2', engine: null },
      loadAverage: 0.2,
      clockFloor: { p50Ms: 0.05, p99Ms: 0.4, samples: 200 },
    },
    model: {
      providerId: 'openai',
      name: 'SmolLM2-135M-Instruct',
      family: 'llama',
      parameters: 134_515_008,
      quantization: 'Q4_1',
      sizeBytes: 98_000_000,
      weightsDigest: 'sha256:5a1395716f7913741cc51d98581b9b1228d80987a9f7d3664106742eb06bba83',
      templateDigest: 'sha256:0b1d',
      contextTrained: 8192,
      contextInForce: 8192,
      licence: 'Apache-2.0',
      capabilities: { tools: 'no', thinking: 'no', vision: 'no', system: 'yes' },
    },
    server: {
      kind: 'llama.cpp',
      version: 'b6500',
      place: 'local',
      threads: 2,
      gpuLayers: 0,
      slots: 1,
      loadMs: 840,
      memoryEstimateBytes: null,
      flags: {},
    },
    manifest: {
      digest: 'sha256:9f2c4e1d7a60b35c88d1e0f4a7c2b9d6e3f5081726354a5b6c7d8e9fa0b1c2d3',
      benchloopVersion: '0.1.0',
      suites: [...suites],
      harness: { id: 'raw', version: '1', sourceDigest: 'sha256:harness' },
      sampling: { temperature: 0, topP: null, seed: 42 },
      thinking: 'default',
      maxTokens,
      trials,
      profile,
    },
    firstCall: { ...noTimes, firstTokenMs: 2000, endMs: 2400 },
    notRun: [],
    warnings: [],
    files: {},
    digest: null,
    ...rest,
  };
};

/** Profiles of three suites, so that a suite more in the product changes no test. */
export const builtProfiles: readonly Profile[] = [
  { id: 'smoke', title: 'Smoke', suites: ['speed', 'reasonmath', 'toolcall'], tasksPerSuite: 4, trials: 1 },
  { id: 'core', title: 'Core', suites: ['speed', 'reasonmath', 'toolcall'], tasksPerSuite: 30, trials: 1 },
  { id: 'full', title: 'Full', suites: ['speed', 'reasonmath', 'toolcall'], tasksPerSuite: null, trials: 3 },
];

/** Task ids `<family>-01` to `<family>-<count>`. */
export const taskIds = (family: string, count: number): string[] =>
  Array.from({ length: count }, (_, place) => `${family}-${String(place + 1).padStart(2, '0')}`);
