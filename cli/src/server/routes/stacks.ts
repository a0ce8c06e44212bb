import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { StoredSweep, SweepPreview } from '@benchloop/spec';
import type { ServerContext } from '../context.ts';
import { askEngineChild } from '../jobs/ask-child.ts';
import { refuseMock } from '../model-ids.ts';
import { notFound, readBody } from '../problem.ts';
import { describeSweep } from '../stacks/describe-sweep.ts';
import type { SettingFacts } from '../stacks/setting-facts.ts';
import { loadSweeps, saveSweeps } from '../stacks/sweep-file.ts';
import { previewSweep } from '../stacks/preview-sweep.ts';
import { sweepAskSchema, titleOfSweep } from '../stacks/sweep-settings.ts';

/** Sweeps: one model in several settings, each a job of the queue, and what came of them. */
export const createStackRoutes = ({ home, queue, mayMock, signal }: ServerContext) => {
  const known = new Map<string, SettingFacts[]>();
  let writing: Promise<unknown> = Promise.resolve();
  /** One change after the other, so that none is lost. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = writing.then(work);
    writing = next.catch(() => undefined);
    return next;
  };

  /** Jobs leave the queue in time; the runs that they made are remembered here. */
  const withRunIds = async (): Promise<StoredSweep[]> =>
    inTurn(async () => {
      const jobs = queue.list();
      const stored = await loadSweeps(home);
      const sweeps = stored.map((sweep) => ({
        ...sweep,
        entries: sweep.entries.map((entry) => ({ ...entry, runId: jobs.find(({ id }) => id === entry.jobId)?.runId ?? entry.runId })),
      }));
      if (JSON.stringify(sweeps) !== JSON.stringify(stored)) await saveSweeps(home, sweeps);
      return sweeps;
    });

  const factsOf = async ({ entries }: StoredSweep): Promise<SettingFacts[]> => {
    const open = new Set(
      queue.list().flatMap(({ state, runId }) => (runId !== null && (state === 'running' || state === 'waiting') ? [runId] : [])),
    );
    const runs = entries.flatMap(({ runId }) => (runId === null || open.has(runId) ? [] : [runId]));
    if (runs.length === 0) return [];
    const key = runs.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = await askEngineChild({ do: 'sweep', runs }, signal);
    if (answer.say !== 'sweep') return [];
    known.set(key, answer.facts);
    return answer.facts;
  };

  return new Hono()
    .get('/', async (context) => context.json({ sweeps: (await withRunIds()).map((sweep) => describeSweep(sweep, queue.list(), [])) }))
    .get('/:id', async (context) => {
      const sweep = (await withRunIds()).find(({ id }) => id === context.req.param('id'));
      if (sweep === undefined) return notFound(context, 'sweep of this id');
      return context.json({ sweep: describeSweep(sweep, queue.list(), await factsOf(sweep)) });
    })
    .post('/preview', async (context) => {
      const ask = await readBody(context, sweepAskSchema);
      refuseMock(ask, mayMock);
      const settings = (await previewSweep(home, ask)).map(({ label, command, starts }) => ({ label, command, starts }));
      return context.json({ settings } satisfies SweepPreview);
    })
    .post('/', async (context) => {
      const ask = await readBody(context, sweepAskSchema);
      refuseMock(ask, mayMock);
      const settings = await previewSweep(home, ask);
      const id = `sweep-${Date.now().toString(36)}-${randomBytes(3).toString('hex')}`;
      const title = titleOfSweep(ask);
      const jobs = queue.add(settings.map((one) => ({ settings: one.settings, group: { id, title, label: one.label } })));
      const sweep: StoredSweep = {
        id,
        title,
        createdAt: new Date().toISOString(),
        entries: settings.map(({ label, settings: asked, command }, place) => ({
          jobId: jobs[place]?.id ?? '',
          label,
          settings: asked,
          command,
          runId: null,
        })),
      };
      await inTurn(async () => saveSweeps(home, [sweep, ...(await loadSweeps(home))]));
      return context.json({ sweep: describeSweep(sweep, queue.list(), []) });
    })
    .delete('/:id', async (context) => {
      const id = context.req.param('id');
      await inTurn(async () =>
        saveSweeps(
          home,
          (await loadSweeps(home)).filter((sweep) => sweep.id !== id),
        ),
      );
      return context.json({ removed: id });
    });
};
