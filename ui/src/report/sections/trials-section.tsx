import type { Report, Trial } from '@benchloop/spec';
import { OutcomeTag } from '../../score/outcome.tsx';
import { DataTable, type Column } from '../../table/data-table.tsx';
import { absent, sayCount, sayDuration } from '../../words/format.ts';
import { reasonOf } from '../reason.ts';

const sumOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};

const columns: readonly Column<Trial>[] = [
  {
    id: 'task',
    title: 'task',
    cell: ({ suiteId, taskId, index }) => <code>{`${suiteId}/${taskId}${index === 0 ? '' : ` #${index + 1}`}`}</code>,
  },
  { id: 'outcome', title: 'outcome', cell: ({ outcome, score }) => <OutcomeTag outcome={outcome} passed={score?.passed ?? null} /> },
  { id: 'score', title: 'score', numeric: true, cell: ({ score }) => (score === null ? absent : (100 * score.value).toFixed(0)) },
  { id: 'difficulty', title: 'difficulty', cell: ({ difficulty }) => difficulty },
  { id: 'time', title: 'time', numeric: true, cell: ({ durationMs }) => sayDuration(durationMs) },
  {
    id: 'tokens',
    title: 'written',
    label: 'tokens written',
    numeric: true,
    cell: ({ calls }) => sumOf(calls.map(({ usage }) => usage?.completionTokens)) ?? absent,
  },
  { id: 'reason', title: 'reason', cell: reasonOf },
];

/** Every trial of the run, folded. */
export const TrialsSection = ({ report: { trials } }: { report: Report }) => (
  <section aria-label="All trials" className="trial-table">
    <h2>All trials</h2>
    <details>
      <summary>{`Show ${sayCount(trials.length, 'trial')}`}</summary>
      <DataTable<Trial>
        caption={`${absent} under score: the trial has none, its outcome says why. ${absent} under written: the server told no count.`}
        columns={columns}
        rows={trials}
        keyOf={({ id }) => id}
        density="compact"
        empty="No trial was run."
      />
    </details>
  </section>
);
