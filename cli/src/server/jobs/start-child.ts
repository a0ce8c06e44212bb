import type { ChatAsk } from '@benchloop/spec';
import { isOnTheWay, type ChildCommand, type ChildMessage, type ChildOrder, type StudyAsk } from './messages.ts';
import { forkChild } from './spare-child.ts';

export type EngineChild = {
  tell: (command: 'stop-soon' | 'stop-now' | 'stop-reply') => void;
  /** A message for the model, where the order is `chat`. */
  ask: (ask: ChatAsk) => void;
  /** A trial to be studied, where the order is `study`. */
  study: (ask: StudyAsk) => void;
  /** Ends the process at once, whatever it does. */
  kill: () => void;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
};

/** Runs one order in a process of its own, so that no page and no screen disturbs a measurement. */
export const startEngineChild = (order: ChildOrder, onMessage: (message: ChildMessage) => void, child = forkChild()): EngineChild => {
  const send = (message: ChildCommand): void => {
    if (child.connected) child.send(message);
  };
  let answered = false;
  let errors = '';
  child.stderr?.on('data', (bytes: Buffer) => (errors = `${errors}${bytes.toString()}`.slice(-2000)));
  child.on('message', (message: ChildMessage) => {
    answered ||= !isOnTheWay(message);
    onMessage(message);
  });
  send({ order });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      if (!answered)
        onMessage({
          say: 'failed',
          problem: {
            message:
              `The process of the engine ended before it was done (${signal ?? `code ${code}`}). ${errors.trim().split('\n').at(-1) ?? ''}`.trim(),
            nextStep: 'Finished trials are kept; go on with the run.',
          },
        });
      resolve();
    });
    child.on('error', () => resolve());
  });
  return {
    tell: (command) => send({ command }),
    ask: (ask) => send({ ask }),
    study: (study) => send({ study }),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
};
