import type { Job, RunSettings } from '@benchloop/spec';
import { sayModel } from '../../data/model-name.ts';

/** A model and where it runs, as settings of a run. */
export type Stack = Pick<RunSettings, 'model' | 'provider' | 'endpoint'>;

/** Settings that are texts as the person typed them; empty = as the profile says. */
export const limitNames = ['trials', 'ctx', 'max-tokens', 'timeout', 'temperature', 'seed', 'concurrency', 'tasks-per-suite'] as const;
export type LimitName = (typeof limitNames)[number];

/** Everything that is chosen on the page. */
export type Choice = {
  stacks: Stack[];
  harnesses: string[];
  profile: string;
  suites: string[];
  think: string;
  limits: Partial<Record<LimitName, string>>;
};

export type NewJob = { settings: RunSettings; group: Job['group'] };

const given = (limits: Choice['limits']): Partial<Record<LimitName, string>> =>
  Object.fromEntries(Object.entries(limits).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])));

export const keyOfStack = ({ model, provider, endpoint }: Stack): string => JSON.stringify([model, provider, endpoint]);

const settingsOf = (stack: Stack, harness: string, choice: Choice): RunSettings => ({
  ...stack,
  harness,
  profile: choice.profile,
  ...(choice.profile === 'custom' ? { suites: choice.suites.join(',') } : {}),
  ...(choice.think === 'default' ? {} : { think: choice.think as NonNullable<RunSettings['think']> }),
  ...given(choice.limits),
});

/** What would stand in the queue: each model with each harness. `groupId` names them as one matrix where they are several. */
export const jobsOf = (choice: Choice, groupId: string): NewJob[] => {
  const pairs = choice.stacks.flatMap((stack) => choice.harnesses.map((harness) => ({ stack, harness })));
  const title = `Matrix of ${choice.stacks.length} × ${choice.harnesses.length}`;
  return pairs.map(({ stack, harness }) => ({
    settings: settingsOf(stack, harness, choice),
    group: pairs.length === 1 ? null : { id: groupId, title, label: `${sayModel(stack.model)}, ${harness}`.slice(0, 200) },
  }));
};

/** What is missing before anything can start; null = nothing. */
export const missingIn = (choice: Choice): string | null => {
  if (choice.stacks.length === 0) return 'Choose a model.';
  if (choice.harnesses.length === 0) return 'Choose a harness.';
  if (choice.profile === 'custom' && choice.suites.length === 0) return 'Choose at least one suite.';
  return null;
};
