import { createLogUpdate } from 'log-update';
import { noteLine } from '../edge/print.ts';
import { sayDuration } from './duration.ts';

export type StepState = { done: number; total: number; what: string; elapsedMs: number };

const width = 30;
const redrawMs = 250;

export const stepLine = ({ done, total, what, elapsedMs }: StepState): string => {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * width);
  const left = done === 0 || done === total ? '' : `  about ${sayDuration((elapsedMs * (total - done)) / done)} left`;
  return `${'━'.repeat(filled)}${'─'.repeat(width - filled)} ${String(Math.floor(share * 100)).padStart(3)} %  ${done}/${total}  ${what}${left}`;
};

/** A progress bar on a terminal, a line per tenth elsewhere; on standard error. */
export const createStepBar = (): { show: (done: number, total: number, what: string) => void; done: () => void } => {
  const startedAtMs = Date.now();
  const state = (done: number, total: number, what: string): StepState => ({ done, total, what, elapsedMs: Date.now() - startedAtMs });
  if (process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined) {
    const region = createLogUpdate(process.stderr);
    let lastMs = 0;
    return {
      show: (done, total, what) => {
        if (done !== total && Date.now() - lastMs < redrawMs) return;
        lastMs = Date.now();
        region(stepLine(state(done, total, what)).slice(0, process.stderr.columns ?? 80));
      },
      done: () => region.done(),
    };
  }
  let last = 0;
  return {
    show: (done, total, what) => {
      const tenth = Math.floor((done / Math.max(1, total)) * 10);
      if (tenth > last) noteLine(stepLine(state(done, total, what)));
      last = Math.max(last, tenth);
    },
    done: () => undefined,
  };
};
