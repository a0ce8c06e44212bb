import { serve, type ServerType } from '@hono/node-server';
import * as engine from '@benchloop/engine';
import { UserError, type RunSettings } from '@benchloop/spec';
import { createApp } from './app.ts';
import { createBus } from './bus.ts';
import { demoJobs } from './demo.ts';
import { createGuard } from './guard.ts';
import { loadJobs, saveJobs } from './jobs/job-file.ts';
import { createJobQueue } from './jobs/queue.ts';
import { forgetApp, linkOf, noteApp } from './only-one.ts';
import { createStoredLive } from './jobs/stored-live.ts';
import type { StaticFiles } from './static-files.ts';

export const defaultPort = 8877;
const portsTried = 50;
const address = '127.0.0.1';

export type RunningServer = { port: number; giveLink: () => string; close: () => Promise<void> };

type Answer = Parameters<typeof serve>[0]['fetch'];

/** Null where the port is taken: asking first and listening later would let another process in between. */
const listenOn = (port: number, fetch: Answer): Promise<ServerType | null> =>
  new Promise((resolve, reject) => {
    const started = serve({ fetch, hostname: address, port }, () => resolve(started));
    started.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
  });

const listen = async (wanted: number | null, fetch: Answer): Promise<{ server: ServerType; port: number }> => {
  const ports = wanted === null ? Array.from({ length: portsTried }, (_, place) => defaultPort + place) : [wanted];
  for (const port of ports) {
    const server = await listenOn(port, fetch);
    if (server !== null) return { server, port };
  }
  if (wanted !== null)
    throw new UserError(`Port ${wanted} is taken.`, 'Name another one with --port, or leave it out: the next free one is taken.');
  throw new UserError(`No port from ${defaultPort} to ${defaultPort + portsTried - 1} is free.`, 'Name a free one with --port.');
};

/** Runs that would disturb each other: those of one endpoint, by whatever name of this machine, and all of the embedded engine. */
const queueKeyOf = ({ endpoint, provider, 'server-command': command }: RunSettings): string =>
  command !== undefined
    ? 'embedded'
    : provider === 'mock'
      ? 'mock'
      : endpoint === undefined
        ? 'embedded'
        : engine.normaliseEndpoint(endpoint);

const interval = (share: number, judged: number) => engine.wilsonInterval(share, judged);

export type ServerOptions = { home: string; port: number | null; files: StaticFiles; demo?: boolean; mayMock?: boolean };

/** Starts the app on loopback. `port` null = the usual one, or the next that is free. `demo` = fill the home with made-up runs; `mayMock` lets chats and sweeps name the mock model, as demo data does. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { home, files, demo = false, mayMock = demo } = options;
  const jobs = demo ? demoJobs() : await loadJobs(home);
  let answer: Answer = () => new Response('BenchLoop is starting.', { status: 503 });
  const { server, port } = await listen(options.port, (request, env) => answer(request, env));
  const bus = createBus();
  const ending = new AbortController();
  const note = await noteApp(home, port);
  const guard = createGuard(
    () => port,
    () => note.secret,
  );
  const queue = createJobQueue({ bus, jobs, save: (now) => saveJobs(home, now), interval, queueKeyOf, storedLive: createStoredLive(home) });
  const app = createApp({ home, env: process.env, bus, queue, demo, mayMock, signal: ending.signal }, guard, files);
  answer = app.fetch;
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
