import { randomBytes } from 'node:crypto';
import type { Job, LiveRun, QueuedJob, RunSettings } from '@benchloop/spec';
import type { Bus } from '../bus.ts';
import { createLiveTracker, liveOfStored, type Interval, type LiveTracker, type StoredLive } from '../live-run.ts';
import type { ChildMessage } from './messages.ts';
import { startEngineChild, type EngineChild } from './start-child.ts';

export type NewJob = { settings: RunSettings; group: Job['group'] };

/** The durable queue of the app: one running job for each endpoint, the others in their order. */
export type JobQueue = {
  list: () => QueuedJob[];
  /** What is known of a job that has begun, in this start of the app or an earlier one; null = nothing. */
  live: (jobId: string) => Promise<LiveRun | null>;
  add: (jobs: readonly NewJob[]) => QueuedJob[];
  /** Goes on with a stored run that was interrupted. */
  addResume: (runId: string, settings: RunSettings) => QueuedJob;
  pause: (id: string) => boolean;
  goOn: (id: string) => boolean;
  cancel: (id: string) => boolean;
  /** Moves a waiting job to a place among the waiting ones, 0 = next. */
  move: (id: string, place: number) => boolean;
  /** Takes an ended job out of the list. */
  forget: (id: string) => boolean;
  /** Stops what runs, keeps it for the next start, and resolves when all processes have ended. */
  close: () => Promise<void>;
};

export type QueueOptions = {
  bus: Bus;
  jobs: readonly Job[];
  save: (jobs: readonly Job[]) => Promise<void>;
  interval: Interval;
  queueKeyOf: (settings: RunSettings) => string;
  /** What is stored of a run; null where it can’t be read. */
  storedLive: (runId: string) => Promise<StoredLive | null>;
};

type Running = { child: EngineChild; tracker: LiveTracker | null; wanted: 'paused' | 'cancelled' | 'waiting' | null };

const isOpen = ({ state }: Job): boolean => state === 'waiting' || state === 'running';

/** What a job was when the app ended: a run in the middle goes on, at its old place. */
const revived = (job: Job): Job => (job.state === 'running' ? { ...job, state: 'waiting' } : job);

