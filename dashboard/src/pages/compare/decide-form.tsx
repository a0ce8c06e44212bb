import { useState } from 'react';
import type { Candidate, Decision, Use } from '@benchloop/spec';
import { absent, DataTable, sayDuration, sayPercent, sayRate } from '@benchloop/ui';
import { CopyButton } from '../../lab/copy-button.tsx';
import { Problem } from '../../shell/problem.tsx';
import { useDecision, useUses } from './data.ts';
import { limitsOf, withLimits, type Limits } from './limits.ts';

const gibibyte = 1024 ** 3;

const rankOf = ({ rank }: Candidate): string =>
  rank === null ? absent : rank.low === rank.high ? String(rank.low) : `${rank.low}-${rank.high}`;

const Answer = ({ decision }: { decision: Decision }) => (
  <div role="status" className="lab-scroll">
    {decision.sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <DataTable
      caption={`Candidates for: ${decision.use.title}, on the ${decision.rankedTasks} tasks that all tried`}
      density="compact"
      rows={decision.candidates}
      keyOf={({ runId }) => runId}
      notesOf={({ disqualified }) => disqualified}
      columns={[
        { id: 'name', title: 'run', cell: ({ name }) => name },
        { id: 'rank', title: 'rank', numeric: true, cell: rankOf },
        { id: 'value', title: 'points', numeric: true, cell: ({ value }) => value?.toFixed(1) ?? absent },
        {
          id: 'decode',
          title: 'tok/s',
          numeric: true,
          cell: (row) => (row.decodeTokensPerSecond === null ? absent : sayRate(row.decodeTokensPerSecond)),
        },
        { id: 'ttft', title: 'TTFT', numeric: true, cell: ({ ttftMs }) => (ttftMs === null ? absent : sayDuration(ttftMs)) },
        {
          id: 'memory',
          title: 'memory',
          numeric: true,
          cell: ({ memoryBytes }) => (memoryBytes === null ? absent : `${(memoryBytes / gibibyte).toFixed(2)} GiB`),
        },
        {
          id: 'wins',
          title: 'best with other weights',
          numeric: true,
          cell: ({ winsShare }) => (winsShare === null ? absent : sayPercent(winsShare)),
        },
      ]}
      footnotes={decision.missing.map(({ suiteId, reason }) => `Not counted: ${suiteId}: ${reason}`)}
    />
    {decision.next === null ? null : (
      <>
        <p>Measure next: {decision.next.what}</p>
        <code className="lab-command">{decision.next.command}</code>
        <CopyButton text={() => decision.next?.command ?? ''}>Copy the command</CopyButton>
      </>
    )}
  </div>
);

const LimitField = ({ name, value, onChange }: { name: string; value: string; onChange: (text: string) => void }) => (
  <label className="lab-field">
    {name}
    <input className="lab-input" inputMode="decimal" size={8} value={value} onChange={({ target }) => onChange(target.value)} />
  </label>
);

const Form = ({ runs, uses }: { runs: readonly string[]; uses: readonly Use[] }) => {
  const [id, setId] = useState(uses[0]?.id ?? '');
  const known = uses.find((use) => use.id === id);
  const [limits, setLimits] = useState<Limits>(limitsOf(known));
  const decide = useDecision();
  if (known === undefined) return null;
  const use = withLimits(known, limits);
  const set = (name: keyof Limits) => (text: string) => setLimits({ ...limits, [name]: text });
  return (
    <>
      <form
        className="lab-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (use !== null) decide.mutate({ runs, use });
        }}
      >
        <label className="lab-field">
          what it is for
          <select
            className="lab-input"
            value={id}
            onChange={({ target }) => {
              setId(target.value);
              setLimits(limitsOf(uses.find((one) => one.id === target.value)));
            }}
          >
            {uses.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <LimitField name="least tok/s" value={limits.rate} onChange={set('rate')} />
        <LimitField name="longest TTFT, s" value={limits.ttft} onChange={set('ttft')} />
        <LimitField name="most memory, GiB" value={limits.memory} onChange={set('memory')} />
        <LimitField name="least context, tokens" value={limits.context} onChange={set('context')} />
        <button type="submit" className="lab-button lab-primary" disabled={decide.isPending || use === null}>
          {decide.isPending ? 'Deciding…' : 'Decide'}
        </button>
      </form>
      {use === null ? <p role="alert">A limit is a number above 0, or empty for none.</p> : null}
      {decide.error === null ? null : <Problem error={decide.error} />}
      {decide.data === undefined ? null : <Answer decision={decide.data.decision} />}
    </>
  );
};

/** Which of the runs to take for a use, who can't be told apart from it, and what to measure next. */
export const DecideForm = ({ runs }: { runs: readonly string[] }) => {
  const { data, error } = useUses();
  return (
    <section>
      <h2>Decide</h2>
      {error === null ? null : <Problem error={error} />}
      {data === undefined ? null : <Form runs={runs} uses={data.uses} />}
    </section>
  );
};
