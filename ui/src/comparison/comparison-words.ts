import type { ComparedRun, Difference } from '@benchloop/spec';
import type { ComparisonVerdict } from '../words/verdict-words.ts';

export const verdictOf = (verdict: Difference['verdict']): ComparisonVerdict => (verdict === 'cannot-tell' ? 'unknown' : verdict);

const gibibyte = 1024 ** 3;

export const sayNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

export const sayFigure = (value: number | null, unit: string): string =>
  value === null ? '—' : unit === 'bytes' ? `${(value / gibibyte).toFixed(2)} GiB` : `${sayNumber(value)} ${unit}`;

export const limitsOf = ({ low, high }: Pick<Difference, 'low' | 'high'>): { low: number; high: number } | null =>
  low === null || high === null ? null : { low, high };

/** Why a difference has no interval. */
export const whyNone = ({ tasks }: Pick<Difference, 'tasks'>): string =>
  tasks === 1 ? 'a single task' : 'scores differ alike on every task';

export const nameOf = (runs: readonly ComparedRun[], id: string): string => runs.find((run) => run.id === id)?.name ?? id;
