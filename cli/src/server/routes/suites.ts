import { Hono } from 'hono';
import type { BuildAnswer } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { listOwnSuites } from '../own-suites.ts';

const describe = async (): Promise<BuildAnswer> => {
  const engine = await import('@benchloop/engine');
  const parts = engine.createParts();
  return {
    suites: [...parts.suites.values()].map(({ id, title, summary, judge, tasks, publishedSeed }) => ({
      id,
      title,
      summary,
      judge,
      tasks: tasks(publishedSeed).length,
    })),
    profiles: engine.profiles.map(({ id, title, suites, tasksPerSuite, trials }) => ({
      id,
      title,
      suites: [...suites],
      tasksPerSuite,
      trials,
    })),
    harnesses: [...parts.harnesses.values()].map(({ id, title, kind }) => ({ id, title, kind })),
  };
};

/** What a run can be made of: suites, profiles and harnesses of this build, and the suites that the person wrote. */
export const createSuiteRoutes = ({ home }: ServerContext) => {
  let once: Promise<BuildAnswer> | null = null;
  return new Hono().get('/', async (context) => {
    const [build, own] = await Promise.all([(once ??= describe()), listOwnSuites(home)]);
    return context.json({ ...build, suites: [...build.suites, ...own] } satisfies BuildAnswer);
  });
};
