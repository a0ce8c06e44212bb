import { UserError, kvTypeSchema, thinkingSchema } from '@benchloop/spec';
import type { RunOptions } from '@benchloop/engine';

/** One setting of a run: its name is the flag, the key in config.yaml and, in capitals after BENCHLOOP_, the variable. */
export type RunFlag = {
  [Key in keyof RunOptions]-?: {
    key: Key;
    name: string;
    value: string;
    help: string;
    read: (text: string) => NonNullable<RunOptions[Key]>;
  };
}[keyof RunOptions];

/** Thrown by a reader with what the value should be; the caller adds where it came from. */
class BadValue extends Error {}

const whole = (least: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) throw new BadValue(`a whole number of at least ${least}`);
  return value;
};
const positive = (what: string) => (text: string) => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) throw new BadValue(what);
  return value;
};
const text = (value: string) => {
  if (value.trim() === '') throw new BadValue('a text that is not empty');
  return value;
};
const list = (value: string) => {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw new BadValue('one or more names, joined by commas');
  return items;
};
const seconds = (value: string) => {
  const match = /^(\d+(?:\.\d+)?)(ms|s|min)?$/.exec(value.trim());
  const factor = { ms: 1, s: 1000, min: 60_000 }[match?.[2] ?? 's'] as number;
  const result = Number(match?.[1]) * factor;
  if (match === null || result <= 0) throw new BadValue('a time such as 90s, 5min or 800ms');
  return result;
};
const numberOrAuto = (least: number) => (value: string) => (value === 'auto' ? ('auto' as const) : whole(least)(value));
const thinking = (value: string) => {
  const parsed = thinkingSchema.safeParse(value);
  if (!parsed.success) throw new BadValue(`one of ${thinkingSchema.options.join(', ')}`);
  return parsed.data;
};
const kvType = (value: string) => {
  const parsed = kvTypeSchema.safeParse(value.toLowerCase());
  if (!parsed.success) throw new BadValue(`one of ${kvTypeSchema.options.join(', ')}`);
  return parsed.data;
};
const onOff = (value: string) => {
  if (value !== 'on' && value !== 'off') throw new BadValue('on or off');
  return value;
};
const place = (value: string) => {
  if (value !== 'local' && value !== 'remote') throw new BadValue('local or remote');
  return value;
};
const temperature = (value: string) => {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < 0 || number > 5) throw new BadValue('a number from 0 to 5');
  return number;
};

const gibibyte = 1024 ** 3;

