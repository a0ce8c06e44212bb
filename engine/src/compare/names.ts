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

/** Short names that tell runs apart: the model, then whatever differs between them, and the id only where nothing else does. */
export const namesOf = (reports: readonly Report[]): string[] => {
  const [model, ...others] = parts.map((part) => reports.map(part));
  const telling = others.filter((values) => new Set(values).size > 1);
  const names = reports.map((_, place) =>
    [model?.[place], ...telling.map((values) => values[place])].filter((text) => text !== null && text !== undefined).join(', '),
  );
  return names.map((name, place) =>
    names.filter((other) => other === name).length > 1 ? `${name}, ${reports[place]?.run.id ?? ''}` : name,
  );
};
