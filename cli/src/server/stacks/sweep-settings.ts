import { z } from 'zod';
import { kvTypeSchema, UserError, type RunSettings } from '@benchloop/spec';
import { nameOfId } from '../model-ids.ts';

const count = z.number().int().min(0).max(10_000_000);
const name = z.string().trim().min(1).max(2000);
const values = <Value extends z.ZodType>(value: Value) => z.array(value).max(12).default([]);

/** Word for a setting without a draft model among others that have one. */
const noDraft = 'none';

/** What a sweep is asked for: the values of each setting; an empty list leaves the engine's own. */
export const sweepAskSchema = z.object({
  models: z.array(name).min(1).max(6),
  profile: z.enum(['smoke', 'custom']),
  /** For the profile `custom`. */
  suites: z.string().max(2000).optional(),
  tasksPerSuite: z.number().int().min(1).max(500).optional(),
  ctx: values(count.min(128)),
  threads: values(count.min(1).max(1024)),
  gpuLayers: values(count.max(1024)),
  kvTypes: values(kvTypeSchema),
  batch: values(count.min(1)),
  flash: values(z.enum(['on', 'off'])),
  /** Models that guess ahead; `none` = without one. */
  drafts: values(name),
  /** Command of a server that each run starts and stops; left out = the embedded engine. */
  serverCommand: z.string().trim().min(1).max(2000).optional(),
  /** The mock model is for demo data. */
  provider: z.enum(['llama-cpp', 'mock']).default('llama-cpp'),
});
export type SweepAsk = z.output<typeof sweepAskSchema>;

const mostSettings = 24;

type Flag = 'model' | 'ctx' | 'threads' | 'gpu-layers' | 'kv-type' | 'batch-size' | 'flash-attention' | 'draft-model';
type Dimension = { flag: Flag; word: string; values: readonly string[] };

const dimensionsOf = ({ models, ctx, threads, gpuLayers, kvTypes, batch, flash, drafts }: SweepAsk): Dimension[] => [
  { flag: 'model', word: '', values: models },
  { flag: 'ctx', word: 'context', values: ctx.map(String) },
  { flag: 'kv-type', word: 'KV type', values: kvTypes },
  { flag: 'threads', word: 'threads', values: threads.map(String) },
  { flag: 'gpu-layers', word: 'GPU layers', values: gpuLayers.map(String) },
  { flag: 'batch-size', word: 'batch', values: batch.map(String) },
  { flag: 'flash-attention', word: 'flash attention', values: flash },
  { flag: 'draft-model', word: 'draft model', values: drafts },
];

/** Two settings that are the same in a list would be measured twice and shown as two. */
const distinct = (dimension: Dimension): Dimension => ({ ...dimension, values: [...new Set(dimension.values)] });

type Setting = { label: string; settings: RunSettings };
type Part = { flag: Flag; word: string; value: string; swept: boolean };

const product = (dimensions: readonly Dimension[]): Part[][] =>
  dimensions.reduce<Part[][]>(
    (sofar, { flag, word, values: all }) =>
      all.length === 0 ? sofar : sofar.flatMap((before) => all.map((value) => [...before, { flag, word, value, swept: all.length > 1 }])),
    [[]],
  );

const sharedOf = (ask: SweepAsk): RunSettings => ({
  ...(ask.serverCommand === undefined ? { provider: ask.provider } : { 'server-command': ask.serverCommand }),
  profile: ask.profile,
  ...(ask.suites === undefined || ask.profile !== 'custom' ? {} : { suites: ask.suites }),
  ...(ask.tasksPerSuite === undefined ? {} : { 'tasks-per-suite': String(ask.tasksPerSuite) }),
});

const settingsOfParts = (parts: readonly Part[]): RunSettings =>
  Object.fromEntries(
    parts.filter(({ flag, value }) => flag !== 'draft-model' || value !== noDraft).map(({ flag, value }) => [flag, value]),
  );

/** Every combination of the values, each with a label that says what differs. Throws `UserError` for one or too many. */
export const settingsOfSweep = (ask: SweepAsk): Setting[] => {
  const combinations = product(dimensionsOf(ask).map(distinct));
  if (combinations.length < 2)
    throw new UserError('A sweep needs two settings or more.', 'Give two values of a setting, such as threads 1, 2, or two models.');
  if (combinations.length > mostSettings)
    throw new UserError(
      `These values make ${combinations.length} settings, and a sweep takes ${mostSettings} at most.`,
      'Give fewer values.',
    );
  return combinations.map((parts) => ({
    label: parts
      .filter(({ swept }) => swept)
      .map(({ word, value }) => `${word} ${nameOfId(value)}`.trim())
      .join(', '),
    settings: { ...sharedOf(ask), ...settingsOfParts(parts) },
  }));
};

/** What a sweep varies, in one line. */
export const titleOfSweep = (ask: SweepAsk): string => {
  const swept = dimensionsOf(ask).filter(({ values: all }) => all.length > 1);
  const [first = ''] = ask.models;
  const what = ask.models.length === 1 ? nameOfId(first) : `${ask.models.length} models`;
  const varied = swept.map(({ word }) => (word === '' ? 'models' : word)).join(', ');
  return `${what}: ${varied}${ask.serverCommand === undefined ? '' : ', on a started server'}`.slice(0, 200);
};

const quote = (text: string): string => (/^[\w./:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

const stack = [
  'provider',
  'server-command',
  'model',
  'ctx',
  'kv-type',
  'threads',
  'gpu-layers',
  'batch-size',
  'flash-attention',
  'draft-model',
] as const;

/** The command that measures this setting in full, for settings that name no id of the app. */
export const commandOf = (settings: RunSettings): string => {
  const flags = stack.flatMap((flag) => (settings[flag] === undefined ? [] : [`--${flag} ${quote(settings[flag])}`]));
  return ['bench-loop run', ...flags, '--profile core'].join(' ');
};
