import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { askEngineChild } from '../jobs/ask-child.ts';
import { leaderboardQuerySchema } from '../leaderboard-query.ts';
import { readBody, refuse } from '../problem.ts';

/** Stored runs ranked in boards of those that were asked the same. */
export const createLeaderboardRoutes = ({ signal }: ServerContext) =>
  new Hono().post('/', async (context) => {
    const answer = await askEngineChild({ do: 'leaderboard', query: await readBody(context, leaderboardQuerySchema) }, signal);
    if (answer.say === 'boards') return context.json({ boards: answer.boards, suites: answer.suites });
    return refuse(context, 400, answer.say === 'failed' ? answer.problem : { message: 'There is no ranking.', nextStep: 'Try it again.' });
  });
