import { UserError, type Suite, type Task } from '@benchloop/spec';
import { nearest } from '../kit/nearest.ts';

const difficulties = ['easy', 'medium', 'hard', 'extreme'];

/** Takes `count` tasks evenly: one of each family and difficulty in turn, in the suite's own order. */
const takeEvenly = (tasks: readonly Task[], count: number): Task[] => {
  const groups = new Map<string, Task[]>();
  for (const difficulty of difficulties)
    for (const task of tasks.filter((candidate) => candidate.difficulty === difficulty))
      groups.set(`${task.difficulty}/${task.family}`, [...(groups.get(`${task.difficulty}/${task.family}`) ?? []), task]);
  const byDifficulty = difficulties.map((difficulty) =>
    [...groups.entries()].filter(([key]) => key.startsWith(`${difficulty}/`)).map(([, group]) => group),
  );
  const chosen = new Set<Task>();
  for (let round = 0; chosen.size < Math.min(count, tasks.length); round += 1)
    for (const families of byDifficulty) {
      const left = families.map((group) => group.filter((task) => !chosen.has(task))).filter((group) => group.length > 0);
      const task = left[round % Math.max(1, left.length)]?.[0];
      if (task !== undefined && chosen.size < count) chosen.add(task);
    }
  return tasks.filter((task) => chosen.has(task));
};

/** The tasks of one suite that a plan runs: those named by id or id prefix, then at most `perSuite`. */
export const selectTasks = (tasks: readonly Task[], names: readonly string[] | null, perSuite: number | null): Task[] => {
  const kept =
    names === null
      ? [...tasks]
      : tasks.filter((task) => names.some((name) => task.id === name || task.id.startsWith(`${name}-`) || task.family === name));
  return perSuite === null || names !== null ? kept : takeEvenly(kept, perSuite);
};

/** The tasks of every suite of a plan. A name that keeps no task anywhere is an error, not a silent narrowing. */
export const selectForSuites = (
  suites: readonly Suite[],
  seed: (suite: Suite) => number,
  choice: { names: readonly string[] | null; perSuite: number | null },
): Map<string, Task[]> => {
  const all = suites.map((suite) => ({ suite, tasks: suite.tasks(seed(suite)) }));
  const ids = all.flatMap(({ tasks }) => tasks.flatMap((task) => [task.id, task.family]));
  for (const name of choice.names ?? [])
    if (!ids.some((id) => id === name || id.startsWith(`${name}-`)))
      throw new UserError(
        `No task of the chosen suites is named ${JSON.stringify(name)}.`,
        `Look at \`bench-loop suites --tasks\`. ${nearest(name, [...new Set(ids)])
          .slice(0, 5)
          .join(', ')}`.trim(),
      );
  return new Map(all.map(({ suite, tasks }) => [suite.id, selectTasks(tasks, choice.names, choice.perSuite)]));
};
