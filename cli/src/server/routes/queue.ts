import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { runSettingsSchema } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { askEngineChild } from '../jobs/ask-child.ts';
import { checkSettings } from '../model-ids.ts';
import { notFound, readBody, refuse } from '../problem.ts';

const mostAtOnce = 100;
const groupSchema = z.object({ id: z.string().max(60), title: z.string().max(200), label: z.string().max(200) });
const addSchema = z.object({
  jobs: z
    .array(z.object({ settings: runSettingsSchema, group: groupSchema.nullable() }))
    .min(1)
    .max(mostAtOnce),
});
const settingsSchema = z.object({ settings: runSettingsSchema });
const readSettings = async (context: Context) => checkSettings((await readBody(context, settingsSchema)).settings);
const moveSchema = z.object({ place: z.number().int().nonnegative() });

/** The queue of runs, what a plan would run, and whether a stack can do it. */
export const createQueueRoutes = ({ queue, signal, home }: ServerContext) => {
  const changes = new Map(Object.entries({ pause: queue.pause, 'go-on': queue.goOn, cancel: queue.cancel, forget: queue.forget }));
  return new Hono()
    .get('/', (context) => context.json({ jobs: queue.list() }))
    .post('/', async (context) => {
      const { jobs } = await readBody(context, addSchema);
      for (const { settings } of jobs) checkSettings(settings);
      return context.json({ jobs: queue.add(jobs) });
    })
    .post('/plan', async (context) => {
      const answer = await askEngineChild({ do: 'plan', settings: await readSettings(context) }, signal);
      if (answer.say === 'plan') return context.json(answer.planned);
      return refuse(context, 400, answer.say === 'failed' ? answer.problem : { message: 'There is no plan.', nextStep: 'Try it again.' });
    })
    .post('/preflight', async (context) => {
      const answer = await askEngineChild({ do: 'preflight', settings: await readSettings(context) }, signal);
      if (answer.say === 'preflight') return context.json(answer.answer);
      return refuse(context, 400, answer.say === 'failed' ? answer.problem : { message: 'Nothing was found.', nextStep: 'Try it again.' });
    })
    .post('/resume/:runId', async (context) => {
      const { createRunStore } = await import('@benchloop/engine');
      const run = await createRunStore(home).loadRun(context.req.param('runId'));
      const endpoint = run.plan.endpoint.value;
      const settings = { provider: run.plan.provider.value, ...(endpoint === null ? {} : { endpoint }) };
      return context.json({ job: queue.addResume(run.id, settings) });
    })
    .get('/:id/live', async (context) => {
      const live = await queue.live(context.req.param('id'));
      return live === null ? notFound(context, 'running job of this id') : context.json(live);
    })
    .post('/:id/move', async (context) => {
      const { place } = await readBody(context, moveSchema);
      return queue.move(context.req.param('id'), place)
        ? context.json({ jobs: queue.list() })
        : refuse(context, 409, { message: 'Only a waiting job can be moved.', nextStep: 'Load the page again to see the queue as it is.' });
    })
    .post('/:id/:change', (context) => {
      const what = changes.get(context.req.param('change'));
      if (what === undefined) return notFound(context, 'such change of a job');
      return what(context.req.param('id'))
        ? context.json({ jobs: queue.list() })
        : refuse(context, 409, {
            message: 'The job is in another state by now.',
            nextStep: 'Load the page again to see the queue as it is.',
          });
    });
};
