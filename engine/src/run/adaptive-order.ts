import { createRandom } from '../kit/random.ts';
import type { WorkItem } from './run-trial.ts';

const byKey = <Key>(work: readonly WorkItem[], key: (item: WorkItem) => Key): WorkItem[][] => {
  const groups = new Map<Key, WorkItem[]>();
  for (const item of work) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
};

/** Items of several suites merged so that at every moment about the same share of each is done. */
const evenly = (suites: readonly (readonly WorkItem[])[]): WorkItem[] =>
  suites
    .flatMap((items) => items.map((item, place) => ({ item, at: (place + 0.5) / items.length })))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/**
 * The order of a run that may stop early: what was done so far has to be a fair sample of all that was planned. Clock suites
 * first and as they are; then each task once, all suites side by side and in a seeded random order within each, then the repeats.
 */
export const adaptiveOrder = (work: readonly WorkItem[], seed: string): WorkItem[] => {
  const timed = work.filter(({ suite }) => suite.judge === 'clock');
  const rounds = byKey(
    work.filter(({ suite }) => suite.judge !== 'clock'),
    ({ index }) => index,
  );
  return [
    ...timed,
    ...rounds.flatMap((round) =>
      evenly(byKey(round, ({ suite }) => suite.id).map((items) => createRandom(`${seed}/${items[0]?.trialId}`).shuffle(items))),
    ),
  ];
};