export const createJobQueue = ({ bus, jobs: stored, save, interval, queueKeyOf, storedLive }: QueueOptions): JobQueue => {
  let jobs = stored.map(revived);
  let closing = false;
  let saving: Promise<void> = Promise.resolve();
  const running = new Map<string, Running>();
  const lastLive = new Map<string, LiveRun>();

  const find = (id: string): Job | undefined => jobs.find((job) => job.id === id);
  const list = (): QueuedJob[] =>
    jobs.map((job, at) => ({
      ...job,
      ahead:
        job.state === 'waiting'
          ? jobs.filter((other, place) => other.queueKey === job.queueKey && isOpen(other) && (other.state === 'running' || place < at))
              .length
          : 0,
    }));
  const changed = (): void => {
    const now = [...jobs];
    saving = saving.then(() => save(now)).catch(() => undefined);
    bus.publish({ type: 'queue', jobs: list() });
  };
  const update = (id: string, change: Partial<Job>): void => {
    jobs = jobs.map((job) => (job.id === id ? { ...job, ...change } : job));
    changed();
  };

  const endStateOf = (job: Job, status: string): Pick<Job, 'state'> => {
    const wanted = running.get(job.id)?.wanted ?? null;
    if (status !== 'interrupted') return { state: 'done' };
    return { state: wanted ?? 'paused' };
  };

  const take =
    (id: string, tracker: LiveTracker) =>
    (message: ChildMessage): void => {
      const job = find(id);
      if (job === undefined) return;
      if (message.say === 'event') {
        const { event } = message;
        const isTold = tracker.take(event, Date.now());
        if (event.type === 'run-start' && job.runId !== event.run.id) {
          update(id, { runId: event.run.id });
          bus.publish({ type: 'runs-changed' });
        }
        if (event.type === 'trial-end' && job.runId !== null)
          bus.publish({ type: 'trial', jobId: id, runId: job.runId, trial: event.trial });
        if (isTold) bus.publish({ type: 'live', live: tracker.live() });
      } else if (message.say === 'ended') update(id, { ...endStateOf(job, message.status), runId: message.runId });
      else if (message.say === 'failed') {
        const wanted = running.get(id)?.wanted ?? null;
        update(id, wanted === null ? { state: 'failed', problem: message.problem } : { state: wanted });
      }
    };

  const begin = (job: Job): void => {
    // What the child says waits until it is known what was there before it.
    const before = job.runId === null ? Promise.resolve(null) : storedLive(job.runId);
    const followed = before.then((found) => (entry.tracker = createLiveTracker(job.id, interval, found)));
    const child = startEngineChild(
      job.runId === null ? { do: 'run', settings: job.settings } : { do: 'resume', runId: job.runId },
      (message) => void followed.then((tracker) => take(job.id, tracker)(message)),
    );
    const entry: Running = { child, tracker: null, wanted: null };
    running.set(job.id, entry);
    update(job.id, { state: 'running', problem: null });
    void Promise.all([child.ended, followed]).then(([, tracker]) => {
      lastLive.set(job.id, tracker.live());
      running.delete(job.id);
      bus.publish({ type: 'runs-changed' });
      startNext();
    });
  };

  const startNext = (): void => {
    if (closing) return;
    const busy = new Set([...running.keys()].map((id) => find(id)?.queueKey));
    for (const job of jobs) {
      if (job.state !== 'waiting' || busy.has(job.queueKey)) continue;
      busy.add(job.queueKey);
      begin(job);
    }
  };

  const stop = (id: string, wanted: 'paused' | 'cancelled' | 'waiting', command: 'stop-soon' | 'stop-now'): boolean => {
    const entry = running.get(id);
    if (entry === undefined) return false;
    entry.wanted = wanted;
    entry.child.tell(command);
    return true;
  };

  const create = ({ settings, group }: NewJob, runId: string | null): Job => ({
    id: `${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`,
    createdAt: new Date().toISOString(),
    state: 'waiting',
    settings,
    group,
    queueKey: queueKeyOf(settings),
    runId,
    problem: null,
  });

  const append = (added: Job[]): QueuedJob[] => {
    jobs = [...jobs, ...added];
    changed();
    startNext();
    return list().filter(({ id }) => added.some((job) => job.id === id));
  };

  const setWaiting = (id: string, state: 'waiting' | 'cancelled' | 'paused', from: readonly Job['state'][]): boolean => {
    const job = find(id);
    if (job === undefined || !from.includes(job.state)) return false;
    update(id, { state });
    startNext();
    return true;
  };

  const live = async (id: string): Promise<LiveRun | null> => {
    const told = running.get(id)?.tracker?.live() ?? lastLive.get(id) ?? null;
    const runId = find(id)?.runId ?? null;
    if (told !== null || runId === null) return told;
    const left = await storedLive(runId);
    return left === null ? null : liveOfStored(id, left, interval);
  };

  startNext();
  return {
    list,
    live,
    add: (added) => append(added.map((job) => create(job, null))),
    addResume: (runId, settings) => append([create({ settings, group: null }, runId)])[0] as QueuedJob,
    pause: (id) => stop(id, 'paused', 'stop-soon') || setWaiting(id, 'paused', ['waiting']),
    goOn: (id) => setWaiting(id, 'waiting', ['paused', 'failed', 'cancelled']),
    cancel: (id) => stop(id, 'cancelled', 'stop-now') || setWaiting(id, 'cancelled', ['waiting', 'paused']),
    move: (id, place) => {
      const job = find(id);
      if (job?.state !== 'waiting') return false;
      const others = jobs.filter((one) => one.id !== id);
      const waiting = others.filter(({ state }) => state === 'waiting');
      const before = waiting[place];
      const at = before === undefined ? others.length : others.indexOf(before);
      jobs = [...others.slice(0, at), job, ...others.slice(at)];
      changed();
      return true;
    },
    forget: (id) => {
      const job = find(id);
      if (job === undefined || isOpen(job)) return false;
      jobs = jobs.filter((one) => one.id !== id);
      changed();
      return true;
    },
    close: async () => {
      closing = true;
      const ends = [...running.entries()].map(([id, { child }]) => {
        stop(id, 'waiting', 'stop-now');
        return child.ended;
      });
      await Promise.all(ends);
      await saving;
    },
  };
};
