import type { RunEvent, RunListener } from '@benchloop/spec';
import { createLogUpdate } from 'log-update';
import { noteLine } from '../edge/print.ts';
import { sayDuration } from './duration.ts';
import { screenLines, type Interval } from './lines.ts';
import { createScreenState, reduceEvent, remainingMs, type ScreenState } from './state.ts';

export type Screen = {
  listener: RunListener;
  /** Leaves the screen to a question until it is answered. */
  aside: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  /** Says a line that stays, above what is redrawn. */
  note: (text: string) => void;
  /** Leaves the last state on the screen. */
  done: () => void;
};
export type ScreenOptions = { concurrency: number; interval: (passed: number, judged: number) => Interval };

/** Slower than four redraws a second the screen feels stuck; faster it takes time from the model. */
const redrawMs = 250;

const isTimed = (state: ScreenState): boolean => [...state.running.values()].some(({ timed }) => timed);

/** A region at the end of the terminal, redrawn at most four times a second and never while a timed trial runs. */
const createLiveScreen = (options: ScreenOptions): Screen => {
  const state = createScreenState();
  const region = createLogUpdate(process.stderr, { showCursor: true });
  const draw = () => region(screenLines(state, { ...options, columns: process.stderr.columns ?? 80, nowMs: Date.now() }).join('\n'));
  let isAside = false;
  const note = (text: string): void => {
    region.clear();
    noteLine(text);
  };
  const timer = setInterval(() => {
    if (!isTimed(state) && !isAside) draw();
  }, redrawMs);
  timer.unref();
  return {
    listener: (event) => {
      reduceEvent(state, event, Date.now());
      if (event.type === 'warning') note(`! ${event.warning.message} ${event.warning.nextStep}`);
      if (event.type === 'trial-start' && event.timed) draw();
    },
    aside: async (ask) => {
      isAside = true;
      region.clear();
      try {
        return await ask();
      } finally {
        isAside = false;
      }
    },
    note,
    done: () => {
      clearInterval(timer);
      draw();
      region.done();
    },
  };
};

const trialLine = (event: Extract<RunEvent, { type: 'trial-end' }>, state: ScreenState, concurrency: number): string => {
  const { trial } = event;
  const result =
    trial.outcome === 'scored'
      ? trial.score?.passed === true
        ? 'passed'
        : `not passed (${trial.score?.value.toFixed(2)})`
      : trial.outcome;
  const left = remainingMs(state, concurrency);
  return `${state.done}/${state.planned}  ${trial.id}  ${result}  ${sayDuration(trial.durationMs)}${left === null ? '' : `  about ${sayDuration(left)} left`}`;
};

/** One line an event: for logs, dumb terminals and screen readers. */
const createPlainScreen = (options: ScreenOptions): Screen => {
  const state = createScreenState();
  let lastStage = '';
  return {
    listener: (event) => {
      reduceEvent(state, event, Date.now());
      if (event.type === 'stage') {
        const line = `${event.stage}: ${event.message}${event.share === null ? '' : ` ${Math.floor(event.share * 10) * 10} %`}`;
        if (line !== lastStage) noteLine(line);
        lastStage = line;
      } else if (event.type === 'run-start')
        noteLine(`run ${event.run.id}: ${event.planned} trials${event.done === 0 ? '' : `, ${event.done} of them done before`}`);
      else if (event.type === 'trial-retry')
        noteLine(`  ${event.trialId}: ${event.error.message.replace(/\.$/u, '')}; next try in ${sayDuration(event.waitMs)}`);
      else if (event.type === 'trial-end') noteLine(trialLine(event, state, options.concurrency));
      else if (event.type === 'warning') noteLine(`! ${event.warning.message} ${event.warning.nextStep}`);
    },
    aside: (ask) => ask(),
    note: noteLine,
    done: () => undefined,
  };
};

/** A live region on a terminal, plain lines elsewhere. Both write to standard error only. */
export const createScreen = (options: ScreenOptions): Screen =>
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' && process.env['CI'] === undefined
    ? createLiveScreen(options)
    : createPlainScreen(options);
