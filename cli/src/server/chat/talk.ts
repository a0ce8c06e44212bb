import type { ChatAsk, ChatEvent, Connection } from '@benchloop/spec';
import { converse } from './converse.ts';

/** The side of a chat in the engine's process: one message after the other, while the model stays loaded. */
export type Talk = {
  /** Answers what is asked, also what was asked before; resolves when `signal` ends it. Closes the connection. */
  begin: (connection: Connection, signal: AbortSignal) => Promise<void>;
  ask: (ask: ChatAsk) => void;
  stopReply: () => void;
};

export const createTalk = (say: (event: ChatEvent) => void): Talk => {
  let open: { connection: Connection; signal: AbortSignal } | null = null;
  let reply: AbortController | null = null;
  let waiting: ChatAsk | null = null;

  const answer = async (): Promise<void> => {
    if (open === null || waiting === null) return;
    const ask = waiting;
    waiting = null;
    const stop = new AbortController();
    reply = stop;
    try {
      await converse(open.connection, ask, { say, signal: AbortSignal.any([stop.signal, open.signal]) });
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      say({
        type: 'failed',
        problem: { message: `An unexpected failure, which is a bug of BenchLoop: ${message}`, nextStep: 'Send it again.' },
      });
      say({ type: 'done' });
    }
    reply = null;
  };

  return {
    begin: async (connection, signal) => {
      open = { connection, signal };
      say({ type: 'ready', model: connection.model.name, server: `${connection.server.kind} ${connection.server.version ?? ''}`.trim() });
      void answer();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await connection.close();
    },
    ask: (ask) => {
      waiting = ask;
      if (reply === null) void answer();
    },
    stopReply: () => {
      if (waiting !== null && reply === null) {
        waiting = null;
        say({ type: 'done' });
      }
      reply?.abort();
    },
  };
};
