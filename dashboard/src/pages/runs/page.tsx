import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { Empty, Loading, Problem } from '../../shell/problem.tsx';
import type { Page } from '../page.ts';
import { useRuns } from './data.ts';

const RunsPage = () => {
  const { data, error, refetch } = useRuns();
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="runs" />;
  if (data.runs.length === 0)
    return (
      <Empty title="No runs yet">
        <p>A run tells what a model can do on this machine.</p>
        <Link to="/benchmark">Run a benchmark</Link>
      </Empty>
    );
  return (
    <table className="bl-table">
      <caption>Stored runs, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Model</th>
          <th scope="col">Harness</th>
          <th scope="col">Profile</th>
          <th scope="col">State</th>
          <th scope="col">Passed</th>
        </tr>
      </thead>
      <tbody>
        {data.runs.map((run) => (
          <tr key={run.id}>
            <td>
              <Link to="/runs/$runId" params={{ runId: run.id }}>
                {run.notes.name ?? run.id}
              </Link>
            </td>
            <td>{run.model ?? '—'}</td>
            <td>{run.harness}</td>
            <td>{run.profile}</td>
            <td>{run.status}</td>
            <td className="bl-number">
              {run.passed} of {run.judged}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The stored runs of this data home. */
export const createRunsPage = (): Page => ({ path: 'runs', title: 'Runs', icon: ListChecks, component: RunsPage });
