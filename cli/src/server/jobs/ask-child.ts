import type { ApiProblem } from '@benchloop/spec';
import type { ChildMessage, ChildOrder } from './messages.ts';
import { keepSpare, takeChild } from './spare-child.ts';
import { startEngineChild } from './start-child.ts';

/** Those that load a model or take minutes gain nothing from a process that is ready. */
const isSlow = ({ do: what }: ChildOrder): boolean => what === 'preflight' || what === 'verify';

const asked = new Set<Promise<void>>();

/** Resolves when no process that was asked works any more, so that none writes into a data home that is to be removed. */
export const askedChildrenEnded = async (): Promise<void> => void (await Promise.all(asked));

/** What a single answer of a child is, or why there is none. */
export const askEngineChild = (
  order: ChildOrder,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ChildMessage | { say: 'failed'; problem: ApiProblem }> =>
  new Promise((resolve) => {
    const take = (message: ChildMessage): void => {
      if (message.say === 'progress') onProgress(message.done, message.total);
      else if (message.say !== 'event') resolve(message);
    };
    const child = startEngineChild(order, take, takeChild());
    const stop = () => child.tell('stop-now');
    signal.addEventListener('abort', stop, { once: true });
    asked.add(child.ended);
    void child.ended.then(() => {
      asked.delete(child.ended);
      signal.removeEventListener('abort', stop);
      // Not beside the one that answers, whose work it would slow.
      if (!isSlow(order)) keepSpare(signal);
      resolve({ say: 'failed', problem: { message: 'The engine gave no answer.', nextStep: 'Try it again.' } });
    });
  });
