import { z } from 'zod';
import { UserError, type RunSettings } from '@benchloop/spec';

const count = z.number().int().min(0).max(10_000_000);
const values = <Value extends z.ZodType>(value: Value) => z.array(value).max(12).default([]);

/** What a sweep is asked for: the values of each setting; an empty list leaves the engine's own. */
export const sweepAskSchema = z.object({
  models: z.array(z.string().min(1).max(2000)).min(1).max(6),
  profile: z.enum(['smoke', 'custom']),
  /** For the profile `custom`. */
  suites: z.string().max(2000).optional(),
  tasksPerSuite: z.number().int().min(1).max(500).optional(),
  ctx: values(count.min(128)),
  threads: values(count.min(1).max(1024)),
  gpuLayers: values(count.max(1024)),
  /** Left out = the embedded engine; the mock model is for trying the app. */
  provider: z.enum(['llama-cpp', 'mock']).default('llama-cpp'),
});
export type SweepAsk = z.output<typeof sweepAskSchema>;

const mostSettings = 24;

type Dimension = { flag: 'model' | 'ctx' | 'threads' | 'gpu-layers'; word: string; values: readonly string[] };

const dimensionsOf = ({ models, ctx, threads, gpuLayers }: SweepAsk): Dimension[] => [
  { flag: 'model', word: '', values: models },
  { flag: 'ctx', word: 'context', values: ctx.map(String) },
  { flag: 'threads', word: 'threads', values: threads.map(String) },
  { flag: 'gpu-layers', word: 'GPU layers', values: gpuLayers.map(String) },
];

/** Two settings that are the same in a list would be measured twice and shown as two. */
const distinct = (dimension: Dimension): Dimension => ({ ...dimension, values: [...new Set(dimension.values)] });

type Setting = { label: string; settings: RunSettings };

const product = (dimensions: readonly Dimension[]): { flag: Dimension['flag']; word: string; value: string; swept: boolean }[][] =>
  dimensions.reduce<{ flag: Dimension['flag']; word: string; value: string; swept: boolean }[][]>(
    (sofar, { flag, word, values: all }) =>
      all.length === 0 ? sofar : sofar.flatMap((before) => all.map((value) => [...before, { flag, word, value, swept: all.length > 1 }])),
    [[]],
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
  const shared: RunSettings = {
    provider: ask.provider,
    profile: ask.profile,
    ...(ask.suites === undefined || ask.profile !== 'custom' ? {} : { suites: ask.suites }),
    ...(ask.tasksPerSuite === undefined ? {} : { 'tasks-per-suite': String(ask.tasksPerSuite) }),
  };
  return combinations.map((parts) => ({
    label: parts
      .filter(({ swept }) => swept)
      .map(({ word, value }) => `${word} ${value}`.trim())
      .join(', '),
    settings: { ...shared, ...Object.fromEntries(parts.map(({ flag, value }) => [flag, value])) },
  }));
};

const quote = (text: string): string => (/^[\w./:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** The command that measures this setting in full. */
export const commandOf = (settings: RunSettings): string => {
  const stack = ['provider', 'model', 'ctx', 'threads', 'gpu-layers'] as const;
  const flags = stack.flatMap((flag) => (settings[flag] === undefined ? [] : [`--${flag} ${quote(settings[flag])}`]));
  return ['bench-loop run', ...flags, '--profile core'].join(' ');
};
