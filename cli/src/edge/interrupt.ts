import { exitCode } from '@benchloop/spec';
import { noteLine } from './print.ts';

/** What Ctrl-C ends: trials are finished first, and anything else is ended at once. */
export type Stoppable = 'trials' | 'other';

export type Interrupt = { stopSoon: AbortSignal; stopNow: AbortSignal; dispose: () => void };

/**
 * Ctrl-C once: finish the trial in flight, then stop. Twice: stop it as well. Thrice: end the process at once.
 * `inFlight` is asked at each of them, and `say` tells what comes of it.
 */
export const listenForInterrupt = (inFlight: () => Stoppable, say: (text: string) => void = noteLine): Interrupt => {
  const soon = new AbortController();
  const now = new AbortController();
  const onSignal = () => {
    if (now.signal.aborted) return process.exit(exitCode.interrupted);
    const hasTrials = inFlight() === 'trials';
    if (soon.signal.aborted) {
      if (hasTrials) say('Stopping now; the trial in flight is not kept.');
      now.abort();
      return;
    }
    say(hasTrials ? 'Stopping after the trial in flight. Ctrl-C again stops it as well.' : 'Stopping.');
    soon.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    stopSoon: soon.signal,
    stopNow: now.signal,
    dispose: () => {
      // A second Ctrl-C may come when the first has ended everything: the exit code must still be ours.
      if (soon.signal.aborted) return;
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
};
