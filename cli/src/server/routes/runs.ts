import { rename, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { runNotesSchema, UserError, type RunRow } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { notFound, readBody, refuse } from '../problem.ts';
import { loadNotes, saveNotes } from '../run-notes.ts';

const checkedId = (id: string): string => {
  if (!/^[0-9a-z-]+$/u.test(id)) throw new UserError(`${JSON.stringify(id)} is not a run id.`, 'Take an id from the list of runs.');
  return id;
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Stored runs: list, report, traces, notes, and removal that can be undone. */
export const createRunRoutes = ({ home, bus, queue }: ServerContext) => {
  const trashOf = (id: string): string => join(home, 'trash', checkedId(id));
  const isBusy = (id: string): boolean =>
    queue.list().some((job) => job.runId === id && (job.state === 'running' || job.state === 'waiting'));
  const moveRun = async (from: string, to: string): Promise<void> => {
    await mkdir(join(to, '..'), { recursive: true });
    await rename(from, to);
    const { rebuildIndex } = await import('@benchloop/engine');
    await rebuildIndex(home);
    bus.publish({ type: 'runs-changed' });
  };
  return new Hono()
    .get('/', async (context) => {
      const { readIndex } = await import('@benchloop/engine');
      const { rows } = await readIndex(home);
      const runs: RunRow[] = await Promise.all(rows.map(async (row) => ({ ...row, notes: await loadNotes(home, row.id) })));
      return context.json({ runs });
    })
    .get('/:id', async (context) => {
      const { loadReport } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      return context.json({ report: await loadReport(home, id), notes: await loadNotes(home, id) });
    })
    .get('/:id/trace', async (context) => {
      const { createRunStore } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      const store = createRunStore(home);
      const trial = (await store.loadTrials(id)).trials.find((one) => one.id === context.req.query('trial'));
      if (trial === undefined) return notFound(context, 'such trial in this run');
      return context.json({ trial, trace: trial.traceFile === null ? [] : await store.loadTrace(id, trial.traceFile) });
    })
    .post('/:id/verify', async (context) => {
      const engine = await import('@benchloop/engine');
      return context.json(await engine.verifyRun({ home, id: checkedId(context.req.param('id')), parts: engine.createParts() }));
    })
    .put('/:id/notes', async (context) => {
      const id = checkedId(context.req.param('id'));
      const notes = await readBody(context, runNotesSchema);
      await saveNotes(home, id, notes);
      bus.publish({ type: 'runs-changed' });
      return context.json(notes);
    })
    .delete('/:id', async (context) => {
      const { createRunStore } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      if (isBusy(id)) return refuse(context, 409, { message: 'The run is in the queue.', nextStep: 'Cancel it first, then delete it.' });
      const folder = createRunStore(home).folder(id);
      if (!(await exists(folder))) return notFound(context, `run ${id}`);
      await moveRun(folder, trashOf(id));
      return context.json({ removed: id });
    })
    .post('/:id/undo-delete', async (context) => {
      const { createRunStore } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      if (!(await exists(trashOf(id)))) return notFound(context, `removed run ${id}`);
      await moveRun(trashOf(id), createRunStore(home).folder(id));
      return context.json({ restored: id });
    });
};
