import { useState } from 'react';
import type { RunRow } from '@benchloop/spec';
import { DataTable, onOneLine, type Column } from '@benchloop/ui';
import { filterRuns } from '../runs/filter-runs.ts';
import { mostRuns } from './data.ts';

type PickerProps = { runs: readonly RunRow[]; picked: readonly string[]; onChange: (picked: string[]) => void };

/** More rows at once would make each click wait for them. */
const rowsAtOnce = 50;

const columnsOf = ({ picked, onChange }: Omit<PickerProps, 'runs'>): Column<RunRow>[] => [
  {
    id: 'run',
    title: 'run',
    cell: ({ id, notes }) => (
      <label className="lab-check">
        <input
          type="checkbox"
          checked={picked.includes(id)}
          disabled={!picked.includes(id) && picked.length >= mostRuns}
          onChange={({ target }) => onChange(target.checked ? [...picked, id] : picked.filter((one) => one !== id))}
        />
        {onOneLine(notes.name ?? id)}
      </label>
    ),
  },
  { id: 'model', title: 'model', cell: ({ model }) => onOneLine(model ?? 'no model') },
  { id: 'harness', title: 'harness', cell: ({ harness }) => harness },
  { id: 'profile', title: 'profile', cell: ({ profile }) => profile },
  { id: 'status', title: 'state', cell: ({ status }) => status },
  { id: 'passed', title: 'passed', numeric: true, cell: ({ passed, judged }) => `${passed} of ${judged}` },
];

/** The stored runs to pick from: those that were picked when the list opened, then those that hold the words, newest first. */
export const RunPicker = ({ runs, picked, onChange }: PickerProps) => {
  const [text, setText] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const [first] = useState(picked);
  const isFirst = ({ id }: RunRow): boolean => first.includes(id);
  const others = runs.filter((run) => !isFirst(run));
  const rows = [...runs.filter(isFirst), ...filterRuns(others, { text, status: '', tag: '' })];
  return (
    <>
      {runs.length <= mostRuns ? null : (
        <label className="lab-field">
          search runs
          <input type="search" className="lab-input" value={text} onChange={({ target }) => setText(target.value)} />
        </label>
      )}
      <DataTable
        caption={`${picked.length} of at most ${mostRuns} picked`}
        density="compact"
        rows={rows.slice(0, most)}
        keyOf={({ id }) => id}
        columns={columnsOf({ picked, onChange })}
        empty="No run fits the search."
      />
      {rows.length <= most ? null : (
        <button type="button" className="lab-button" onClick={() => setMost(most + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, rows.length - most)} more of {rows.length}
        </button>
      )}
    </>
  );
};
