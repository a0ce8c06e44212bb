import { Hono } from 'hono';
import { z } from 'zod';
import type { ServerContext } from '../context.ts';
import { createDownloads, requireSource } from '../downloads.ts';
import { notFound, readBody, refuse } from '../problem.ts';

const startSchema = z.object({ source: z.string().trim().min(1).max(500), endpoint: z.string().max(2000).nullable() });

/** Fetching models, watched by events. */
export const createDownloadRoutes = (context: ServerContext) => {
  const downloads = createDownloads(context);
  return new Hono()
    .get('/', async (one) => one.json({ downloads: (await downloads).list() }))
    .post('/', async (one) => {
      const { source, endpoint } = await readBody(one, startSchema);
      return one.json({ download: (await downloads).start(requireSource(source), endpoint) });
    })
    .post('/:id/:change', async (one) => {
      const { pause, resume, cancel, forget, list } = await downloads;
      const changes = new Map(Object.entries({ pause, resume, cancel, forget }));
      const change = changes.get(one.req.param('change'));
      if (change === undefined) return notFound(one, 'such change of a download');
      return change(one.req.param('id'))
        ? one.json({ downloads: list() })
        : refuse(one, 409, { message: 'The download is in another state by now.', nextStep: 'Load the page again.' });
    });
};
