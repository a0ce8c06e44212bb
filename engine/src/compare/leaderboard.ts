import type { Board, LeaderboardRow, Standing } from '@benchloop/spec';
import { defaultConfidence, type Interval } from '../measure/statistics/confidence.ts';
import { rankIntervals, type RankedSuite, type RankInterval } from '../measure/statistics/rank-intervals.ts';
import { weightedMeanInterval } from '../measure/statistics/weighted-mean-interval.ts';
import { wilsonInterval } from '../measure/statistics/wilson.ts';
import { suiteWeights } from '../summary/formula.ts';
import { groupBy } from '../summary/group-by.ts';

/** Ranks hold for all pairs of a board at once, which takes the square of its runs: the best of a larger board are ranked. */
export const mostRanked = 200;

/** Tasks of suites with a weight that every one of the standings tried. */
const sharedSuites = (standings: readonly Standing[]): RankedSuite[] => {
  const [first, ...others] = standings;
  if (first === undefined) return [];
  return Object.entries(first.tasks).flatMap(([suiteId, tasks]) => {
    const weight = suiteWeights[suiteId] ?? 0;
    const rows = Object.keys(tasks)
      .map((taskId) => [first, ...others].map((standing) => standing.tasks[suiteId]?.[taskId] ?? Number.NaN))
      .filter((row) => !row.some(Number.isNaN));
    return weight > 0 && rows.length > 1 ? [{ weight, tasks: rows }] : [];
  });
};

/**
 * Limits of one run's quality over the tasks that are ranked, 0 to 100. Wilson's limits hold for graded tasks too, because a mean
 * of values between 0 and 1 varies at most as much as a pass rate with the same mean.
 */
const limitsOf = (suites: readonly RankedSuite[], run: number): Interval => {
  const parts = suites.map(({ weight, tasks }) => {
    const sum = tasks.reduce((total, row) => total + (row[run] ?? 0), 0);
    // Rounding of a mean may leave 1.0000000000000002.
    const value = Math.min(1, sum / tasks.length);
    return { weight, value, ...wilsonInterval(value, tasks.length, defaultConfidence) };
  });
  const { low, high } = weightedMeanInterval(parts);
  return { low: 100 * Math.max(0, low), high: 100 * Math.min(1, high) };
};

type Ranked = { rank: RankInterval; limits: Interval; ids: readonly string[] };

const rowOf = ({ tasks: _tasks, ...standing }: Standing, ranked: Ranked | null): LeaderboardRow => ({
  ...standing,
  rank:
    ranked === null
      ? null
      : { low: ranked.rank.low, high: ranked.rank.high, tiedWith: ranked.rank.tiedWith.map((place) => ranked.ids[place] ?? '') },
  // Rounding of a mean may leave 1.0000000000000002.
  rankedQuality: ranked === null ? null : 100 * Math.min(1, ranked.rank.value),
  rankedInterval: ranked?.limits ?? null,
});

/** A run that was changed after it was made is shown and never ranked. */
const isChanged = ({ integrity }: Standing): boolean => integrity === 'differs';

/** A run that was judged on less than this share of the tasks of its board would shrink what all are ranked by. */
const wholeEnough = 0.9;

const coverageOf = ({ judged, planned }: Standing): number => (planned === 0 ? 0 : judged / planned);

const boardOf = (id: string, standings: readonly Standing[]): Board => {
  const unchanged = standings.filter((standing) => !isChanged(standing));
  const best = Math.max(...unchanged.map(coverageOf));
  const ranked = unchanged
    .filter((standing) => coverageOf(standing) >= wholeEnough * best)
    .toSorted((one, other) => (other.quality ?? 0) - (one.quality ?? 0))
    .slice(0, mostRanked);
  const isRanked = new Set(ranked);
  const suites = sharedSuites(ranked);
  const rankedTasks = suites.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const ids = ranked.map(({ runId }) => runId);
  const ranks = suites.length === 0 ? null : rankIntervals(suites, { seed: id });
  const rows = [
    ...ranked.map((standing, place) => {
      const rank = ranks?.[place];
      return rowOf(standing, rank === undefined ? null : { rank, limits: limitsOf(suites, place), ids });
    }),
    ...standings.filter((standing) => !isRanked.has(standing)).map((standing) => rowOf(standing, null)),
  ];
  return {
    id,
    title: standings[0]?.boardTitle ?? '',
    rankedTasks,
    rows: rows.toSorted(
      (one, other) =>
        (one.rank?.low ?? Infinity) - (other.rank?.low ?? Infinity) ||
        (one.rank?.high ?? 0) - (other.rank?.high ?? 0) ||
        (other.rankedQuality ?? other.quality ?? 0) - (one.rankedQuality ?? one.quality ?? 0),
    ),
  };
};

const latestOfStack = (standings: readonly Standing[]): Standing[] =>
  [...groupBy(standings, ({ stack }) => stack).values()].map((same) =>
    same.reduce((late, one) => (one.createdAt > late.createdAt ? one : late)),
  );

export type LeaderboardFilter = {
  model?: string;
  harness?: string;
  profile?: string;
  provider?: string;
  machine?: string;
  thinking?: string;
  suite?: string;
};

type Holds = (text: string | null, wanted: string | undefined) => boolean;

const holdsPart: Holds = (text, wanted) => wanted === undefined || (text ?? '').toLowerCase().includes(wanted.toLowerCase());

const isWhole: Holds = (text, wanted) => wanted === undefined || text === wanted;

const passesFilter = (standing: Standing, filter: LeaderboardFilter, holds: Holds): boolean =>
  holds(standing.model, filter.model) &&
  holds(standing.harness, filter.harness) &&
  holds(standing.profile, filter.profile) &&
  holds(standing.provider, filter.provider) &&
  holds(standing.machine, filter.machine) &&
  holds(standing.thinking, filter.thinking) &&
  (filter.suite === undefined || filter.suite in standing.tasks);

/** With a suite named, runs are ranked by that suite alone. */
const onlySuite = (standing: Standing, suite: string | undefined): Standing =>
  suite === undefined ? standing : { ...standing, tasks: { [suite]: standing.tasks[suite] ?? {} } };

export type LeaderboardOptions = {
  filter?: LeaderboardFilter;
  /** True: every run; else the latest of each stack. */
  everyRun?: boolean;
  /** True: a value was chosen from a list and stands for itself alone; else a part of it is enough, in any case. */
  wholeValues?: boolean;
};

const shownOfId = 6;

/** Boards of one title differ in what it does not say, such as the version of a suite; they are told apart by their ids. */
const toldApart = (boards: readonly Board[]): Board[] => {
  const alike = groupBy(boards, ({ title }) => title);
  return boards.map((board) =>
    alike.get(board.title)?.length === 1
      ? board
      : { ...board, title: `${board.title}, board ${board.id.slice(0, shownOfId)} (its tasks, checkers or sampling differ)` },
  );
};

/** Boards of stored runs, the largest first. Only runs that were asked the same share a board. */
export const leaderboardOf = (standings: readonly Standing[], options: LeaderboardOptions = {}): Board[] => {
  const { filter = {}, everyRun = false, wholeValues = false } = options;
  const ended = standings
    .filter((standing) => standing.frozen && passesFilter(standing, filter, wholeValues ? isWhole : holdsPart))
    .map((standing) => onlySuite(standing, filter.suite));
  const boards = [...groupBy(ended, ({ board }) => board)]
    .map(([id, all]) => boardOf(id, everyRun ? all : latestOfStack(all)))
    .toSorted((one, other) => other.rows.length - one.rows.length || (one.title < other.title ? -1 : 1));
  return toldApart(boards);
};
