import { kvTypeSchema, type KvType, type ModelChoice } from '@benchloop/spec';
import type { SweepAsk } from './data.ts';
import { readValues } from './read-values.ts';

/** What stands in the form. */
export type TypedSweep = {
  place: 'embedded' | 'command';
  command: string;
  ctx: string;
  threads: string;
  gpuLayers: string;
  kvTypes: string;
  batch: string;
  flash: 'own' | 'on' | 'off' | 'both';
  profile: 'smoke' | 'custom';
  suites: string;
  tasks: string;
};

export const firstSweep: TypedSweep = {
  place: 'embedded',
  command: 'llama-server -m {model} -t {threads} --port {port}',
  ctx: '',
  threads: '1, 2',
  gpuLayers: '',
  kvTypes: '',
  batch: '',
  flash: 'own',
  profile: 'smoke',
  suites: 'reasonmath',
  tasks: '20',
};

const flashValues = { own: [], on: ['on'], off: ['off'], both: ['on', 'off'] } as const;

/** Types of the cache that stand apart by commas or spaces; null where one is none. Each once. */
export const readKvTypes = (text: string): KvType[] | null => {
  const parts = text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((part) => part !== '');
  const types = parts.map((part) => kvTypeSchema.safeParse(part));
  return types.every(({ success }) => success) ? [...new Set(types.flatMap(({ data }) => (data === undefined ? [] : [data])))] : null;
};

type Picked = { models: readonly ModelChoice[]; drafts: readonly string[] };

/** What the form asks for; null where a value can't be read. */
export const askOf = (typed: TypedSweep, { models, drafts }: Picked): SweepAsk | null => {
  const [ctx, threads, gpuLayers] = [readValues(typed.ctx, 128), readValues(typed.threads, 1), readValues(typed.gpuLayers, 0)];
  const [batch, tasks, kvTypes] = [readValues(typed.batch, 1), readValues(typed.tasks, 1), readKvTypes(typed.kvTypes)];
  if (ctx === null || threads === null || gpuLayers === null || batch === null || tasks === null || kvTypes === null) return null;
  const isMock = models.some(({ provider }) => provider === 'mock');
  return {
    models: models.map(({ model }) => model),
    ctx,
    threads,
    gpuLayers,
    kvTypes,
    batch,
    flash: [...flashValues[typed.flash]],
    drafts: [...drafts],
    profile: typed.profile,
    ...(typed.place === 'command' ? { serverCommand: typed.command } : {}),
    ...(isMock ? { provider: 'mock' as const } : {}),
    ...(typed.profile === 'smoke' ? {} : { suites: typed.suites, ...(tasks[0] === undefined ? {} : { tasksPerSuite: tasks[0] }) }),
  };
};

/** How many settings it makes; each is a run. */
export const countOf = ({ models, ctx, threads, gpuLayers, kvTypes, batch, flash, drafts }: SweepAsk): number =>
  [models, ctx, threads, gpuLayers, kvTypes, batch, flash, drafts].reduce(
    (product, values) => product * Math.max(1, values.length),
    models.length === 0 ? 0 : 1,
  );
