import type { ScreenState } from './state.ts';
import { remainingMs } from './state.ts';
import { sayDuration } from './duration.ts';

export type Interval = { value: number; low: number; high: number };
export type LinesOptions = { columns: number; concurrency: number; nowMs: number; interval: (passed: number, judged: number) => Interval };

const bar = (share: number, width: number): string => {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `${'━'.repeat(filled)}${'─'.repeat(width - filled)}`;
};

const percent = (value: number): string => (value * 100).toFixed(0);

const cutTo = (text: string, columns: number): string => (text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`);

const suiteLine = (id: string, suite: { judged: number; passed: number; ended: number }, options: LinesOptions): string => {
  if (suite.judged === 0) return `  ${id.padEnd(15)} —  ${suite.ended} ended, none judged`;
  const { value, low, high } = options.interval(suite.passed, suite.judged);
  return `  ${id.padEnd(15)} ${percent(value).padStart(3)} % passed  ${percent(low)} to ${percent(high)}  n=${suite.judged}`;
};

/** The live region of a run, at most 80 columns wide: progress, what runs now, and running pass rates with their 95 % intervals. */
export const screenLines = (state: ScreenState, options: LinesOptions): string[] => {
  const columns = Math.min(options.columns, 80);
  if (state.startedAtMs === null) return [cutTo(state.stage ?? 'starting', columns)];
  const left = remainingMs(state, options.concurrency);
  const head = `${bar(state.planned === 0 ? 1 : state.done / state.planned, 24)}  ${state.done}/${state.planned}  ${sayDuration(options.nowMs - state.startedAtMs)} so far${left === null ? '' : `, about ${sayDuration(left)} left`}`;
  const rate = state.tokensPerSecond === null ? '' : `  ${state.tokensPerSecond.toFixed(1)} tok/s`;
  const running = [...state.running.values()]
    .slice(0, 3)
    .map(
      (trial) =>
        `  now ${trial.trialId}${trial.timed ? '  timed, the screen rests' : `  ${trial.textEvents} tokens, ${sayDuration(options.nowMs - trial.startedAtMs)}`}`,
    );
  const suites = [...state.suites.entries()].map(([id, suite]) => suiteLine(id, suite, options));
  return [head + rate, ...running, ...suites].map((line) => cutTo(line, columns));
};
