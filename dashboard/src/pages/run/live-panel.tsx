import { Link } from '@tanstack/react-router';
import type { LiveRun, QueuedJob } from '@benchloop/spec';
import { DataTable, onOneLine, OutcomeTag, sayDuration, Score, showHidden } from '@benchloop/ui';
import { useFocusKept } from '../../lab/use-focus.ts';
import { NextStep, Problem } from '../../shell/problem.tsx';
import { useLive } from '../../data/live.ts';
import { useJobChange, type JobChange } from '../../data/job-changes.ts';
import { Sparkline } from './sparkline.tsx';

const eventsShown = 30;

const changesOf: Partial<Record<QueuedJob['state'], readonly (readonly [JobChange, string])[]>> = {
  running: [
    ['pause', 'Pause after the trials that run'],
    ['cancel', 'Cancel'],
  ],
  waiting: [
    ['pause', 'Hold back'],
    ['cancel', 'Cancel'],
  ],
  paused: [
    ['go-on', 'Go on'],
    ['cancel', 'Cancel'],
  ],
  failed: [['go-on', 'Try again']],
  cancelled: [['go-on', 'Go on']],
};

const Buttons = ({ job }: { job: QueuedJob }) => {
  const change = useJobChange();
  const place = useFocusKept<HTMLDivElement>(`${job.state} ${change.isPending}`);
  return (
    <div ref={place} className="run-buttons">
      {(changesOf[job.state] ?? []).map(([name, title]) => (
        <button key={name} type="button" disabled={change.isPending} onClick={() => change.mutate({ id: job.id, change: name })}>
          {title}
        </button>
      ))}
      {change.error === null ? null : <Problem error={change.error} />}
    </div>
  );
};

const Progress = ({ live }: { live: LiveRun }) => {
  const left = live.remainingMs === null || live.done === live.planned ? null : sayDuration(live.remainingMs);
  return (
    <div className="run-progress">
      <progress aria-label="Trials done" max={Math.max(1, live.planned)} value={live.done} />
      <span className="run-count">{`${live.done} of ${live.planned} trials`}</span>
      {left === null ? null : <span className="bl-muted">{`about ${left} left, by the mean so far`}</span>}
      {live.retries === 0 ? null : <span className="bl-muted">{`${live.retries} tried again`}</span>}
    </div>
  );
};

const estimateOf = ({ passRate, judged }: LiveRun['suites'][number]) =>
  passRate === null ? null : { value: 100 * passRate.value, low: 100 * passRate.low, high: 100 * passRate.high, n: judged };

const RunningScores = ({ live }: { live: LiveRun }) => (
  <div className="run-scores">
    {live.suites.map((suite) => {
      const estimate = estimateOf(suite);
      return (
        <Score
          key={suite.id}
          what={`${onOneLine(suite.id)}, passed so far`}
          state={estimate === null ? { kind: 'not-run', reason: 'nothing is judged yet' } : { kind: 'measured', estimate }}
        />
      );
    })}
  </div>
);

const Now = ({ live }: { live: LiveRun }) =>
  live.running.length === 0 ? null : (
    <section aria-label="Running now">
      <h3>Running now</h3>
      {live.running.map(({ trialId, turn, tail }) => (
        <div key={trialId} className="run-now">
          <span>{`${onOneLine(trialId)}, turn ${turn + 1}`}</span>
          <pre>{showHidden(tail.slice(-200))}</pre>
        </div>
      ))}
    </section>
  );

type Ended = LiveRun['ended'][number];

const Events = ({ live, runId }: { live: LiveRun; runId: string }) => (
  <DataTable<Ended>
    caption={`The last ${Math.min(eventsShown, live.ended.length)} trials that ended, newest first`}
    columns={[
      {
        id: 'trial',
        title: 'Trial',
        cell: ({ trialId }) => (
          <Link to="/runs/$runId/trace" params={{ runId }} search={{ trial: trialId }}>
            {onOneLine(trialId)}
          </Link>
        ),
      },
      { id: 'outcome', title: 'Outcome', cell: ({ outcome, passed }) => <OutcomeTag outcome={outcome} passed={passed} /> },
      { id: 'took', title: 'Took', numeric: true, cell: ({ durationMs }) => sayDuration(durationMs) },
      { id: 'reason', title: 'Reason', cell: ({ reason }) => <span className="run-reason">{onOneLine(reason).slice(0, 200)}</span> },
    ]}
    rows={live.ended.slice(-eventsShown).toReversed()}
    keyOf={({ trialId }) => trialId}
    density="compact"
    empty="No trial has ended yet."
  />
);

const stateWords: Record<QueuedJob['state'], string> = {
  waiting: 'Waits for its turn',
  running: 'Running',
  paused: 'Paused; finished trials are kept',
  done: 'Done',
  failed: 'Stopped by a failure; finished trials are kept',
  cancelled: 'Cancelled; finished trials are kept',
};

/** What a job does now, what is left, and its running scores. */
export const LivePanel = ({ job, runId }: { job: QueuedJob; runId: string }) => {
  const live = useLive((state) => state.live[job.id]);
  const ahead = job.ahead === 0 ? '' : `, ${job.ahead} before it`;
  return (
    <section className="run-live" aria-label="Live">
      <h2>{`${stateWords[job.state]}${ahead}`}</h2>
      {job.problem === null ? null : (
        <div role="alert">
          <p>{job.problem.message}</p>
          <NextStep step={job.problem.nextStep} />
        </div>
      )}
      {live === undefined ? null : (
        <>
          {live.stage === null ? null : <p role="status">{onOneLine(live.stage.message)}</p>}
          <Progress live={live} />
        </>
      )}
      <Buttons job={job} />
      {live === undefined ? null : (
        <>
          <RunningScores live={live} />
          <Sparkline rates={live.tokensPerSecond} />
          <Now live={live} />
          <Events live={live} runId={runId} />
        </>
      )}
    </section>
  );
};
