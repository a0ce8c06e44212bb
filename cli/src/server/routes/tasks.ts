import { Hono } from 'hono';
import { UserError, type Task, type TaskAgain } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';

type TasksOfRun = { tasks: Map<string, Task[]>; changed: string[] };

const keptRuns = 4;

const again = (task: Task, changed: boolean): TaskAgain => ({
  missing: null,
  changed,
  messages: task.messages,
  tools: task.tools ?? [],
  expect: task.expect,
  responseSchema: task.responseSchema ?? null,
  world: task.world === undefined ? null : { id: task.world.id, state: task.world.state },
  limits: task.limits,
});

/** Tasks of stored runs, made again, so that what was expected can stand beside what came. */
export const createTaskRoutes = ({ home }: ServerContext) => {
  const kept = new Map<string, Promise<TasksOfRun>>();
  const tasksOf = (id: string): Promise<TasksOfRun> => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const made = import('@benchloop/engine').then(({ tasksOfRun }) => tasksOfRun(home, id));
    made.catch(() => kept.delete(id));
    kept.set(id, made);
    const oldest = [...kept.keys()][0];
    if (kept.size > keptRuns && oldest !== undefined) kept.delete(oldest);
    return made;
  };
  return new Hono().get('/:runId', async (context) => {
    const suiteId = context.req.query('suite') ?? '';
    const taskId = context.req.query('task') ?? '';
    try {
      const { tasks, changed } = await tasksOf(context.req.param('runId'));
      const task = tasks.get(suiteId)?.find(({ id }) => id === taskId);
      const answer: TaskAgain =
        task === undefined ? { missing: 'This version does not make this task.' } : again(task, changed.includes(suiteId));
      return context.json(answer);
    } catch (failure) {
      if (!(failure instanceof UserError)) throw failure;
      return context.json({ missing: `${failure.message} ${failure.nextStep}` } satisfies TaskAgain);
    }
  });
};
