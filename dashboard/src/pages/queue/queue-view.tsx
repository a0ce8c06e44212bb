import { Link } from '@tanstack/react-router';
import { DataTable, onOneLine, sayDuration, sayPercent, type Column } from '@benchloop/ui';
import type { LiveRun, QueuedJob } from '@benchloop/spec';
import { useLive } from '../../data/live.ts';
import { sayModel } from '../../data/model-name.ts';
import { sayInTheApp } from '../../shell/in-the-app.ts';
import { Empty, Problem } from '../../shell/problem.tsx';
import { jobChanges, useJobChange, type JobChange } from '../../data/job-changes.ts';
import { useJobMove } from './data.ts';

type Row = { job: QueuedJob; live: LiveRun | undefined; place: number; waiting: number };

const nameOf = ({ settings, group }: QueuedJob): string =>
  onOneLine(
    `${group === null ? '' : `${group.title}: `}${sayModel(settings.model)}, ${settings.harness ?? 'raw'}, ${settings.profile ?? 'smoke'}`,
  );

const sayLive = (live: LiveRun | undefined): string => {
  if (live === undefined) return 'starting';
  if (live.planned === 0) return live.stage === null ? 'starting' : onOneLine(live.stage.message);
  const left = live.remainingMs === null ? '' : `, about ${sayDuration(live.remainingMs)} left`;
  return `${live.done} of ${live.planned} (${sayPercent(live.done / live.planned)})${left}`;
};

const sayState = ({ job, live }: Row): string => {
  if (job.state === 'running') return `running: ${sayLive(live)}`;
  if (job.state === 'waiting') return job.ahead === 0 ? 'waiting, next' : `waiting, ${job.ahead} before it`;
  return job.state;
};

type Act = { change: (id: string, change: JobChange) => void; move: (id: string, place: number) => void };

type MoveProps = { job: QueuedJob; to: number; most: number; way: 'up' | 'down'; act: Act };

/** Keeps the focus at the end of the list too, so that a key can be pressed until it is there. */
const Move = ({ job, to, most, way, act }: MoveProps) => {
  const isEnd = to < 0 || to > most;
  return (
    <button
      type="button"
      aria-disabled={isEnd}
      onClick={() => (isEnd ? undefined : act.move(job.id, to))}
      aria-label={`Move ${nameOf(job)} ${way}`}
    >
      {way === 'up' ? '↑' : '↓'}
    </button>
  );
};

const Actions = ({ row: { job, place, waiting }, act }: { row: Row; act: Act }) => (
  <span className="app-actions">
    {job.state === 'waiting' && waiting > 1 ? (
      <>
        <Move job={job} to={place - 1} most={waiting - 1} way="up" act={act} />
        <Move job={job} to={place + 1} most={waiting - 1} way="down" act={act} />
      </>
    ) : null}
    {jobChanges[job.state].map(([change, title]) => (
      <button key={change} type="button" onClick={() => act.change(job.id, change)} aria-label={`${title}: ${nameOf(job)}`}>
        {title}
      </button>
    ))}
  </span>
);

const columnsWith = (act: Act): Column<Row>[] => [
  { id: 'job', title: 'Run', cell: ({ job }) => nameOf(job) },
  { id: 'state', title: 'State', cell: sayState },
  { id: 'queue', title: 'Queue of', cell: ({ job }) => (job.queueKey === 'embedded' ? 'embedded engine' : onOneLine(job.queueKey)) },
  {
    id: 'open',
    title: 'Result',
    cell: ({ job }) =>
      job.runId === null ? (
        '—'
      ) : (
        <Link to={`/runs/${job.runId}`} aria-label={`Open the run of ${nameOf(job)}`}>
          open
        </Link>
      ),
  },
  { id: 'actions', title: 'Change', cell: (row) => <Actions row={row} act={act} /> },
];

/** Every job of the durable queue in its order: one runs for each endpoint, the others wait. */
export const QueueView = () => {
  const jobs = useLive((state) => state.jobs);
  const live = useLive((state) => state.live);
  const change = useJobChange();
  const move = useJobMove();
  if (jobs.length === 0)
    return (
      <>
        <h1>Queue</h1>
        <Empty title="The queue is empty">
          <p>Runs that are started here wait for one another where they share an endpoint, and go on after a restart.</p>
          <Link to="/benchmark">Start a benchmark</Link>
        </Empty>
      </>
    );
  const waiting = jobs.filter(({ state }) => state === 'waiting');
  const rows = jobs.map((job): Row => ({ job, live: live[job.id], place: waiting.indexOf(job), waiting: waiting.length }));
  const act: Act = {
    change: (id, what) => change.mutate({ id, change: what }),
    move: (id, place) => move.mutate({ id, place }),
  };
  return (
    <>
      <h1>Queue</h1>
      {change.error === null && move.error === null ? null : <Problem error={change.error ?? move.error} />}
      <DataTable
        caption="One run at a time for each endpoint; others wait in this order"
        columns={columnsWith(act)}
        rows={rows}
        keyOf={({ job }) => job.id}
        notesOf={({ job }) => (job.problem === null ? [] : [`${job.problem.message} ${sayInTheApp(job.problem.nextStep)}`])}
      />
    </>
  );
};
