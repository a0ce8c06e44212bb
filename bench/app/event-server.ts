import { serve, type ServerType } from '@hono/node-server';
import type { LiveRun, Trial } from '@benchloop/spec';
import { createApp } from '../../cli/src/server/app.ts';
import { createBus } from '../../cli/src/server/bus.ts';
import { createGuard } from '../../cli/src/server/guard.ts';
import { createJobQueue } from '../../cli/src/server/jobs/queue.ts';
import { loadStaticFiles } from '../../cli/src/server/static-files.ts';

const liveOf = (jobId: string, runId: string, done: number, trial: Trial): LiveRun => ({
  jobId,
  runId,
  stage: null,
  planned: 10_000,
  done,
  startedAt: new Date(0).toISOString(),
  remainingMs: 1000,
  suites: [{ id: trial.suiteId, judged: done, passed: done, ended: done, passRate: { value: 1, low: 0.9, high: 1 } }],
  running: [],
  tokensPerSecond: Array.from({ length: 120 }, (_, place) => 40 + (place % 7)),
  ended: Array.from({ length: 200 }, (_, place) => ({
    trialId: `${trial.id}-${done - place}`,
    outcome: trial.outcome,
    passed: true,
    durationMs: 10,
    reason: trial.reason,
  })),
  retries: 0,
  warnings: [],
});

export type EventServer = { link: string; feed: (perSecond: number, milliseconds: number) => Promise<number>; close: () => Promise<void> };

/** The server of the app with its own bus, into which events are fed as a running job would. */
export const startEventServer = async (options: { home: string; files: string; runId: string; trial: Trial }): Promise<EventServer> => {
  const { home, files, runId, trial } = options;
  const ending = new AbortController();
  const bus = createBus();
  let port = 0;
  const guard = createGuard(
    () => port,
    () => 'bench',
  );
  const interval = () => ({ low: 0, high: 1 });
  const queue = createJobQueue({
    bus,
    jobs: [],
    save: async () => undefined,
    interval,
    queueKeyOf: () => 'bench',
    storedLive: async () => null,
  });
  const context = { home, env: process.env, bus, queue, demo: false, mayMock: false, signal: ending.signal };
  const app = createApp(context, guard, await loadStaticFiles(files));
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address) => {
      port = address.port;
      resolve(started);
    });
  });
  let done = 0;
  const feed = async (perSecond: number, milliseconds: number): Promise<number> => {
    const began = performance.now();
    const first = done;
    while (performance.now() - began < milliseconds) {
      const due = first + ((performance.now() - began) / 1000) * perSecond;
      for (; done < due; done += 1)
        if (done % 2 === 0) bus.publish({ type: 'live', live: liveOf('bench', runId, done, trial) });
        else bus.publish({ type: 'trial', jobId: 'bench', runId, trial });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return ((done - first) / (performance.now() - began)) * 1000;
  };
  return {
    link: `http://127.0.0.1:${port}/#token=${guard.giveToken()}`,
    feed,
    close: async () => {
      ending.abort();
      await queue.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
};
