import { Hono } from 'hono';
import { z } from 'zod';
import { useSchema } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { askEngineChild } from '../jobs/ask-child.ts';
import { readBody, refuse } from '../problem.ts';

/** Ids alone: a path would reach the file system. */
const runId = z.string().regex(/^[0-9a-z-]{1,80}$/u, 'is no run id');
const mostCompared = 6;
const compareSchema = z.object({ runs: z.array(runId).min(2).max(mostCompared), margin: z.number().positive().max(50).nullable() });
const decideSchema = z.object({ runs: z.array(runId).max(40), use: useSchema });

/** Two to six runs beside each other, and the choice among them for a use. */
export const createCompareRoutes = ({ signal }: ServerContext) =>
  new Hono()
    .get('/uses', async (context) => {
      const { uses } = await import('@benchloop/engine');
      return context.json({ uses });
    })
    .post('/', async (context) => {
      const answer = await askEngineChild({ do: 'compare', ...(await readBody(context, compareSchema)) }, signal);
      if (answer.say === 'comparison') return context.json({ comparison: answer.comparison });
      return refuse(
        context,
        400,
        answer.say === 'failed' ? answer.problem : { message: 'Nothing was compared.', nextStep: 'Try it again.' },
      );
    })
    .post('/decide', async (context) => {
      const answer = await askEngineChild({ do: 'decide', ...(await readBody(context, decideSchema)) }, signal);
      if (answer.say === 'decision') return context.json({ decision: answer.decision });
      return refuse(
        context,
        400,
        answer.say === 'failed' ? answer.problem : { message: 'Nothing was decided.', nextStep: 'Try it again.' },
      );
    });
