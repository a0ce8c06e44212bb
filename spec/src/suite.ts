import type { SuiteId } from './ids.ts';
import type { CodeRequest } from './sandbox.ts';
import type { AnyScorer } from './scorer.ts';
import type { Task } from './task.ts';
import type { Transcript } from './transcript.ts';

/**
 * A set of tasks and who judges them. The frozen public set is `tasks(publishedSeed)`;
 * any other seed gives a fresh, equally hard private set.
 */
export type Suite = {
  id: SuiteId;
  version: string;
  title: string;
  /** What it measures, in one sentence. */
  summary: string;
  /** `scorer`: right or wrong. `clock`: timings; such a suite never counts as quality. */
  judge: 'scorer' | 'clock';
  scorer: AnyScorer;
  /** Abilities without which a task of this suite ends `unsupported`. */
  needs: readonly 'tools'[];
  publishedSeed: number;
  /** True: the tasks are written by hand and the same for every seed, so that the published one stays in force. */
  fixed?: boolean;
  tasks: (seed: number) => Task[];
  /** The code of a reply and the calls that test it, to be run in the sandbox as evidence for the scorer; null = the reply holds no code. */
  codeOf?: (task: Task, transcript: Transcript) => CodeRequest | null;
};
