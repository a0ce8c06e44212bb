import { useState } from 'react';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import type { Comparison } from '@benchloop/spec';
import { ComparisonView } from '@benchloop/ui';
import { useRoom } from '../../lab/use-room.ts';
import '../../lab/lab.css';
import './compare.css';
import { Empty, Loading, Problem } from '../../shell/problem.tsx';
import { fewestRuns, runsOfAddress, useComparison, useRunChoices } from './data.ts';
import { DecideForm } from './decide-form.tsx';
import { FlipTable } from './flip-table.tsx';
import { RunPicker } from './run-picker.tsx';

const Result = ({ comparison }: { comparison: Comparison }) => {
  const { place, width } = useRoom<HTMLDivElement>();
  return (
    <div ref={place} className="compare-view lab-scroll">
      {width === null ? null : <ComparisonView comparison={comparison} width={width} />}
      <FlipTable comparison={comparison} />
    </div>
  );
};

const Picker = ({ picked, onChange }: { picked: readonly string[]; onChange: (picked: string[]) => void }) => {
  const { data, error, refetch } = useRunChoices();
  // Who came to pick goes on picking after the second.
  const [beganOpen] = useState(picked.length < fewestRuns);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="runs" />;
  if (data.runs.length < fewestRuns)
    return (
      <Empty title="A comparison needs two runs">
        <p>Run two models, quantizations, harnesses or settings on the same tasks.</p>
        <Link to={'/benchmark' as string}>Run a benchmark</Link>
      </Empty>
    );
  return (
    <details className="lab-panel" open={beganOpen}>
      <summary>Pick 2 to 6 runs</summary>
      <RunPicker runs={data.runs} picked={picked} onChange={onChange} />
    </details>
  );
};

export const ComparePage = () => {
  const search: { runs?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const picked = runsOfAddress(search.runs);
  const { data, error, isFetching, refetch } = useComparison(picked);
  const pick = (next: string[]) => void navigate({ to: '/compare' as string, search: { runs: next.join(',') } as never });
  return (
    <div className="lab">
      <h1>Compare</h1>
      <p className="lab-lead">
        Runs beside each other on the tasks that they share. A difference is told only where the statistics hold it.
      </p>
      <Picker picked={picked} onChange={pick} />
      {isFetching ? <Loading what="comparison" /> : null}
      {error === null || picked.length < fewestRuns ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined || picked.length < fewestRuns ? null : (
        <>
          <Result comparison={data.comparison} />
          <DecideForm key={picked.join()} runs={picked} />
        </>
      )}
    </div>
  );
};
