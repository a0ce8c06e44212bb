import { UserError, type ChatAsk, type ChatEvent, type RunSettings } from '@benchloop/spec';
import type { Bus } from '../bus.ts';
import type { ChildMessage } from '../jobs/messages.ts';
import { startEngineChild, type EngineChild } from '../jobs/start-child.ts';

/** Two models beside each other, and no more: each holds its memory. */
const mostLoaded = 2;
/** A model that nobody talks to gives its memory back. */
const idleMs = 300_000;

type Listener = (event: ChatEvent) => void;
type Member = { child: EngineChild; listener: Listener | null; usedAt: number; timer: NodeJS.Timeout | null };

/** Models that are loaded for chats, each in a process of its own. */
export type ChatPool = {
  /** Resolves when the reply has ended. Throws `UserError` where this model answers somebody already. */
  reply: (ask: ChatAsk, options: { onEvent: Listener; signal: AbortSignal }) => Promise<void>;
};

const keyOf = (settings: RunSettings): string =>
  JSON.stringify(Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const eventOf = (message: ChildMessage): ChatEvent | null => {
  if (message.say === 'chat') return message.event;
  if (message.say === 'failed') return { type: 'failed', problem: message.problem };
  return message.say === 'event' && message.event.type === 'stage'
    ? { type: 'loading', message: message.event.message, share: message.event.share }
    : null;
};

const busy = new UserError('This model answers already.', 'Wait for its reply, or stop it.');

export const createChatPool = ({ bus, signal }: { bus: Bus; signal: AbortSignal }): ChatPool => {
  const members = new Map<string, Member>();

  const drop = (key: string): void => {
    const member = members.get(key);
    members.delete(key);
    if (member === undefined) return;
    if (member.timer !== null) clearTimeout(member.timer);
    member.child.tell('stop-now');
  };
  const dropIdle = (): void => {
    for (const [key, { listener }] of members) if (listener === null) drop(key);
  };
  const makeRoom = (): void => {
    const idle = [...members].filter(([, { listener }]) => listener === null).toSorted(([, one], [, other]) => one.usedAt - other.usedAt);
    for (const [key] of idle) if (members.size >= mostLoaded) drop(key);
    if (members.size >= mostLoaded)
      throw new UserError('Two models answer already, which is the most at once.', 'Wait for one of them, or stop it.');
  };

  const start = (key: string, settings: RunSettings): Member => {
    makeRoom();
    const child = startEngineChild({ do: 'chat', settings }, (message) => {
      const event = eventOf(message);
      if (event !== null) member.listener?.(event);
    });
    const member: Member = { child, listener: null, usedAt: Date.now(), timer: null };
    members.set(key, member);
    void child.ended.then(() => {
      if (members.get(key) === member) members.delete(key);
      member.listener?.({ type: 'done' });
    });
    return member;
  };

  const rest = (key: string, member: Member): void => {
    member.listener = null;
    member.usedAt = Date.now();
    member.timer = setTimeout(() => drop(key), idleMs);
    member.timer.unref();
  };

  // A loaded model that nobody uses would take memory from a run that is measured.
  bus.subscribe(({ event }) => {
    if (event.type === 'queue' && event.jobs.some(({ state }) => state === 'running')) dropIdle();
  });
  signal.addEventListener('abort', () => {
    for (const key of members.keys()) drop(key);
  });

  return {
    reply: (ask, { onEvent, signal: stop }) =>
      new Promise((resolve) => {
        const key = keyOf(ask.settings);
        const member = members.get(key) ?? start(key, ask.settings);
        if (member.listener !== null) throw busy;
        if (member.timer !== null) clearTimeout(member.timer);
        const halt = (): void => member.child.tell('stop-reply');
        member.listener = (event) => {
          onEvent(event);
          if (event.type !== 'done') return;
          stop.removeEventListener('abort', halt);
          rest(key, member);
          resolve();
        };
        stop.addEventListener('abort', halt, { once: true });
        member.child.ask(ask);
      }),
  };
};
