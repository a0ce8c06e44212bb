import type { NotRun, Profile, Run, Trial } from '@benchloop/spec';

const unsupportedOf = (suiteId: string, trials: readonly Trial[]): NotRun => {
  const said = trials[0]?.reason ?? '';
  const [reason = '', remedy] = said.split(/; (.*)/s);
  return {
    suiteId,
    reason: reason === '' ? 'this stack does not support it' : reason,
    remedy: remedy ?? 'take a model or a harness that supports it',
  };
};

/** True when the suite made at least one attempt; a suite without one is `not run`, never 0. */
export const wasRun = (trials: readonly Trial[]): boolean =>
  trials.some(({ outcome }) => outcome !== 'unsupported' && outcome !== 'cancelled');

/** Why a suite of the manifest made no attempt. */
const notAttempted = (run: Run, suiteId: string, trials: readonly Trial[]): NotRun => {
  const unsupported = trials.filter(({ outcome }) => outcome === 'unsupported');
  if (unsupported.length > 0) return unsupportedOf(suiteId, unsupported);
  const reason = run.status === 'running' ? 'its first trial has not ended yet' : 'the run ended before its first trial';
  return { suiteId, reason, remedy: `bench-loop resume ${run.id}` };
};

/** Everything that was planned, or belongs to the profile, and was not run; the run's own entries first. */
export const notRunOf = (run: Run, trialsOf: (suiteId: string) => readonly Trial[], profile: Profile | null): NotRun[] => {
  const told = new Set(run.notRun.map(({ suiteId }) => suiteId));
  const planned = run.manifest.suites.map(({ id }) => id);
  const missing = planned.filter((id) => !told.has(id) && !wasRun(trialsOf(id))).map((id) => notAttempted(run, id, trialsOf(id)));
  const left = (profile?.suites ?? [])
    .filter((id) => !told.has(id) && !planned.includes(id))
    .map((id) => ({ suiteId: id, reason: `left out of this ${profile?.id} run`, remedy: `bench-loop run --suites ${id}` }));
  return [...run.notRun, ...missing, ...left];
};
