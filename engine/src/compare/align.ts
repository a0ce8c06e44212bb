import { isJudged, type Manifest, type Report, type Trial } from '@benchloop/spec';
import { groupBy } from '../summary/group-by.ts';
import { judgeOf } from '../summary/suite-summary.ts';

/** The trials of one task in each run, judged ones only. */
export type TaskPair = { suiteId: string; taskId: string; a: Trial[]; b: Trial[] };

export type Alignment = {
  /** Tasks that both runs tried, of suites that are the same in both. */
  pairs: TaskPair[];
  /** What was left out, with the reason. */
  narrowed: string[];
  /** Why nothing is left; null = something is. */
  refused: string | null;
};

type ManifestSuite = Manifest['suites'][number];

const judgedByTask = (trials: readonly Trial[]): Map<string, Trial[]> =>
  groupBy(
    trials.filter(({ outcome }) => isJudged(outcome)),
    ({ suiteId, taskId }) => `${suiteId}/${taskId}`,
  );

/** Why the same name does not mean the same test; null = it does. */
const unlikeness = (a: ManifestSuite, b: ManifestSuite): string | null => {
  if (a.seed !== b.seed) return `${a.id} was drawn with other seeds (${a.seed} and ${b.seed}), so its tasks are others`;
  if (a.version !== b.version) return `${a.id} has versions ${a.version} and ${b.version}`;
  if (a.digest !== b.digest) return `${a.id} differs between the two versions of BenchLoop: a task, key, checker or limit changed`;
  return null;
};

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Aligns two runs on identical tasks. Suites that are no longer the same, and tasks that one did not try, are left out and told. */
export const align = (a: Report, b: Report): Alignment => {
  const narrowed: string[] = [];
  const [trialsA, trialsB] = [judgedByTask(a.trials), judgedByTask(b.trials)];
  const suitesOf = ({ run }: Report) => run.manifest.suites.filter((suite) => judgeOf(suite) === 'scorer');
  const pairs: TaskPair[] = [];
  for (const suite of suitesOf(a)) {
    const other = suitesOf(b).find(({ id }) => id === suite.id);
    if (other === undefined) {
      narrowed.push(`${suite.id} is only in the first run`);
      continue;
    }
    const reason = unlikeness(suite, other);
    if (reason !== null) {
      narrowed.push(reason);
      continue;
    }
    const shared = suite.tasks.filter((id) => other.tasks.includes(id));
    const alone = suite.tasks.length + other.tasks.length - 2 * shared.length;
    if (alone > 0) narrowed.push(`${suite.id}: ${count(alone, 'task')} only one of them planned`);
    const tried = shared.flatMap((taskId) => {
      const [one, two] = [trialsA.get(`${suite.id}/${taskId}`), trialsB.get(`${suite.id}/${taskId}`)];
      return one === undefined || two === undefined ? [] : [{ suiteId: suite.id, taskId, a: one, b: two }];
    });
    if (tried.length < shared.length)
      narrowed.push(`${suite.id}: ${count(shared.length - tried.length, 'task')} that one of them did not try to the end`);
    pairs.push(...tried);
  }
  for (const { id } of suitesOf(b)) if (!suitesOf(a).some((suite) => suite.id === id)) narrowed.push(`${id} is only in the second run`);
  const refused =
    pairs.length === 0 ? `they share no task that both tried${narrowed.length === 0 ? '' : `: ${narrowed.join('; ')}`}` : null;
  return { pairs, narrowed, refused };
};
