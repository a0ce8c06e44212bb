import { isJudged, type Run, type Trial } from '@benchloop/spec';
import { itemStatistics, type ItemStatistics } from '../measure/statistics/item-statistics.ts';
import { raschAbilities, type Ability } from '../measure/statistics/rasch-ability.ts';
import { groupBy } from './group-by.ts';

export type RunWithTrials = { run: Run; trials: readonly Trial[] };

/** What the tasks of one suite told about the stacks that tried them. */
export type ItemTable = {
  suiteId: string;
  /** The form of the suite that most stacks tried; runs of other forms are left out. */
  digest: string;
  /** One run per stack, the newest. Ability in logits, an extra beside the score; null = it cannot be told. */
  runs: { id: string; model: string | null; harness: string; ability: Ability }[];
  items: ItemStatistics[];
};

const suiteOf = ({ run }: RunWithTrials, suiteId: string) => run.manifest.suites.find(({ id }) => id === suiteId);

/** Runs of one stack are alike: only the newest counts. */
const stackOf = ({ run }: RunWithTrials): string =>
  JSON.stringify([run.model?.name ?? null, run.model?.weightsDigest ?? null, run.plan.harness.value, run.plan.thinking.value]);

const newestOfEach = (runs: readonly RunWithTrials[]): RunWithTrials[] =>
  [...groupBy(runs, stackOf).values()].map((group) =>
    group.reduce((newest, one) => (one.run.createdAt > newest.run.createdAt ? one : newest)),
  );

const passedOf = ({ score }: Trial): boolean => score?.passed === true;

const judgedOf = ({ trials }: RunWithTrials, suiteId: string): Trial[] =>
  trials.filter((trial) => trial.suiteId === suiteId && isJudged(trial.outcome));

/** Trials that every run has a verdict on, one row each. */
const rowsOf = (runs: readonly (readonly Trial[])[]): boolean[][] => {
  const results = runs.map((trials) => new Map(trials.map((trial) => [trial.id, passedOf(trial)])));
  return [...(results[0]?.keys() ?? [])].flatMap((id) => {
    const row = results.map((result) => result.get(id));
    return row.every((passed) => passed !== undefined) ? [row] : [];
  });
};

/** Item statistics of a suite over runs, of the form of it that most stacks tried. Null = no run tried it. */
export const itemTable = (runs: readonly RunWithTrials[], suiteId: string): ItemTable | null => {
  const forms = [
    ...groupBy(
      runs.filter((one) => suiteOf(one, suiteId) !== undefined),
      (one) => suiteOf(one, suiteId)?.digest ?? '',
    ),
  ];
  const [digest, tried] = forms
    .map(([form, group]) => [form, newestOfEach(group)] as const)
    .reduce((most, one) => (one[1].length > most[1].length ? one : most), ['', [] as RunWithTrials[]] as const);
  if (tried.length === 0) return null;
  const judged = tried.map((one) => judgedOf(one, suiteId));
  const abilities = raschAbilities(rowsOf(judged));
  const tasks = groupBy(judged.flat(), ({ taskId }) => taskId);
  const items = [...tasks].map(([id, trials]) => ({
    id,
    group: `${trials[0]?.family}/${trials[0]?.difficulty}`,
    byRun: judged.map((own) => {
      const mine = own.filter(({ taskId }) => taskId === id);
      return mine.length === 0 ? null : mine.filter(passedOf).length / mine.length;
    }),
  }));
  return {
    suiteId,
    digest,
    runs: tried.map(({ run }, place) => ({
      id: run.id,
      model: run.model?.name ?? null,
      harness: run.plan.harness.value,
      ability: abilities[place] ?? null,
    })),
    items: itemStatistics(items).sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
};
