import { UserError, type Suite, type Task } from '@benchloop/spec';
import { nearNames } from '../kit/near-names.ts';

const difficulties = ['easy', 'medium', 'hard', 'extreme'];

const countBy = (tasks: readonly Task[], key: (task: Task) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const task of tasks) counts.set(key(task), (counts.get(key(task)) ?? 0) + 1);
  return counts;
};

/** Takes `count` tasks one by one: each of the difficulty, then of the family, that was taken least so far; ties in the suite's own order. */
const takeEvenly = (tasks: readonly Task[], count: number): Task[] => {
  const chosen: Task[] = [];
  const left = [...tasks];
  while (chosen.length < count && left.length > 0) {
    const difficulty = countBy(chosen, (task) => task.difficulty);
    const family = countBy(chosen, (task) => task.family);
    const cost = (task: Task) =>
      [difficulty.get(task.difficulty) ?? 0, difficulties.indexOf(task.difficulty), family.get(task.family) ?? 0] as const;
    const best = left.reduce((least, task) => {
      const [a, b] = [cost(least), cost(task)];
      const at = [0, 1, 2].find((place) => a[place] !== b[place]) ?? 0;
      return (b[at] as number) < (a[at] as number) ? task : least;
    });
    chosen.push(best);
    left.splice(left.indexOf(best), 1);
  }
  return tasks.filter((task) => chosen.includes(task));
};

/** The tasks of one suite that a plan runs: those named by id or id prefix, then at most `perSuite`. */
export const selectTasks = (tasks: readonly Task[], names: readonly string[] | null, perSuite: number | null): Task[] => {
  const kept =
    names === null
      ? [...tasks]
      : tasks.filter((task) => names.some((name) => task.id === name || task.id.startsWith(`${name}-`) || task.family === name));
  return perSuite === null || names !== null ? kept : takeEvenly(kept, perSuite);
};

/** Tasks that need no more than `maxContextTokens` of context; null = no limit. */
export const withinContext = (tasks: readonly Task[], maxContextTokens: number | null): Task[] =>
  tasks.filter(({ contextTokens }) => maxContextTokens === null || (contextTokens ?? 0) <= maxContextTokens);

/** The tasks of every suite of a plan, those named whatever their size. A name that keeps no task anywhere is an error, not a silent narrowing. */
export const selectForSuites = (
  suites: readonly Suite[],
  seed: (suite: Suite) => number,
  choice: { names: readonly string[] | null; perSuite: number | null; maxContextTokens?: number | null },
): Map<string, Task[]> => {
  const all = suites.map((suite) => ({ suite, tasks: suite.tasks(seed(suite)) }));
  const ids = all.flatMap(({ tasks }) => tasks.flatMap((task) => [task.id, task.family]));
  for (const name of choice.names ?? [])
    if (!ids.some((id) => id === name || id.startsWith(`${name}-`)))
      throw new UserError(
        `No task of the chosen suites is named ${JSON.stringify(name)}.`,
        `Look at \`bench-loop suites --tasks\`. ${nearNames(name, [...new Set(ids)])
          .slice(0, 5)
          .join(', ')}`.trim(),
      );
  const allowed = (tasks: readonly Task[]) => (choice.names === null ? withinContext(tasks, choice.maxContextTokens ?? null) : tasks);
  return new Map(all.map(({ suite, tasks }) => [suite.id, selectTasks(allowed(tasks), choice.names, choice.perSuite)]));
};
