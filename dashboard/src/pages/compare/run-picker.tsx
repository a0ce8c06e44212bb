import type { RunRow } from '@benchloop/spec';
import { DataTable } from '@benchloop/ui';
import { mostRuns } from './data.ts';

type PickerProps = { runs: readonly RunRow[]; picked: readonly string[]; onChange: (picked: string[]) => void };

/** The stored runs to pick from. */
export const RunPicker = ({ runs, picked, onChange }: PickerProps) => (
  <DataTable
    caption={`${picked.length} of at most ${mostRuns} picked`}
    density="compact"
    rows={runs}
    keyOf={({ id }) => id}
    columns={[
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
            {notes.name ?? id}
          </label>
        ),
      },
      { id: 'model', title: 'model', cell: ({ model }) => model ?? 'no model' },
      { id: 'harness', title: 'harness', cell: ({ harness }) => harness },
      { id: 'profile', title: 'profile', cell: ({ profile }) => profile },
      { id: 'status', title: 'state', cell: ({ status }) => status },
      { id: 'passed', title: 'passed', numeric: true, cell: ({ passed, judged }) => `${passed} of ${judged}` },
    ]}
  />
);
