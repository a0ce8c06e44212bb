import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Comparison } from '@benchloop/spec';
import { DataTable, OutcomeTag } from '@benchloop/ui';
import { useAddress } from '../../lab/use-address.ts';
import { flipsOf, trialOf, type FlipRow } from './flips.ts';

const shownAtFirst = 50;
const addressNames = ['suite'] as const;

const TraceLink = ({ run, flip, children }: { run: string; flip: FlipRow; children: string }) => (
  <Link to={'/runs/$runId/trace' as string} params={{ runId: run } as never} search={{ trial: trialOf(flip) } as never}>
    {children}
  </Link>
);

/** Tasks whose verdict changed, with the way to the conversations of both runs. */
export const FlipTable = ({ comparison }: { comparison: Comparison }) => {
  const { values, put } = useAddress(addressNames);
  const { suite } = values;
  const [shown, setShown] = useState(shownAtFirst);
  const flips = flipsOf(comparison);
  const suites = [...new Set(flips.map(({ suiteId }) => suiteId))];
  const rows = flips.filter(({ suiteId }) => suite === '' || suiteId === suite);
  const nameOf = (id: string): string => comparison.runs.find((run) => run.id === id)?.name ?? id;
  return (
    <section className="lab-scroll">
      <h2>Tasks whose verdict changed</h2>
      {suites.length < 2 && suite === '' ? null : (
        <div className="lab-form">
          <label className="lab-field">
            suite
            <select className="lab-input" value={suite} onChange={({ target }) => put({ suite: target.value })}>
              <option value="">all</option>
              {suites.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        </div>
      )}
      <DataTable
        caption={`${rows.length} of ${flips.length}; each name opens the conversation of that run`}
        density="compact"
        rows={rows.slice(0, shown)}
        keyOf={({ key }) => key}
        empty="Every task that the runs share has the same verdict in them."
        columns={[
          { id: 'task', title: 'task', cell: ({ task }) => <code>{task}</code> },
          {
            id: 'passed',
            title: 'passed in',
            cell: (flip) => (
              <TraceLink run={flip.passed} flip={flip}>
                {nameOf(flip.passed)}
              </TraceLink>
            ),
          },
          {
            id: 'failed',
            title: 'not in',
            cell: (flip) => (
              <TraceLink run={flip.failed} flip={flip}>
                {nameOf(flip.failed)}
              </TraceLink>
            ),
          },
          { id: 'outcome', title: 'outcome there', cell: ({ outcome }) => <OutcomeTag outcome={outcome} passed={false} /> },
          { id: 'reason', title: 'why', cell: ({ reason, cut }) => `${reason}${cut ? ' (ran out of tokens or context)' : ''}` },
        ]}
      />
      {rows.length <= shown ? null : (
        <button type="button" className="lab-button" onClick={() => setShown(shown + 200)}>
          Show {Math.min(200, rows.length - shown)} more
        </button>
      )}
    </section>
  );
};