export const runFlags: readonly RunFlag[] = [
  { key: 'model', name: 'model', value: 'name', help: 'model name, path of a .gguf file, or `starter`', read: text },
  { key: 'endpoint', name: 'endpoint', value: 'url', help: 'base URL of a server, with or without /v1', read: text },
  { key: 'provider', name: 'provider', value: 'id', help: 'llama-cpp (embedded), openai (any compatible server) or mock', read: text },
  {
    key: 'harness',
    name: 'harness',
    value: 'id',
    help: 'how tasks are put to the model: raw; hermes or constrained for models without tool support',
    read: text,
  },
  { key: 'profile', name: 'profile', value: 'id', help: 'smoke, core, full, or custom with --suites', read: text },
  {
    key: 'suites',
    name: 'suites',
    value: 'ids',
    help: 'suites to run, joined by commas; a path such as ./my-suite is a folder of tasks of your own',
    read: list,
  },
  { key: 'tasks', name: 'tasks', value: 'ids', help: 'task or family ids to run, joined by commas', read: list },
  { key: 'tasksPerSuite', name: 'tasks-per-suite', value: 'n', help: 'most tasks of each suite, chosen evenly', read: whole(1) },
  { key: 'trials', name: 'trials', value: 'n', help: 'repeats of each task', read: whole(1) },
  {
    key: 'until',
    name: 'until',
    value: 'stop...',
    help: 'stop early: ±3 (or +-3) when the score is known to 3 points, or separated-from RUN when told apart from it',
    read: text,
  },
  { key: 'seed', name: 'seed', value: 'n', help: 'seed of the task generators: a fresh, equally hard set', read: whole(0) },
  { key: 'concurrency', name: 'concurrency', value: 'n', help: 'requests at the same time', read: whole(1) },
  { key: 'think', name: 'think', value: 'mode', help: 'default, off, on, low, medium or high', read: thinking },
  { key: 'temperature', name: 'temperature', value: 'x', help: 'sampling temperature; 0 is greedy', read: temperature },
  { key: 'samplingSeed', name: 'sampling-seed', value: 'n', help: 'seed of the sampler', read: whole(0) },
  { key: 'maxTokens', name: 'max-tokens', value: 'n', help: 'upper limit of each reply, below the tasks’ own', read: whole(1) },
  { key: 'contextTokens', name: 'ctx', value: 'n', help: 'context size to ask for, in tokens', read: whole(128) },
  { key: 'timeoutMs', name: 'timeout', value: 'time', help: 'longest time of one reply, such as 90s or 5min', read: seconds },
  { key: 'threads', name: 'threads', value: 'n', help: 'threads of the embedded engine, or auto', read: numberOrAuto(1) },
  { key: 'gpuLayers', name: 'gpu-layers', value: 'n', help: 'layers on the GPU of the embedded engine, or auto', read: numberOrAuto(0) },
  {
    key: 'kvType',
    name: 'kv-type',
    value: 'type',
    help: 'cache of keys and values of the embedded engine: f16, q8_0, q4_0 or another type of llama.cpp',
    read: kvType,
  },
  { key: 'batchSize', name: 'batch-size', value: 'n', help: 'prompt tokens that the embedded engine evaluates at once', read: whole(1) },
  { key: 'flashAttention', name: 'flash-attention', value: 'on/off', help: 'flash attention of the embedded engine', read: onOff },
  {
    key: 'draftModel',
    name: 'draft-model',
    value: 'name',
    help: 'smaller model of the same vocabulary that guesses ahead in the embedded engine',
    read: text,
  },
  {
    key: 'serverCommand',
    name: 'server-command',
    value: 'command',
    help: 'start this server for the run, without a shell, and stop it after: `llama-server -m {model} -c {context} --port {port}`',
    read: text,
  },
  { key: 'hardware', name: 'hardware', value: 'text', help: 'hardware of a remote endpoint, as you know it', read: text },
  { key: 'gpu', name: 'gpu', value: 'text', help: 'GPU of a remote endpoint, as you know it', read: text },
  {
    key: 'gpuMemoryBytes',
    name: 'gpu-memory-gb',
    value: 'n',
    help: 'memory of that GPU in GiB',
    read: (value) => positive('a number of GiB above 0')(value) * gibibyte,
  },
  {
    key: 'serverKind',
    name: 'server-kind',
    value: 'kind',
    help: 'kind of the server where its answers mislead, such as llama-server or vllm',
    read: text,
  },
  { key: 'place', name: 'place', value: 'where', help: 'local or remote; --local and --remote say the same', read: place },
];

const readFlag = (flag: RunFlag, value: string, where: string): RunOptions => {
  try {
    return { [flag.key]: flag.read(value) };
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new UserError(`${where} has the value ${JSON.stringify(value)}.`, `Give ${error.message}.`);
  }
};

/** Names joined by commas, as `--suites` takes them. */
export const readList = (key: 'suites' | 'tasks', value: string, where: string): string[] => {
  const flag = runFlags.find((one) => one.key === key) as RunFlag;
  return readFlag(flag, value, where)[key] ?? [];
};

/** A whole number as the run flag of this key takes it. */
export const readWhole = (key: 'seed' | 'tasksPerSuite' | 'trials', value: string, where: string): number => {
  const flag = runFlags.find((one) => one.key === key) as RunFlag;
  return readFlag(flag, value, where)[key] as number;
};

/** Reads the settings of one layer from named texts; `where` names a setting as the person wrote it. */
export const readRunOptions = (values: Record<string, string | undefined>, where: (name: string) => string): RunOptions =>
  Object.assign(
    {},
    ...runFlags.map((flag) => (values[flag.name] === undefined ? {} : readFlag(flag, values[flag.name] as string, where(flag.name)))),
  ) as RunOptions;

/** Settings from the environment: BENCHLOOP_MODEL, BENCHLOOP_MAX_TOKENS and so on. */
export const readEnvironment = (environment: NodeJS.ProcessEnv): RunOptions => {
  const variable = (name: string) => `BENCHLOOP_${name.replaceAll('-', '_').toUpperCase()}`;
  return readRunOptions(Object.fromEntries(runFlags.map(({ name }) => [name, environment[variable(name)] || undefined])), variable);
};
