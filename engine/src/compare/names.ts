import type { Report } from '@benchloop/spec';

const labelled = (what: string, value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : `${what} ${value}`;

/** Parts of a run's name, the most telling first. */
const parts: readonly ((report: Report) => string | null)[] = [
  ({ run }) => run.model?.name ?? run.plan.model.value ?? 'no model',
  ({ run }) => run.manifest.harness.id,
  ({ run }) => run.model?.quantization ?? null,
  ({ run }) => run.server?.kind ?? run.plan.provider.value,
  ({ run }) => labelled('context', run.model?.contextInForce),
  ({ run }) => (run.manifest.thinking === 'default' ? null : `thinking ${run.manifest.thinking}`),
  ({ run }) => labelled('threads', run.server?.threads),
];

const isEach = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** Short names that tell runs apart: the model, then as much as is needed of what differs, and the id only where nothing else does. */
export const namesOf = (reports: readonly Report[]): string[] => {
  const [model, ...others] = parts.map((part) => reports.map(part));
  let names = (model ?? []).map(String);
  for (const values of others)
    if (!isEach(names) && new Set(values).size > 1)
      names = names.map((name, place) => (values[place] ? `${name}, ${values[place]}` : name));
  return isEach(names) ? names : names.map((name, place) => `${name}, ${reports[place]?.run.id ?? ''}`);
};
