import { isJudged, UserError, type Run, type Trial, type Warning } from '@benchloop/spec';
import { adaptiveOrder } from '../run/adaptive-order.ts';
import type { WorkItem } from '../run/run-trial.ts';
import { parseUntil } from '../run/until.ts';
import type { RunStore } from '../store/run-store.ts';
import { separationRule, widthRule, type StopRule } from '../summary/adaptive-stop.ts';

export type StopRuleInput = {
  run: Run;
  work: readonly WorkItem[];
  done: readonly Trial[];
  store: Pick<RunStore, 'loadRun' | 'loadTrials'>;
};

const isScored = ({ suite }: WorkItem): boolean => suite.judge === 'scorer';

const widthRuleOf = ({ run, work, done }: StopRuleInput, points: number): StopRule => {
  const scored = work.filter(isScored);
  const suites = [...new Set(scored.map(({ suite }) => suite.id))];
  if (suites.length === 0)
    throw new UserError(
      'The run has no suite with a score whose interval could get narrower.',
      'Leave out --until, or add a scored suite.',
    );
  const before = done.filter(({ suiteId, outcome }) => suites.includes(suiteId) && isJudged(outcome)).length;
  return widthRule({ manifest: run.manifest, suites, points, planned: scored.length, done: before });
};

/** Suites are the same where their digests are: same tasks, keys, scorer and seed. */
const separationRuleOf = async ({ run, work, done, store }: StopRuleInput, baselineId: string): Promise<StopRule> => {
  const other = await store.loadRun(baselineId);
  const { trials } = await store.loadTrials(baselineId);
  const same = new Set(
    run.manifest.suites
      .filter(({ id, digest }) => other.manifest.suites.some((one) => one.id === id && one.digest === digest))
      .map(({ id }) => id),
  );
  const baseline = trials.filter(({ suiteId, outcome }) => same.has(suiteId) && isJudged(outcome));
  const tasks = new Set(baseline.map(({ suiteId, taskId }) => `${suiteId}/${taskId}`));
  const planned = work.filter((item) => isScored(item) && tasks.has(`${item.suite.id}/${item.task.id}`));
  if (planned.length < 2)
    throw new UserError(
      `Run ${baselineId} and this one have no tasks in common, so nothing could tell them apart.`,
      'Name a run of the same suites, seed and BenchLoop version, or leave out --until.',
    );
  const wanted = new Set(planned.map(({ trialId }) => trialId));
  const before = done.filter(({ id, outcome }) => wanted.has(id) && isJudged(outcome)).length;
  const kept = new Set(planned.map(({ suite, task }) => `${suite.id}/${task.id}`));
  return separationRule({
    baseline: baseline.filter(({ suiteId, taskId }) => kept.has(`${suiteId}/${taskId}`)),
    baselineId,
    planned: planned.length,
    done: before,
  });
};

/** The rule by which a run of this plan stops early; null = it runs all. Throws a `UserError` where the rule can never be met. */
export const stopRuleOf = async (input: StopRuleInput): Promise<StopRule | null> => {
  const text = input.run.plan.until?.value;
  if (text === undefined) return null;
  const until = parseUntil(text);
  return until.kind === 'width' ? widthRuleOf(input, until.points) : separationRuleOf(input, until.runId);
};

/** Said in every report of a run that stopped before all its trials: it answers the question it was given, and no other. */
export const stoppedEarly = (reached: string, done: number, planned: number): Warning => ({
  code: 'stopped-early',
  message: `Stopped after ${done} of ${planned} trials, because ${reached}.`,
  nextStep: 'The run has no overall figure beside whole runs. For one, run again without --until.',
});

/** Whether a run that was to stop early holds just the first trials of its order: none was left out for its result. */
export const isFairStop = (run: Run, work: readonly WorkItem[], trials: readonly Trial[]): boolean => {
  if (run.plan.until === undefined || trials.length > work.length) return false;
  const first = adaptiveOrder(work, run.manifest.digest).slice(0, trials.length);
  const stored = new Set(trials.map(({ id }) => id));
  return first.every(({ trialId }) => stored.has(trialId));
};
