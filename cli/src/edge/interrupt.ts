import { noteLine } from './print.ts';

export type Interrupt = { stopSoon: AbortSignal; stopNow: AbortSignal; dispose: () => void };

const ofTrials = 'Stopping after the trial in flight. Ctrl-C again stops it as well.';

/**
 * Ctrl-C once: finish the trial in flight, then stop. Twice: stop it as well. Thrice: end the process at once.
 * `said` is what the first one answers, where there are no trials.
 */
export const listenForInterrupt = (said: string = ofTrials): Interrupt => {
  const soon = new AbortController();
  const now = new AbortController();
  const onSignal = () => {
    if (now.signal.aborted) process.exit(130);
    if (soon.signal.aborted) {
      if (said === ofTrials) noteLine('Stopping now; the trial in flight is not kept.');
      now.abort();
      return;
    }
    noteLine(said);
    soon.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    stopSoon: soon.signal,
    stopNow: now.signal,
    dispose: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
};
