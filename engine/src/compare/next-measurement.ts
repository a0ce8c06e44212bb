import { isJudged, type Decision, type Report, type Use } from '@benchloop/spec';
import { meanOf } from '../measure/statistics/paired-task.ts';
import { tasksNeeded } from '../measure/statistics/power.ts';
import type { RankInterval } from '../measure/statistics/rank-intervals.ts';
import type { commonTasks } from './compare.ts';

/** Candidates weighed by a use, each in the place of its report. */
export type Weighed = { suites: ReturnType<typeof commonTasks>; ranks: RankInterval[]; shares: number[] };

type NextInput = { weighed: Weighed; reports: readonly Report[]; best: number; use: Use; missing: readonly string[] };

/** Tasks of a suite that `core` asks: enough for an interval of about ±18 points. */
const tasksOfMissing = 30;

/** Mean time of a judged trial of a suite; of one that the run did not hold the mean over its other suites. */
const trialMs = ({ trials, summary }: Report, suiteId: string): number | null => {
  const scored = new Set(summary.suites.filter(({ judge }) => judge === 'scorer').map(({ id }) => id));
  const judged = trials.filter((trial) => isJudged(trial.outcome) && scored.has(trial.suiteId));
  const own = judged.filter((trial) => trial.suiteId === suiteId);
  const known = own.length > 0 ? own : judged;
  return known.length === 0 ? null : meanOf(known.map(({ durationMs }) => durationMs));
};

/** Time for so many tasks of each suite in each of the runs, one after the other; null = nothing was timed. */
const timeFor = (reports: readonly (Report | undefined)[], tasks: Readonly<Record<string, number>>): number | null => {
  const parts = reports.flatMap((report) =>
    Object.entries(tasks).map(([id, count]) => {
      const each = report === undefined ? null : trialMs(report, id);
      return each === null ? null : each * count;
    }),
  );
  return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
};

/** Tasks still needed to part two candidates; null = they did equally well, so nothing is to be said. */
const tasksToPart = ({ suites }: Weighed, [best, second]: readonly [number, number]): number | null => {
  const total = suites.reduce((sum, { weight }) => sum + weight, 0);
  const count = suites.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const each = suites.flatMap(({ weight, tasks }) =>
    tasks.map((row) => (((row[best] ?? 0) - (row[second] ?? 0)) * weight * count) / total / tasks.length),
  );
  const difference = meanOf(each);
  if (Math.abs(difference) < 1e-9) return null;
  const needed = tasksNeeded({ difference, square: meanOf(each.map((value) => value ** 2)) });
  return needed === null ? null : Math.max(1, needed - each.length);
};

/** Suites that count and that nobody ran: until they are judged the answer is one of another use. */
const measureMissing = ({ reports, best, use, missing }: NextInput): Decision['next'] => {
  const total = Object.values(use.weights).reduce((sum, weight) => sum + weight, 0);
  const share = missing.reduce((sum, id) => sum + (use.weights[id] ?? 0), 0) / total;
  const ids = Object.keys(use.weights);
  const report = reports[best];
  const harness = report?.run.manifest.harness.id;
  return {
    what: `${missing.join(' and ')} ${missing.length === 1 ? 'counts' : 'count'} for ${Math.round(100 * share)} % of this use, and no run has judged ${missing.length === 1 ? 'it' : 'them'}: run the suites of this use together in each stack, the choice first.`,
    command: `bench-loop run --profile custom --suites ${ids.join(',')} --tasks-per-suite ${tasksOfMissing}${harness === undefined ? '' : ` --harness ${harness}`}`,
    expectedMs: timeFor([report], Object.fromEntries(ids.map((id) => [id, tasksOfMissing]))),
  };
};

const partFromRival = ({ weighed, reports, best }: NextInput): Decision['next'] => {
  const tied = weighed.ranks[best]?.tiedWith ?? [];
  const rival = tied.toSorted((one, other) => (weighed.ranks[other]?.value ?? 0) - (weighed.ranks[one]?.value ?? 0))[0];
  if (rival === undefined) return null;
  const needed = tasksToPart(weighed, [best, rival]);
  const tasks = weighed.suites.reduce((sum, suite) => sum + suite.tasks.length, 0);
  const most = Math.max(...weighed.suites.map((suite) => suite.tasks.length));
  const sets = needed === null ? 1 : Math.max(1, Math.ceil(needed / Math.max(1, tasks)));
  const each = Object.fromEntries(weighed.suites.map((suite) => [suite.id, most * sets]));
  const seeds = sets === 1 ? 'the same seed for both' : `for both, then again with seeds up to ${sets}`;
  return {
    what:
      needed === null
        ? 'The choice and its nearest rival scored the same, so a fresh set of tasks in each is the next thing that could part them.'
        : `About ${needed} more tasks would separate the choice from its nearest rival (${sets} fresh ${sets === 1 ? 'set' : 'sets'} in each).`,
    command: `bench-loop run --profile custom --suites ${weighed.suites.map(({ id }) => id).join(',')} --tasks-per-suite ${most} --seed 1 (${seeds})`,
    expectedMs: timeFor([reports[best], reports[rival]], each),
  };
};

/** The next measurement worth making: first what nobody measured, then what parts the choice from who can't be told apart from it. */
export const nextMeasurement = (input: NextInput): Decision['next'] =>
  input.missing.length > 0 ? measureMissing(input) : partFromRival(input);
