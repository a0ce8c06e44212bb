import { sampleCorrelation } from 'simple-statistics';
import { holm } from './holm.ts';
import { meanOf } from './paired-task.ts';
import { pairedPermutationTest } from './permutation.ts';

/** One task over several runs: share of its trials that passed in each run, 0 to 1; null where a run did not try it. */
export type ItemResponses = {
  id: string;
  /** Tasks that should behave alike: those of one family and difficulty. */
  group: string;
  byRun: readonly (number | null)[];
};

export type ItemStatistics = {
  id: string;
  group: string;
  /** Runs that tried it. */
  runs: number;
  /** Mean share passed, 0 to 1: the classical difficulty, small for hard tasks. Null = no run tried it. */
  passShare: number | null;
  /**
   * Correlation over runs of this task with the rest of the tasks, -1 to 1: near 0 it says nothing of ability, below 0 better
   * runs fail it. Null where it or the rest is the same in every run, or with fewer than three runs.
   */
  discrimination: number | null;
  /** True where every run did equally on it: it cost time and separated nothing. */
  separatesNothing: boolean;
  /** Mean share passed less that of its group's other tasks in the same runs, with its p (Holm within the group). Null without others. */
  beside: { difference: number; p: number } | null;
};

type Known = { run: number; value: number };

const knownOf = ({ byRun }: ItemResponses): Known[] => byRun.flatMap((value, run) => (value === null ? [] : [{ run, value }]));

/** Sum and count of each run over all tasks, so that "all but this one" costs one subtraction. */
const totalsOf = (items: readonly ItemResponses[], runs: number) => {
  const totals = Array.from({ length: runs }, () => ({ sum: 0, count: 0 }));
  for (const item of items)
    for (const { run, value } of knownOf(item)) {
      const total = totals[run] as { sum: number; count: number };
      total.sum += value;
      total.count += 1;
    }
  return totals;
};

type Totals = ReturnType<typeof totalsOf>;

const restOf = (totals: Totals, { run, value }: Known): number | null => {
  const { sum, count } = totals[run] as Totals[number];
  return count < 2 ? null : (sum - value) / (count - 1);
};

const varies = (values: readonly number[]): boolean => values.some((value) => Math.abs(value - (values[0] as number)) > 1e-12);

const besideRest = (item: ItemResponses, totals: Totals): { own: number[]; rest: number[] } => {
  const own: number[] = [];
  const rest: number[] = [];
  for (const known of knownOf(item)) {
    const others = restOf(totals, known);
    if (others === null) continue;
    own.push(known.value);
    rest.push(others);
  }
  return { own, rest };
};

const discriminationOf = (item: ItemResponses, totals: Totals): number | null => {
  const { own, rest } = besideRest(item, totals);
  return own.length < 3 || !varies(own) || !varies(rest) ? null : sampleCorrelation(own, rest);
};

/** Each task beside the other tasks of its group, in the same runs. */
const besideGroup = (group: readonly ItemResponses[], runs: number): Map<string, { difference: number; p: number }> => {
  const totals = totalsOf(group, runs);
  const rows = group.flatMap((item) => {
    const { own, rest } = besideRest(item, totals);
    const differences = own.map((value, place) => value - (rest[place] as number));
    return differences.length === 0
      ? []
      : [{ id: item.id, difference: meanOf(differences), p: pairedPermutationTest(differences, { seed: item.id }) }];
  });
  const adjusted = holm(rows.map(({ p }) => p));
  return new Map(rows.map(({ id, difference }, place) => [id, { difference, p: adjusted[place] as number }]));
};

/**
 * What each task told about the runs that tried it. Classical item analysis: F. M. Lord and M. R. Novick, Statistical Theories of
 * Mental Test Scores (1968), chapter 15; discrimination against the rest, so that a task does not correlate with itself:
 * S. Henrysson, Psychometrika 28 (1963) 211-218. Runs of one model are alike, so feed it runs of different stacks.
 */
export const itemStatistics = (items: readonly ItemResponses[]): ItemStatistics[] => {
  const runs = Math.max(0, ...items.map(({ byRun }) => byRun.length));
  const totals = totalsOf(items, runs);
  const groups = new Map<string, ItemResponses[]>();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  const beside = new Map([...groups.values()].flatMap((group) => [...besideGroup(group, runs)]));
  return items.map((item) => {
    const values = knownOf(item).map(({ value }) => value);
    return {
      id: item.id,
      group: item.group,
      runs: values.length,
      passShare: values.length === 0 ? null : meanOf(values),
      discrimination: discriminationOf(item, totals),
      separatesNothing: values.length > 1 && !varies(values),
      beside: beside.get(item.id) ?? null,
    };
  });
};
