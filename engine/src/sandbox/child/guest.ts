import type { Step, ToWorker, WorkerStart } from './messages.ts';

/** What an interpreter's host is given by its worker. */
export type GuestOptions = {
  start: WorkerStart;
  /** Waits for the next work, blocking the thread. */
  nextWork: () => ToWorker;
  report: (step: Step) => void;
  /** Told the milliseconds of each sleep, which takes no real time and counts against the limit. */
  slept: (ms: number) => void;
};
