import { isJudged, type RunEvent, type Trial } from '@benchloop/spec';

export type RunningTrial = {
  trialId: string;
  startedAtMs: number;
  timed: boolean;
  textEvents: number;
  firstAtMs: number | null;
  lastAtMs: number | null;
};

/** What a live screen knows of a run. Made from events only. */
export type ScreenState = {
  planned: number;
  /** Trials stored, those of an earlier session included. */
  done: number;
  stage: string | null;
  startedAtMs: number | null;
  running: Map<string, RunningTrial>;
  suites: Map<string, { judged: number; passed: number; ended: number }>;
  /** Durations of the trials that ended in this session, milliseconds. */
  durationsMs: number[];
  tokensPerSecond: number | null;
  warnings: string[];
};

export const createScreenState = (): ScreenState => ({
  planned: 0,
  done: 0,
  stage: null,
  startedAtMs: null,
  running: new Map(),
  suites: new Map(),
  durationsMs: [],
  tokensPerSecond: null,
  warnings: [],
});

/** Decode rate of the last call that tells one, tokens per second by the client’s clock. */
export const decodeRate = (trial: Trial): number | null => {
  const call = trial.calls.findLast(({ timings }) => timings !== null && timings.firstTokenMs !== null && timings.lastTokenMs !== null);
  const tokens = call?.usage?.completionTokens ?? 0;
  const span = (call?.timings?.lastTokenMs ?? 0) - (call?.timings?.firstTokenMs ?? 0);
  return tokens > 1 && span > 0 ? ((tokens - 1) / span) * 1000 : null;
};

const endTrial = (state: ScreenState, trial: Trial): void => {
  state.running.delete(trial.id);
  state.done += 1;
  state.durationsMs.push(trial.durationMs);
  state.tokensPerSecond = decodeRate(trial) ?? state.tokensPerSecond;
  const suite = state.suites.get(trial.suiteId) ?? { judged: 0, passed: 0, ended: 0 };
  suite.ended += 1;
  if (isJudged(trial.outcome)) suite.judged += 1;
  if (trial.score?.passed === true) suite.passed += 1;
  state.suites.set(trial.suiteId, suite);
};

/** Takes one event into the state. */
export const reduceEvent = (state: ScreenState, event: RunEvent, nowMs: number): void => {
  if (event.type === 'stage') state.stage = event.share === null ? event.message : `${event.message} ${Math.round(event.share * 100)} %`;
  else if (event.type === 'run-start') Object.assign(state, { planned: event.planned, done: event.done, stage: null, startedAtMs: nowMs });
  else if (event.type === 'trial-start')
    state.running.set(event.trialId, {
      trialId: event.trialId,
      startedAtMs: nowMs,
      timed: event.timed,
      textEvents: 0,
      firstAtMs: null,
      lastAtMs: null,
    });
  else if (event.type === 'trial-progress') {
    const trial = state.running.get(event.trialId);
    if (trial === undefined) return;
    trial.textEvents += 1;
    trial.firstAtMs ??= event.sinceSentMs;
    trial.lastAtMs = event.sinceSentMs;
  } else if (event.type === 'trial-end') endTrial(state, event.trial);
  else if (event.type === 'warning') state.warnings.push(`${event.warning.message} ${event.warning.nextStep}`);
};

/** Time left by the mean duration of the trials so far; null before the first one ended. */
export const remainingMs = (state: ScreenState, concurrency: number): number | null => {
  if (state.durationsMs.length === 0) return null;
  const mean = state.durationsMs.reduce((sum, value) => sum + value, 0) / state.durationsMs.length;
  return ((state.planned - state.done) * mean) / concurrency;
};
