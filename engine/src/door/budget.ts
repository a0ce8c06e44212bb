import { isJudged, type Plan, type Report, type Task, type Trial } from '@benchloop/spec';
import { decodeRateOf } from '../compare/figures.ts';
import { quantilesOf } from '../measure/statistics/quantile.ts';
import { groupBy } from '../summary/group-by.ts';
import { selectForSuites } from '../run/select-tasks.ts';
import { seedOf } from '../run/manifest.ts';
import type { Parts } from './lists.ts';
import { loadReport, readIndex } from './load-report.ts';
import { partOf } from './session.ts';

/** What a run will take. Where this stack was measured before, tokens and time come from there; else tokens are an upper bound and time is unknown. */
export type Budget = {
  trials: number;
  /** At least one for each trial; a task with tools takes several. */
  requests: { least: number; most: number };
  promptTokens: number;
  /** Null = this stack was never measured, so only the limit is known. */
  completionTokens: number | null;
  completionTokensLimit: number;
  /** Milliseconds; null = this stack was never measured. */
  expectedMs: number | null;
  /** The run that the speed comes from. */
  measuredBy: string | null;
  /** `basis` tells where the time comes from: earlier trials of the suite, or only the rates of others at one request a trial, which is a least. */
  suites: { id: string; trials: number; expectedMs: number | null; basis: 'trials' | 'rates' | null }[];
};

/** Characters of English text and JSON that one token holds about; only for prompts that were never counted. */
const charactersPerToken = 3.6;

const promptTokensOf = ({ messages, tools }: Task): number =>
  (JSON.stringify(messages).length + (tools === undefined ? 0 : JSON.stringify(tools).length)) / charactersPerToken;

/** Of the runs of the same model through the same provider and harness the one that holds most of the suites; of equals the latest. */
const earlierRun = async (home: string, plan: Plan): Promise<Report | null> => {
  const { standings } = await readIndex(home);
  const same = standings.filter(
    ({ provider, harness, model, judged, decodeTokensPerSecond }) =>
      provider === plan.provider.value &&
      harness === plan.harness.value &&
      (judged > 0 || decodeTokensPerSecond !== null) &&
      (model === plan.model.value || plan.model.value === null || plan.model.value === 'starter'),
  );
  const heldBy = ({ tasks }: (typeof same)[number]): number => plan.suites.value.filter((id) => id in tasks).length;
  const [best] = same.toSorted((one, other) => heldBy(other) - heldBy(one) || (one.createdAt < other.createdAt ? 1 : -1));
  return best === undefined ? null : loadReport(home, best.runId).catch(() => null);
};

const tokensWritten = ({ calls }: Trial): number => calls.reduce((sum, { usage }) => sum + (usage?.completionTokens ?? 0), 0);

/** Mean time and tokens of a trial of each suite in an earlier run. */
const meansOf = (report: Report) =>
  new Map(
    [
      ...groupBy(
        report.trials.filter(({ outcome }) => isJudged(outcome)),
        ({ suiteId }) => suiteId,
      ),
    ].map(([id, trials]) => [
      id,
      {
        durationMs: trials.reduce((sum, { durationMs }) => sum + durationMs, 0) / trials.length,
        tokens: trials.reduce((sum, trial) => sum + tokensWritten(trial), 0) / trials.length,
      },
    ]),
  );

/** Time of a suite that the earlier run did not hold: prompts at the measured prefill rate, replies at the decode rate. */
const timeFromRates = (tasks: readonly Task[], report: Report, tokensPerTrial: number): number | null => {
  const decode = decodeRateOf(report);
  const prefill = report.summary.speed.find(({ cell }) => cell === 'all')?.prefillTokensPerSecond?.p50 ?? null;
  if (decode === null) return null;
  const prompt = tasks.reduce((sum, task) => sum + promptTokensOf(task), 0);
  return 1000 * ((prefill === null ? 0 : prompt / prefill) + (tasks.length * tokensPerTrial) / decode);
};

/** What the run of a plan will take, before it is started. */
export const budgetOf = async ({ home, plan, parts }: { home: string; plan: Plan; parts: Parts }): Promise<Budget> => {
  const suites = plan.suites.value.map((id) => partOf(parts.suites, 'suite', id));
  const selected = selectForSuites(suites, (suite) => seedOf(plan, suite), {
    names: plan.tasks.value,
    perSuite: plan.tasksPerSuite.value,
    maxContextTokens: plan.maxContextTokens?.value ?? null,
  });
  const trialsEach = plan.trials.value;
  const earlier = await earlierRun(home, plan);
  const means = earlier === null ? null : meansOf(earlier);
  const allTokens = earlier === null ? null : quantilesOf(earlier.trials.filter(({ outcome }) => isJudged(outcome)).map(tokensWritten));
  const rows = suites.map(({ id }) => {
    const tasks = selected.get(id) ?? [];
    const mean = means?.get(id) ?? null;
    const tokens = mean?.tokens ?? allTokens?.p50 ?? null;
    const once =
      mean !== null ? mean.durationMs * tasks.length : earlier === null || tokens === null ? null : timeFromRates(tasks, earlier, tokens);
    const basis = once === null ? null : mean === null ? ('rates' as const) : ('trials' as const);
    return { id, tasks, tokens, basis, expectedMs: once === null ? null : (once * trialsEach) / plan.concurrency.value };
  });
  const tasks = rows.flatMap((row) => row.tasks);
  const limitOf = (task: Task): number => Math.min(task.limits.maxTokens, plan.maxTokens.value ?? Infinity);
  const isKnown = earlier !== null && rows.every(({ expectedMs, tokens }) => expectedMs !== null && tokens !== null);
  return {
    trials: tasks.length * trialsEach,
    requests: {
      least: tasks.length * trialsEach,
      most: trialsEach * tasks.reduce((sum, task) => sum + (task.tools === undefined ? 1 : task.limits.maxTurns), 0),
    },
    promptTokens: Math.round(trialsEach * tasks.reduce((sum, task) => sum + promptTokensOf(task), 0)),
    completionTokens: isKnown ? Math.round(trialsEach * rows.reduce((sum, row) => sum + row.tasks.length * (row.tokens ?? 0), 0)) : null,
    completionTokensLimit:
      trialsEach * tasks.reduce((sum, task) => sum + limitOf(task) * (task.tools === undefined ? 1 : task.limits.maxTurns), 0),
    expectedMs: isKnown ? rows.reduce((sum, row) => sum + (row.expectedMs ?? 0), 0) : null,
    measuredBy: earlier?.run.id ?? null,
    suites: rows.map(({ id, tasks: each, expectedMs, basis }) => ({ id, trials: each.length * trialsEach, expectedMs, basis })),
  };
};
