import { randomBytes } from 'node:crypto';
import type { AppEvent } from '@benchloop/spec';

/** An event as it goes over the wire: `id` names the start of this server and the event's place in it. */
export type StampedEvent = { id: string; event: AppEvent };

/** Events for every page. Kept for a while, so that a page that comes back misses none. */
export type Bus = {
  publish: (event: AppEvent) => void;
  /** Events after `lastId`; `reset` first where they are gone. Null = from now on. */
  since: (lastId: string | null) => StampedEvent[];
  subscribe: (listener: (stamped: StampedEvent) => void) => () => void;
};

const keptEvents = 2000;

export const createBus = (): Bus => {
  const start = randomBytes(4).toString('hex');
  const kept: StampedEvent[] = [];
  const listeners = new Set<(stamped: StampedEvent) => void>();
  let count = 0;
  return {
    publish: (event) => {
      count += 1;
      const stamped = { id: `${start}-${count}`, event };
      kept.push(stamped);
      if (kept.length > keptEvents) kept.shift();
      for (const listener of listeners) listener(stamped);
    },
    since: (lastId) => {
      if (lastId === null) return [];
      if (lastId === `${start}-${count}`) return [];
      const at = kept.findIndex(({ id }) => id === lastId);
      return at === -1 ? [{ id: `${start}-${count}`, event: { type: 'reset' } }] : kept.slice(at + 1);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
