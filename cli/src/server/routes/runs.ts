import { rename, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { runNotesSchema, UserError } from '@benchloop/spec';
import { printReport, reportFormats, type ReportFormat } from '../../edge/print-report.ts';
import type { ServerContext } from '../context.ts';
import { createRunLister } from '../list-runs.ts';
import { notFound, readBody, refuse } from '../problem.ts';
import { loadNotes, saveNotes } from '../run-notes.ts';
import { createRunViews } from '../run-view.ts';
import { createTrialIndex } from '../trial-index.ts';
import { createStudies } from '../study/studies.ts';
import { createVerifications } from '../verifications.ts';

const checkedId = (id: string): string => {
  if (!/^[0-9a-z-]+$/u.test(id)) throw new UserError(`${JSON.stringify(id)} is not a run id.`, 'Take an id from the list of runs.');
  return id;
};

const fileKinds: Record<ReportFormat, readonly [extension: string, type: string]> = {
  console: ['txt', 'text/plain; charset=utf-8'],
  json: ['json', 'application/json'],
  md: ['md', 'text/markdown; charset=utf-8'],
  csv: ['csv', 'text/csv; charset=utf-8'],
  junit: ['xml', 'application/xml'],
  html: ['html', 'text/html; charset=utf-8'],
  'card-svg': ['svg', 'image/svg+xml'],
  'card-png': ['png', 'image/png'],
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** Stored runs: list, report, traces, notes, and removal that can be undone. */
export const createRunRoutes = ({ home, bus, queue, signal }: ServerContext) => {
  const listRuns = createRunLister({ home, bus, signal });
  const viewRun = createRunViews(home);
  const trials = createTrialIndex(home);
  const verifications = createVerifications({ bus, signal });
  const studies = createStudies(signal);
  const trashOf = (id: string): string => join(home, 'trash', checkedId(id));
  const isBusy = (id: string): boolean =>
    queue.list().some((job) => job.runId === id && (job.state === 'running' || job.state === 'waiting'));
  const moveRun = async (from: string, to: string): Promise<void> => {
    await mkdir(join(to, '..'), { recursive: true });
    await rename(from, to);
    bus.publish({ type: 'runs-changed' });
  };
  return new Hono()
    .get('/', async (context) => context.json(await listRuns()))
    .get('/:id', async (context) => {
      const { loadReport } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      return context.json({ report: await loadReport(home, id), notes: await loadNotes(home, id) });
    })
    .get('/:id/trace', async (context) => {
      const { createRunStore } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      const trial = await trials.find(id, context.req.query('trial') ?? '');
      return context.json({ trial, trace: trial.traceFile === null ? [] : await createRunStore(home).loadTrace(id, trial.traceFile) });
    })
    .get('/:id/view', async (context) => context.json(await viewRun(checkedId(context.req.param('id')))))
    .get('/:id/trials', async (context) => {
      const rows = await trials.list(checkedId(context.req.param('id')));
      const asked = Number(context.req.query('from') ?? 0);
      // Who names the last line that it has gets the lines behind it.
      const from = rows[asked - 1]?.id === context.req.query('after') && asked > 0 ? asked : 0;
      return context.json({ from, trials: rows.slice(from) });
    })
    .get('/:id/story', async (context) => {
      const { tellTrial } = await import('../trial-story.ts');
      const id = checkedId(context.req.param('id'));
      return context.json(await tellTrial(home, id, await trials.find(id, context.req.query('trial') ?? '')));
    })
    .get('/:id/study', async (context) => {
      const id = checkedId(context.req.param('id'));
      return context.json(await studies.study(id, await trials.find(id, context.req.query('trial') ?? '')));
    })
    .get('/:id/wire', async (context) => {
      const { wireOf } = await import('../trial-story.ts');
      const { trial = '', turn, attempt } = context.req.query();
      const id = checkedId(context.req.param('id'));
      const asked = { trial: await trials.find(id, trial), turn: Number(turn), attempt: Number(attempt) };
      return context.json(await wireOf(home, id, asked));
    })
    .get('/:id/report', async (context) => {
      const id = checkedId(context.req.param('id'));
      const format = reportFormats.find((known) => known === context.req.query('format'));
      if (format === undefined) return notFound(context, `report of this format; there are ${reportFormats.join(', ')}`);
      const { loadReport } = await import('@benchloop/engine');
      const content = await printReport(await loadReport(home, id), format, false);
      const [extension, type] = fileKinds[format];
      context.header('Content-Type', type);
      context.header('Content-Disposition', `attachment; filename="benchloop-${id}.${extension}"`);
      return context.body(typeof content === 'string' ? content : new Uint8Array(content));
    })
    .post('/:id/verify', async (context) => {
      const ended = await verifications.check(checkedId(context.req.param('id')));
      return 'problem' in ended ? refuse(context, 400, ended.problem) : context.json(ended.verification);
    })
    .post('/:id/verify/cancel', (context) => {
      const id = checkedId(context.req.param('id'));
      return verifications.cancel(id) ? context.json({ cancelled: id }) : notFound(context, 'verification of this run under way');
    })
    .post('/:id/retry', async (context) => {
      const { loadLocalFacts, prepareRetry } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      if (isBusy(id)) return refuse(context, 409, { message: 'The run is still in the queue.', nextStep: 'Wait until it has ended.' });
      const { run, kept, again } = await prepareRetry(home, id);
      const endpoint = (await loadLocalFacts(home, id))?.endpoint ?? run.plan.endpoint.value;
      const job = queue.addResume(run.id, { provider: run.plan.provider.value, ...(endpoint === null ? {} : { endpoint }) });
      bus.publish({ type: 'runs-changed' });
      return context.json({ runId: run.id, job, kept, again });
    })
    .put('/:id/notes', async (context) => {
      const id = checkedId(context.req.param('id'));
      const notes = await readBody(context, runNotesSchema);
      await saveNotes(home, id, notes);
      bus.publish({ type: 'runs-changed' });
      return context.json(notes);
    })
    .delete('/:id', async (context) => {
      const { createRunStore, forgetIndexedRun } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      if (isBusy(id)) return refuse(context, 409, { message: 'The run is in the queue.', nextStep: 'Cancel it first, then delete it.' });
      const folder = createRunStore(home).folder(id);
      if (!(await exists(folder))) return notFound(context, `run ${id}`);
      // A run that was deleted before, and taken in again since, gives up its old place.
      await rm(trashOf(id), { recursive: true, force: true });
      await moveRun(folder, trashOf(id));
      await forgetIndexedRun(home, id);
      return context.json({ removed: id });
    })
    .post('/:id/undo-delete', async (context) => {
      const { createRunStore, indexStoredRun } = await import('@benchloop/engine');
      const id = checkedId(context.req.param('id'));
      if (!(await exists(trashOf(id)))) return notFound(context, `removed run ${id}`);
      if (await exists(createRunStore(home).folder(id)))
        return refuse(context, 409, {
          message: `Run ${id} is here already.`,
          nextStep: 'Delete the one that is here first, if you want the other one.',
        });
      await moveRun(trashOf(id), createRunStore(home).folder(id));
      // A folder that can't be read is no less restored; the list tells what is wrong with it.
      await indexStoredRun(home, id).catch(() => undefined);
      return context.json({ restored: id });
    });
};
