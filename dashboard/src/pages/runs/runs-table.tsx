import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { RunRow } from '@benchloop/spec';
import { absent, DataTable, onOneLine, type Column } from '@benchloop/ui';

export type RunActions = { onEdit: (run: RunRow) => void; onDelete: (id: string) => void };

const nameOf = (run: RunRow): string => onOneLine(run.notes.name ?? run.id);

const passedOf = ({ passed, judged }: RunRow): string => (judged === 0 ? absent : `${passed} of ${judged}`);

const Name = ({ run }: { run: RunRow }) => (
  <span className="runs-name">
    <Link to="/runs/$runId" params={{ runId: run.id }}>
      {nameOf(run)}
    </Link>
    <span className="bl-muted">{run.notes.name === null ? run.createdAt.slice(0, 16).replace('T', ' ') : run.id}</span>
  </span>
);

const columnsOf = ({ onEdit, onDelete }: RunActions): Column<RunRow>[] => [
  { id: 'run', title: 'Run', cell: (run) => <Name run={run} /> },
  { id: 'model', title: 'Model', cell: ({ model }) => <span className="runs-model">{onOneLine(model ?? absent)}</span> },
  { id: 'harness', title: 'Harness', cell: ({ harness }) => harness },
  { id: 'profile', title: 'Profile', cell: ({ profile }) => profile },
  { id: 'state', title: 'State', cell: ({ status }) => status },
  { id: 'passed', title: 'Passed', numeric: true, cell: passedOf },
  {
    id: 'tags',
    title: 'Tags',
    cell: ({ notes }) => (
      <span className="runs-tags">
        {notes.tags.map((tag) => (
          <span key={tag} className="runs-tag">
            {onOneLine(tag)}
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'actions',
    title: <span className="bl-hidden">Actions</span>,
    label: 'Actions',
    cell: (run) => (
      <span className="runs-actions">
        <button type="button" aria-label={`Edit ${nameOf(run)}: name, tags and notes`} onClick={() => onEdit(run)}>
          Edit
        </button>
        <a href={`/api/transfer/export/${run.id}`} download aria-label={`Export ${nameOf(run)} as a zip`}>
          Export
        </a>
        <button type="button" aria-label={`Delete ${nameOf(run)}`} onClick={() => onDelete(run.id)}>
          Delete
        </button>
      </span>
    ),
  },
];

/** More rows at once would make each key of the search wait for them. */
const rowsAtOnce = 50;

type RunsTableProps = RunActions & { runs: readonly RunRow[]; caption: string };

/** The runs as a table, the first fifty until more are asked for; on narrow screens as cards. */
export const RunsTable = ({ runs, caption, ...actions }: RunsTableProps) => {
  const [most, setMost] = useState(rowsAtOnce);
  return (
    <>
      <DataTable<RunRow>
        caption={caption}
        columns={columnsOf(actions)}
        rows={runs.slice(0, most)}
        keyOf={({ id }) => id}
        notesOf={({ notes }) => (notes.notes === '' ? [] : [notes.notes.slice(0, 300)])}
        density="compact"
        empty="No run fits the filter."
      />
      {runs.length <= most ? null : (
        <button type="button" onClick={() => setMost(most + rowsAtOnce)}>
          Show {Math.min(rowsAtOnce, runs.length - most)} more of {runs.length}
        </button>
      )}
    </>
  );
};
