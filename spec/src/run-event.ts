import type { ModelError } from './model-error.ts';
import type { Run } from './run.ts';
import type { RunId, TrialId } from './ids.ts';
import type { Trial } from './trial.ts';
import type { Milliseconds } from './units.ts';
import type { Warning } from './warning.ts';

/** The only way the engine speaks. Screens, stores and servers are listeners. */
export type RunEvent =
  | { type: 'stage'; stage: 'connecting' | 'loading' | 'preflight' | 'queued' | 'waiting'; message: string; share: number | null }
  | { type: 'run-start'; run: Run; planned: number; done: number }
  | { type: 'trial-start'; trialId: TrialId; suiteId: string; taskId: string; index: number; timed: boolean }
  | {
      type: 'trial-progress';
      trialId: TrialId;
      turn: number;
      channel: 'answer' | 'reasoning' | 'tool-call';
      text: string;
      sinceSentMs: Milliseconds;
    }
  | { type: 'trial-retry'; trialId: TrialId; error: ModelError; waitMs: Milliseconds }
  | { type: 'trial-end'; trial: Trial }
  | { type: 'warning'; warning: Warning }
  | { type: 'run-end'; run: Run; runId: RunId };

export type RunListener = (event: RunEvent) => void;
