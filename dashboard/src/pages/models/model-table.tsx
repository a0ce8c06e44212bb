import { Link } from '@tanstack/react-router';
import { DataTable, onOneLine, type Column } from '@benchloop/ui';
import type { ModelCard } from '@benchloop/spec';
import { settingsOf } from './data.ts';
import { orUnknown, sayAbility, sayBytes, sayContext, sayFit, sayParameters, sayWhere } from './words.ts';

const columnsWith = (onCheck: (model: ModelCard) => void): Column<ModelCard>[] => [
  { id: 'model', title: 'Model', cell: ({ name }) => <span className="app-model-name">{onOneLine(name)}</span> },
  { id: 'where', title: 'Where', cell: sayWhere },
  { id: 'size', title: 'Size', numeric: true, cell: ({ sizeBytes }) => orUnknown(sizeBytes, sayBytes) },
  { id: 'weights', title: 'Weights', numeric: true, cell: ({ parameters }) => orUnknown(parameters, sayParameters) },
  { id: 'quant', title: 'Quant', cell: ({ quantization }) => orUnknown(quantization, onOneLine) },
  { id: 'family', title: 'Family', cell: ({ family }) => orUnknown(family, onOneLine) },
  { id: 'context', title: 'Context', numeric: true, cell: sayContext },
  { id: 'tools', title: 'Tools', cell: (model) => sayAbility(model, 'tools') },
  { id: 'thinking', title: 'Thinking', cell: (model) => sayAbility(model, 'thinking') },
  { id: 'vision', title: 'Vision', cell: (model) => sayAbility(model, 'vision') },
  { id: 'fits', title: 'Fits', cell: sayFit },
  {
    id: 'do',
    title: 'Do',
    cell: (model) => (
      <span className="app-actions">
        <Link to="/benchmark" search={{ ...settingsOf(model) }} aria-label={`Benchmark ${onOneLine(model.name)}`}>
          Benchmark
        </Link>
        <button type="button" onClick={() => onCheck(model)} aria-label={`Check ${onOneLine(model.name)}`}>
          Check
        </button>
      </span>
    ),
  },
];

/** Every model that could be run here, with how its abilities are known. */
export const ModelTable = ({ models, onCheck }: { models: ModelCard[]; onCheck: (model: ModelCard) => void }) => (
  <DataTable
    caption="Models of the servers found and of this machine’s disk"
    columns={columnsWith(onCheck)}
    rows={models}
    keyOf={({ id, endpoint }) => `${endpoint ?? ''} ${id}`}
    density="compact"
    footnotes={[
      'tested: a check saw it here. told: as the server or the file says. unknown: nobody says; a check finds out.',
      'Fits: weights and, for files that tell its size, the cache of their context up to 8192 tokens, beside what the system itself needs.',
    ]}
  />
);
