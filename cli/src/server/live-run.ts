import { isJudged, type LiveRun, type RunEvent, type Trial, type TrialRow, type Warning } from '@benchloop/spec';
import { decodeRate } from '../screen/state.ts';

/** 95 % interval of a share of so many. */
export type Interval = (share: number, judged: number) => { low: number; high: number };

/** What is known of one running job. `take` gives true where a page should be told at once. */
export type LiveTracker = { take: (event: RunEvent, nowMs: number) => boolean; live: () => LiveRun };

const keptEnded = 200;
/** Decode rates that a page draws. */
export const keptRates = 120;
const tailLength = 400;

const lastOf = <Item>(items: readonly Item[], count: number): Item[] => items.slice(Math.max(0, items.length - count));

type Ended = Pick<TrialRow, 'id' | 'suiteId' | 'outcome' | 'passed' | 'durationMs' | 'reason' | 'retries'>;

/** What an earlier session left of a run: its trials in the order in which they ended, and the decode rates of the last ones. */
export type StoredLive = {
  runId: string;
  planned: number;
  warnings: Warning[];
  trials: readonly Ended[];
  tokensPerSecond: readonly number[];
};

const suitesWith = (suites: LiveRun['suites'], trial: Ended, interval: Interval): LiveRun['suites'] => {
  const before = suites.find(({ id }) => id === trial.suiteId);
  const judged = (before?.judged ?? 0) + Number(isJudged(trial.outcome));
  const passed = (before?.passed ?? 0) + Number(trial.passed === true);
  const passRate = judged === 0 ? null : { value: passed / judged, ...interval(passed / judged, judged) };
  const after = { id: trial.suiteId, judged, passed, ended: (before?.ended ?? 0) + 1, passRate };
  return before === undefined ? [...suites, after] : suites.map((one) => (one === before ? after : one));
};

const lineOf = ({ id, outcome, passed, durationMs, reason }: Ended): LiveRun['ended'][number] => ({
  trialId: id,
  outcome,
  passed: passed === true,
  durationMs,
  reason,
});

const endedOf = ({ id, suiteId, outcome, score, durationMs, reason, retries }: Trial): Ended => ({
  id,
  suiteId,
  outcome,
  passed: score?.passed ?? null,
  durationMs,
  reason,
  retries,
});

/** A job of which nothing is known yet. */
export const nothingYet = (jobId: string): LiveRun => ({
  jobId,
  runId: null,
  stage: null,
  planned: 0,
  done: 0,
  startedAt: null,
  remainingMs: null,
  suites: [],
  running: [],
  tokensPerSecond: [],
  ended: [],
  retries: 0,
  warnings: [],
});

const scoresOf = (trials: readonly Ended[], interval: Interval): Pick<LiveRun, 'suites' | 'ended' | 'retries'> => ({
  suites: trials.reduce<LiveRun['suites']>((suites, trial) => suitesWith(suites, trial, interval), []),
  ended: lastOf(trials, keptEnded).map(lineOf),
  retries: trials.reduce((sum, { retries }) => sum + retries, 0),
});

/** What is known of a run that stands still, from what is stored of it. */
export const liveOfStored = (jobId: string, stored: StoredLive, interval: Interval): LiveRun => ({
  ...nothingYet(jobId),
  runId: stored.runId,
  planned: stored.planned,
  done: stored.trials.length,
  ...scoresOf(stored.trials, interval),
  tokensPerSecond: lastOf(stored.tokensPerSecond, keptRates),
  warnings: stored.warnings,
});

const textsOf = (running: LiveRun['running'], event: Extract<RunEvent, { type: 'trial-progress' }>): LiveRun['running'] =>
  running.map((one) =>
    one.trialId === event.trialId
      ? { ...one, turn: event.turn, textEvents: one.textEvents + 1, tail: `${one.tail}${event.text}`.slice(-tailLength) }
      : one,
  );

/** Follows the events of one job, from what is stored of its run where it goes on. Texts of running replies are told only together with something else, or when asked for. */
export const createLiveTracker = (jobId: string, interval: Interval, stored: StoredLive | null = null): LiveTracker => {
  let startedMs = 0;
  let endedHere = 0;
  // A trial that is stopped is not stored, so its tries leave with it.
  const triesOf = new Map<string, number>();
  let live = stored === null ? nothingYet(jobId) : liveOfStored(jobId, stored, interval);
  const end = (trial: Trial, nowMs: number): LiveRun => {
    endedHere += 1;
    const rate = decodeRate(trial);
    const done = live.done + 1;
    const tries = triesOf.get(trial.id) ?? 0;
    triesOf.delete(trial.id);
    return {
      ...live,
      done,
      remainingMs: (Math.max(0, live.planned - done) * (nowMs - startedMs)) / endedHere,
      suites: suitesWith(live.suites, endedOf(trial), interval),
      running: live.running.filter(({ trialId }) => trialId !== trial.id),
      tokensPerSecond: rate === null ? live.tokensPerSecond : lastOf([...live.tokensPerSecond, rate], keptRates),
      ended: lastOf([...live.ended, lineOf(endedOf(trial))], keptEnded),
      retries: live.retries - tries + trial.retries,
    };
  };
  const next = (event: RunEvent, nowMs: number): LiveRun => {
    switch (event.type) {
      case 'stage':
        return { ...live, stage: { message: event.message, share: event.share } };
      case 'run-start':
        startedMs = nowMs;
        return {
          ...live,
          // Trials of this session may have been stored before the stored ones were read.
          ...(stored === null ? {} : scoresOf(stored.trials.slice(0, event.done), interval)),
          runId: event.run.id,
          stage: null,
          planned: event.planned,
          done: event.done,
          startedAt: new Date(nowMs).toISOString(),
          warnings: event.run.warnings,
        };
      case 'trial-start':
        return { ...live, running: [...live.running, { trialId: event.trialId, turn: 0, textEvents: 0, tail: '' }] };
      case 'trial-progress':
        return { ...live, running: textsOf(live.running, event) };
      case 'trial-retry':
        triesOf.set(event.trialId, (triesOf.get(event.trialId) ?? 0) + 1);
        return { ...live, retries: live.retries + 1 };
      case 'trial-end':
        return end(event.trial, nowMs);
      case 'warning':
        return { ...live, warnings: [...live.warnings, event.warning] };
      case 'run-end':
        return {
          ...live,
          running: [],
          retries: live.retries - [...triesOf.values()].reduce((sum, tries) => sum + tries, 0),
          remainingMs: live.done < live.planned ? null : 0,
        };
    }
  };
  return {
    take: (event, nowMs) => {
      live = next(event, nowMs);
      return event.type !== 'trial-progress';
    },
    live: () => live,
  };
};
