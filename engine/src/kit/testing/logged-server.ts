import type { Instant } from '@benchloop/spec';
import { once } from 'node:events';
import { startWorker } from '../entry.ts';
import type { ServerStep } from './scripted-server.ts';

export type LoggedServer = {
  url: string;
  /** When each write so far was handed to the socket, by the clock that the client reads too. */
  writtenAt: () => Promise<Instant[]>;
  close: () => Promise<void>;
};

/** A scripted server in a thread of its own, which answers every request with these steps, whatever the caller's thread does. */
export const startLoggedServer = async (steps: readonly ServerStep[]): Promise<LoggedServer> => {
  const worker = startWorker(new URL('./logged-server-worker.ts', import.meta.url), { workerData: steps });
  const [url] = (await once(worker, 'message')) as [string];
  return {
    url,
    writtenAt: async () => {
      worker.postMessage('log');
      const [log] = (await once(worker, 'message')) as [Instant[]];
      return log;
    },
    close: async () => void (await worker.terminate()),
  };
};
