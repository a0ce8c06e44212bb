import { onOneLine, type Column, type SortMark } from '@benchloop/ui';
import type { ModelCard } from '@benchloop/spec';
import { orUnknown, sayAbility, sayBytes, sayContext, sayFit, sayParameters } from './words.ts';

export type ModelColumn = Column<ModelCard> & {
  /** Shown before anybody chose. */
  first: boolean;
  /** What the table is sorted by; null = not known, which stands last. */
  value: (model: ModelCard) => string | number | null;
};

type Make = Pick<ModelColumn, 'cell' | 'value'> & Partial<Pick<ModelColumn, 'first' | 'numeric'>>;

const column = (id: string, title: string, { cell, value, first = true, numeric = false }: Make): ModelColumn => ({
  id,
  title,
  label: title,
  cell,
  value,
  first,
  ...(numeric ? { numeric } : {}),
});

const ability = (id: 'tools' | 'thinking' | 'vision', title: string): ModelColumn =>
  column(id, title, { cell: (model) => sayAbility(model, id), value: (model) => sayAbility(model, id) });

/** Columns in their order. The first one always stands. */
export const modelColumns: readonly ModelColumn[] = [
  column('model', 'Model', {
    cell: ({ name }) => <span className="app-model-name">{onOneLine(name)}</span>,
    value: ({ name }) => name.toLowerCase(),
  }),
  column('size', 'Size', { cell: ({ sizeBytes }) => orUnknown(sizeBytes, sayBytes), value: ({ sizeBytes }) => sizeBytes, numeric: true }),
  column('weights', 'Weights', {
    cell: ({ parameters }) => orUnknown(parameters, sayParameters),
    value: ({ parameters }) => parameters,
    numeric: true,
  }),
  column('quant', 'Quant', { cell: ({ quantization }) => orUnknown(quantization, onOneLine), value: ({ quantization }) => quantization }),
  column('family', 'Family', { cell: ({ family }) => orUnknown(family, onOneLine), value: ({ family }) => family }),
  column('context', 'Context', {
    cell: sayContext,
    value: ({ contextInForce, contextTrained }) => contextInForce ?? contextTrained,
    numeric: true,
  }),
  ability('tools', 'Tools'),
  ability('thinking', 'Thinking'),
  ability('vision', 'Vision'),
  column('fits', 'Fits', { cell: sayFit, value: sayFit }),
  column('memory', 'Memory', {
    cell: ({ memoryEstimateBytes }) => orUnknown(memoryEstimateBytes, sayBytes),
    value: ({ memoryEstimateBytes }) => memoryEstimateBytes,
    first: false,
    numeric: true,
  }),
  column('state', 'State', { cell: ({ state }) => state.replace('-', ' '), value: ({ state }) => state, first: false }),
  column('aliases', 'Other names', {
    cell: ({ aliases }) => (aliases.length === 0 ? 'none' : aliases.map(onOneLine).join(', ')),
    value: ({ aliases }) => aliases.join(' '),
    first: false,
  }),
];

const chosenKey = 'benchloop.models.columns';

/** The columns that were chosen in this browser, else the usual ones. */
export const storedColumns = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(chosenKey) ?? 'null');
    if (Array.isArray(stored)) return stored.map(String);
  } catch {
    // A choice that can't be read is no choice.
  }
  return modelColumns.filter(({ first }) => first).map(({ id }) => id);
};

export const storeColumns = (chosen: readonly string[]): void => localStorage.setItem(chosenKey, JSON.stringify(chosen));

/** The models in the order of a column; what is not known stands last, whichever way. */
export const sortModels = (models: readonly ModelCard[], sort: SortMark | null): readonly ModelCard[] => {
  const by = modelColumns.find(({ id }) => id === sort?.column);
  if (sort === null || by === undefined) return models;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return models.toSorted((one, other) => {
    const [a, b] = [by.value(one), by.value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
};
