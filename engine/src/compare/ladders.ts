import type { ComparedRun, Ladder } from '@benchloop/spec';
import { groupBy } from '../summary/group-by.ts';

type Dimension = { id: Ladder['dimension']; of: (run: ComparedRun) => string };

const baseModel = ({ model, quantization }: ComparedRun): string =>
  quantization === null
    ? (model ?? 'unknown')
    : (model ?? 'unknown').replace(new RegExp(`[-._ ]?${quantization.replaceAll(/[^\w]/gu, '.')}`, 'iu'), '');

/** What a person may vary; a dimension more is a line more. */
const dimensions: readonly Dimension[] = [
  { id: 'model', of: baseModel },
  { id: 'quantization', of: ({ quantization }) => quantization ?? 'unknown' },
  { id: 'harness', of: ({ harness }) => harness },
  { id: 'thinking', of: ({ thinking }) => thinking },
  { id: 'context', of: ({ contextInForce }) => (contextInForce === null ? 'unknown' : String(contextInForce)) },
];

/** Numbers by their size, all else by the alphabet. */
const inOrder = (one: string, other: string): number => {
  const [a, b] = [Number(one), Number(other)];
  return Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(other, 'en', { numeric: true }) : a - b;
};

/** For each dimension the runs that are alike in all others: a ladder of quants, of contexts, of harnesses, thinking on and off. */
export const laddersOf = (runs: readonly ComparedRun[]): Ladder[] =>
  dimensions.flatMap((dimension) => {
    const others = dimensions.filter(({ id }) => id !== dimension.id);
    return [...groupBy(runs, (run) => others.map(({ of }) => of(run)).join(', '))].flatMap(([constant, alike]): Ladder[] => {
      const steps = alike
        .map((run) => ({ value: dimension.of(run), runId: run.id }))
        .toSorted((one, other) => inOrder(one.value, other.value));
      return new Set(steps.map(({ value }) => value)).size < 2 ? [] : [{ dimension: dimension.id, constant, steps }];
    });
  });
