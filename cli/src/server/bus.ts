import { randomBytes } from 'node:crypto';
import type { AppEvent } from '@benchloop/spec';

/** An event as it goes over the wire: `id` names the start of this server and the event's place in it. */
export type StampedEvent = { id: string; event: AppEvent };

/** Events for every page. Kept for a while, so that a page that comes back misses none. */
export type Bus = {
  /** Events that tell a whole state go out at once, and then only the newest of each `heldMs`. */
  publish: (event: AppEvent) => void;
  /** Events after `lastId`; `reset` first where they are gone. Null = from now on. */
  since: (lastId: string | null) => StampedEvent[];
  subscribe: (listener: (stamped: StampedEvent) => void) => () => void;
};

const keptEvents = 2000;
/** A page draws no faster than people read: ten states a second are as good as a thousand. */
const heldMs = 100;

/** What an event is the newest state of; null = it stands for itself, and none is left out. */
const stateOf = (event: AppEvent): string | null => {
  switch (event.type) {
    case 'live':
      return `live ${event.live.jobId}`;
    case 'download':
      return `download ${event.download.id}`;
    case 'verify':
      return `verify ${event.runId}`;
    case 'queue':
    case 'runs-changed':
    case 'models-changed':
      return event.type;
    case 'trial':
    case 'reset':
      return null;
  }
};

export const createBus = (): Bus => {
  const start = randomBytes(4).toString('hex');
  const kept: StampedEvent[] = [];
  const listeners = new Set<(stamped: StampedEvent) => void>();
  /** States that were told within `heldMs`, each with the newer one that waits. */
  const recent = new Map<string, AppEvent | null>();
  let count = 0;
  const tell = (event: AppEvent): void => {
    count += 1;
    const stamped = { id: `${start}-${count}`, event };
    kept.push(stamped);
    if (kept.length > keptEvents) kept.shift();
    for (const listener of listeners) listener(stamped);
  };
  const rest = (state: string): void => {
    setTimeout(() => {
      const newer = recent.get(state) ?? null;
      if (newer === null) {
        recent.delete(state);
        return;
      }
      recent.set(state, null);
      tell(newer);
      rest(state);
    }, heldMs).unref();
  };
  return {
    publish: (event) => {
      const state = stateOf(event);
      if (state !== null && recent.has(state)) {
        recent.set(state, event);
        return;
      }
      tell(event);
      if (state === null) return;
      recent.set(state, null);
      rest(state);
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
