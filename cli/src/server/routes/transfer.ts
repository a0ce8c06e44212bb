import { Hono } from 'hono';
import type { ServerContext } from '../context.ts';
import { refuse } from '../problem.ts';

/** Runs as zip files, out and in. */
export const createTransferRoutes = ({ home, bus }: ServerContext) => {
  let importing = false;
  return new Hono()
    .get('/export/:id', async (context) => {
      const { exportRun } = await import('../transfer/export-run.ts');
      const id = context.req.param('id');
      const zip = await exportRun(home, id);
      context.header('Content-Type', 'application/zip');
      context.header('Content-Disposition', `attachment; filename="benchloop-${id}.zip"`);
      return context.body(zip);
    })
    .post('/import', async (context) => {
      // A zip stands in memory while it is checked: one at a time.
      if (importing) return refuse(context, 409, { message: 'Another import is going on.', nextStep: 'Try again when it has ended.' });
      importing = true;
      try {
        const { importRun } = await import('../transfer/import-run.ts');
        const run = await importRun(home, Buffer.from(await context.req.arrayBuffer()));
        bus.publish({ type: 'runs-changed' });
        return context.json({ runId: run.id });
      } finally {
        importing = false;
      }
    });
};
