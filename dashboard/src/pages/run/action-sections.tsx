import { Link, useNavigate } from '@tanstack/react-router';
import type { QueuedJob, RunView } from '@benchloop/spec';
import { DataTable, onOneLine, OutcomeTag, sayCount } from '@benchloop/ui';
import { NextStep, Problem } from '../../shell/problem.tsx';
import { useCancelVerify, useResume, useRetry, useVerify, useVerifyProgress, type Verification } from './data.ts';

const formats = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['junit', 'JUnit'],
  ['console', 'Text'],
  ['card-svg', 'Card, SVG'],
  ['card-png', 'Card, PNG'],
] as const;

/** The report in every format, and the whole run as a zip. */
export const Downloads = ({ runId }: { runId: string }) => (
  <section aria-label="Downloads">
    <h2>Downloads</h2>
    <ul className="run-downloads">
      {formats.map(([format, title]) => (
        <li key={format}>
          <a href={`/api/runs/${runId}/report?format=${format}`} download>
            {title}
          </a>
        </li>
      ))}
      <li>
        <a href={`/api/transfer/export/${runId}`} download>
          Whole run, zip
        </a>
      </li>
    </ul>
  </section>
);

const digestWords: Record<Verification['digest'], string> = {
  holds: 'the digest holds',
  differs: 'run.json was changed after the run was frozen',
  'not-frozen': 'the run is not finished, so it has no digest yet',
};

const mostMismatches = 20;

const Verified = ({ result }: { result: Verification }) => (
  <div role="status">
    <p>
      <strong>{result.holds ? 'Holds' : 'Does not hold'}</strong>
      {`: ${digestWords[result.digest]}; ${sayCount(result.rescored, 'trial')} scored again from their receipts, ${result.mismatches.length} differ; ${result.notJudged} had nothing to score.`}
    </p>
    <ul>
      {result.changedFiles.map((file) => (
        <li key={file}>{`changed or missing: ${onOneLine(file)}`}</li>
      ))}
      {result.changedSuites.map((suite) => (
        <li key={suite}>{`${onOneLine(suite)} has changed since this run; score it again with the version that made it`}</li>
      ))}
      {result.mismatches.slice(0, mostMismatches).map(({ trialId, reason }) => (
        <li key={`${trialId} ${reason}`}>{onOneLine(`${trialId}: ${reason}`)}</li>
      ))}
    </ul>
    {result.mismatches.length <= mostMismatches ? null : <p>{`and ${result.mismatches.length - mostMismatches} more`}</p>}
  </div>
);

/** How far the check is, and the way to end it. */
const Verifying = ({ runId }: { runId: string }) => {
  const cancel = useCancelVerify(runId);
  const progress = useVerifyProgress(runId);
  return (
    <p>
      {progress === null ? null : (
        <>
          <progress aria-label="Verification" value={progress.done} max={Math.max(1, progress.total)} />{' '}
          {`${progress.done} of ${sayCount(progress.total, 'trial')} `}
        </>
      )}
      <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel the verification
      </button>
    </p>
  );
};

/** Scores the run again from its receipts, offline. */
export const Verify = ({ runId }: { runId: string }) => {
  const verify = useVerify(runId);
  return (
    <section aria-label="Verification">
      <h2>Verification</h2>
      <p className="bl-muted">Scores every trial again from its stored receipts, offline, and checks every digest.</p>
      <button type="button" disabled={verify.isPending} onClick={() => verify.mutate()}>
        {verify.isPending ? 'Verifying…' : 'Verify'}
      </button>
      {verify.isPending ? <Verifying runId={runId} /> : null}
      {verify.data === undefined ? null : <Verified result={verify.data} />}
      {verify.error === null ? null : <Problem error={verify.error} />}
    </section>
  );
};

type Failed = RunView['withoutVerdict'][number];

/** What the machinery failed at, what to do about it, and the way to run those trials again. */
export const Failure = ({ view, job }: { view: RunView; job: QueuedJob | null }) => {
  const retry = useRetry(view.run.id);
  const navigate = useNavigate();
  if (view.withoutVerdictCount === 0) return null;
  const isOpen = job?.state === 'running' || job?.state === 'waiting';
  const start = () => retry.mutate(undefined, { onSuccess: ({ runId }) => void navigate({ to: '/runs/$runId', params: { runId } }) });
  const all = Object.values(view.summary.outcomes).reduce((sum, count) => sum + count, 0);
  const steps = [...new Set(view.failures.map(({ hint }) => hint ?? 'Run them again.'))];
  return (
    <section className="run-attention" aria-label="Failure">
      <h2>{`${view.withoutVerdictCount} of ${sayCount(all, 'trial')} ended without a verdict`}</h2>
      <ul>
        {view.failures.map(({ reason, count }) => (
          <li key={reason}>{`${onOneLine(reason).slice(0, 400)}${view.failures.length === 1 ? '' : ` (${sayCount(count, 'trial')})`}`}</li>
        ))}
      </ul>
      <p>The server or this machine failed, not the model: these trials are in no score, and the run is incomplete until they are run.</p>
      {steps.map((step) => (
        <NextStep key={step} step={onOneLine(step)} />
      ))}
      <button type="button" disabled={isOpen || retry.isPending} onClick={start}>
        Run them again
      </button>
      <p className="bl-note">
        A new run takes over the trials that have a verdict; this one stays as it is. Timed trials are run again too.
      </p>
      {retry.error === null ? null : <Problem error={retry.error} />}
    </section>
  );
};

/** The trials that the machinery failed, each with its cause. */
export const WithoutVerdict = ({ view }: { view: RunView }) =>
  view.withoutVerdictCount === 0 ? null : (
    <section aria-label="Trials without a verdict">
      <h2>Trials without a verdict</h2>
      <DataTable<Failed>
        caption={view.withoutVerdict.length < view.withoutVerdictCount ? `The first ${view.withoutVerdict.length}` : 'All of them'}
        columns={[
          {
            id: 'trial',
            title: 'Trial',
            cell: ({ trialId }) => (
              <Link to="/runs/$runId/trace" params={{ runId: view.run.id }} search={{ trial: trialId }}>
                {onOneLine(trialId)}
              </Link>
            ),
          },
          { id: 'outcome', title: 'Outcome', cell: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
          { id: 'reason', title: 'Cause', cell: ({ reason }) => <span className="run-reason">{onOneLine(reason)}</span> },
          { id: 'hint', title: 'Next step', cell: ({ hint }) => <span className="run-reason">{onOneLine(hint ?? 'Run it again.')}</span> },
        ]}
        rows={view.withoutVerdict}
        keyOf={({ trialId }) => trialId}
        density="compact"
      />
    </section>
  );

/** For a run that stopped before its end and stands in no queue. */
export const Resume = ({ runId }: { runId: string }) => {
  const resume = useResume(runId);
  return (
    <section className="run-attention" aria-label="Interrupted">
      <h2>Interrupted</h2>
      <p>Not all trials were run; those that were are kept.</p>
      <button type="button" disabled={resume.isPending} onClick={() => resume.mutate()}>
        Resume
      </button>
      {resume.error === null ? null : <Problem error={resume.error} />}
    </section>
  );
};
