import { useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import type { QueuedJob, RunView } from '@benchloop/spec';
import { onOneLine } from '@benchloop/ui';
import { Loading } from '../../shell/problem.tsx';
import { NotesForm } from '../runs/notes-form.tsx';
import { Downloads, Failure, Resume, Verify, WithoutVerdict } from './action-sections.tsx';
import { useJobOfRun, useRun } from './data.ts';
import { RunProblem } from './run-problem.tsx';
import { LivePanel } from './live-panel.tsx';
import { Origin, Scores, Speed, Verdict } from './result-sections.tsx';
import '../runs/runs.css';
import './run.css';

const Head = ({ view: { run, notes, words } }: { view: RunView }) => {
  const [isEdited, setEdited] = useState(false);
  return (
    <header>
      <p>
        <Link to="/runs">Runs</Link>
      </p>
      <h1>{onOneLine(notes.name ?? words.title)}</h1>
      <p className="run-subtitle">
        {[notes.name === null ? '' : words.title, `run ${run.id}`, run.status, run.createdAt.slice(0, 16).replace('T', ' ')]
          .filter((part) => part !== '')
          .map(onOneLine)
          .join(' · ')}
      </p>
      <div className="run-buttons">
        <Link className="run-button" to="/runs/$runId/trace" params={{ runId: run.id }}>
          Open the trials
        </Link>
        <button type="button" onClick={() => setEdited(!isEdited)} aria-expanded={isEdited}>
          Name, tags, notes
        </button>
        {notes.tags.map((tag) => (
          <span key={tag} className="runs-tag">
            {onOneLine(tag)}
          </span>
        ))}
      </div>
      {isEdited ? <NotesForm runId={run.id} notes={notes} onDone={() => setEdited(false)} /> : null}
      {notes.notes === '' || isEdited ? null : <p className="run-notes">{notes.notes}</p>}
    </header>
  );
};

const isOpen = (job: QueuedJob | null): boolean => job !== null && job.state !== 'done';

const Content = ({ view, job }: { view: RunView; job: QueuedJob | null }) => (
  <div className="run-page">
    <Head view={view} />
    {view.damage === null ? null : (
      <div role="alert" className="run-attention">
        <p>{view.damage.reason}</p>
        <p>{view.damage.nextStep}</p>
      </div>
    )}
    {job !== null && isOpen(job) ? <LivePanel job={job} runId={view.run.id} /> : null}
    {view.run.digest === null && !isOpen(job) ? <Resume runId={view.run.id} /> : null}
    {job?.state === 'running' ? null : (
      <>
        <Failure view={view} job={job} />
        <Verdict view={view} />
        <WithoutVerdict view={view} />
        <Scores view={view} />
        <Speed view={view} />
        <Downloads runId={view.run.id} />
        <Verify runId={view.run.id} />
      </>
    )}
    <Origin view={view} isLive={job?.state === 'running'} />
  </div>
);

/** One run: live while it runs, then what it says. */
export const RunPage = () => {
  const { runId = '' } = useParams({ strict: false }) as { runId?: string };
  const job = useJobOfRun(runId);
  const { data, error, refetch } = useRun(runId, job?.state === 'running');
  if (data !== undefined) return <Content view={data} job={job} />;
  if (job !== null && isOpen(job))
    return (
      <>
        <h1>Run</h1>
        <LivePanel job={job} runId={runId} />
      </>
    );
  if (error !== null) return <RunProblem title="Run" error={error} onRetry={() => void refetch()} />;
  return <Loading what="the run" />;
};
