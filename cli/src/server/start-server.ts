import { createServer } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import * as engine from '@benchloop/engine';
import { UserError, type RunSettings } from '@benchloop/spec';
import { createApp } from './app.ts';
import { createBus } from './bus.ts';
import { createGuard } from './guard.ts';
import { loadJobs, saveJobs } from './jobs/job-file.ts';
import { createJobQueue } from './jobs/queue.ts';
import { forgetApp, linkOf, noteApp } from './only-one.ts';
import type { StaticFiles } from './static-files.ts';

export const defaultPort = 8877;
const portsTried = 50;
const address = '127.0.0.1';

export type RunningServer = { port: number; giveLink: () => string; close: () => Promise<void> };

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });

const choosePort = async (wanted: number | null): Promise<number> => {
  if (wanted !== null && !(await isFree(wanted)))
    throw new UserError(`Port ${wanted} is taken.`, 'Name another one with --port, or leave it out: the next free one is taken.');
  if (wanted !== null) return wanted;
  for (let port = defaultPort; port < defaultPort + portsTried; port += 1) if (await isFree(port)) return port;
  throw new UserError(`No port from ${defaultPort} to ${defaultPort + portsTried - 1} is free.`, 'Name a free one with --port.');
};

/** Runs that would disturb each other: those of one endpoint, by whatever name of this machine, and all of the embedded engine. */
const queueKeyOf = ({ endpoint, provider }: RunSettings): string =>
  provider === 'mock' ? 'mock' : endpoint === undefined ? 'embedded' : engine.normaliseEndpoint(endpoint);

const interval = (share: number, judged: number) => engine.wilsonInterval(share, judged);

/** Starts the app on loopback. `port` null = the usual one, or the next that is free. */
export const startServer = async (options: { home: string; port: number | null; files: StaticFiles }): Promise<RunningServer> => {
  const { home, files } = options;
  const port = await choosePort(options.port);
  const bus = createBus();
  const ending = new AbortController();
  const jobs = await loadJobs(home);
  const note = await noteApp(home, port);
  const guard = createGuard(
    () => port,
    () => note.secret,
  );
  const queue = createJobQueue({ bus, jobs, save: (now) => saveJobs(home, now), interval, queueKeyOf });
  const app = createApp({ home, env: process.env, bus, queue, signal: ending.signal }, guard, files);
  const server: ServerType = await new Promise((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: address, port }, () => resolve(started));
  });
  return {
    port,
    giveLink: () => linkOf(port, guard.giveToken()),
    close: async () => {
      ending.abort();
      await queue.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await forgetApp(home);
    },
  };
};
