import type { Comparison, Flip, Pair } from '@benchloop/spec';

/** A task that one run passed and the other did not. */
export type FlipRow = { key: string; task: string; passed: string; failed: string } & Flip;

const rowOf = (flip: Flip, { passed, failed }: { passed: string; failed: string }): FlipRow => ({
  key: `${flip.suiteId}/${flip.taskId} ${passed} ${failed}`,
  task: `${flip.suiteId}/${flip.taskId}`,
  passed,
  failed,
  ...flip,
});

const rowsOfPair = ({ a, b, gained, lost }: Pair): FlipRow[] => [
  ...gained.map((flip) => rowOf(flip, { passed: b, failed: a })),
  ...lost.map((flip) => rowOf(flip, { passed: a, failed: b })),
];

/** Tasks whose verdict changed between any two of the runs, by task. */
export const flipsOf = ({ pairs }: Comparison): FlipRow[] =>
  pairs.flatMap(rowsOfPair).toSorted((one, other) => (one.task < other.task ? -1 : one.task > other.task ? 1 : 0));

/** Address of the first trial of a task. */
export const trialOf = ({ suiteId, taskId }: Pick<Flip, 'suiteId' | 'taskId'>): string => `${suiteId}/${taskId}#0`;
