import type {
  ApiProblem,
  Board,
  BudgetAnswer,
  ChatAsk,
  ChatEvent,
  Comparison,
  DamagedRun,
  Decision,
  Plan,
  PreflightAnswer,
  RunEvent,
  RunSettings,
  Trial,
  TrialStudy,
  Use,
} from '@benchloop/spec';
import type { Verification } from '@benchloop/engine';
import type { LeaderboardQuery } from '../leaderboard-query.ts';
import type { SettingFacts } from '../stacks/setting-facts.ts';

/** What the server asks of a child. One child does one thing. */
export type ChildOrder =
  | { do: 'run'; settings: RunSettings }
  | { do: 'resume'; runId: string }
  | { do: 'preflight'; settings: RunSettings }
  | { do: 'plan'; settings: RunSettings }
  /** Loads the model and answers each `ask` until it is told to stop. */
  | { do: 'chat'; settings: RunSettings }
  | { do: 'leaderboard'; query: LeaderboardQuery }
  | { do: 'compare'; runs: string[]; margin: number | null }
  | { do: 'decide'; runs: string[]; use: Use }
  | { do: 'sweep'; runs: string[] }
  | { do: 'verify'; runId: string }
  /** Takes a stored run into the index. */
  | { do: 'index'; runId: string }
  /** Answers each `study` until it is told to stop. */
  | { do: 'study' };

/** A trial that is to be studied; `id` comes back with the answer. */
export type StudyAsk = { id: number; runId: string; trial: Trial };

/** `stop-soon` ends after the trials in flight, `stop-now` ends them too; `stop-reply` ends the reply of a chat and no more. */
export type ChildCommand =
  | { order: ChildOrder }
  | { ask: ChatAsk }
  | { study: StudyAsk }
  | { command: 'stop-soon' | 'stop-now' | 'stop-reply' };

/** What a plan would run. */
export type PlannedRun = {
  plan: Plan;
  trials: number;
  suites: { id: string; tasks: number; tasksInSuite: number }[];
  manifest: string;
  budget: BudgetAnswer;
};

export type ChildMessage =
  | { say: 'event'; event: RunEvent }
  | { say: 'progress'; done: number; total: number }
  | { say: 'ended'; runId: string; status: 'complete' | 'incomplete' | 'interrupted' | 'running' }
  | { say: 'preflight'; answer: PreflightAnswer }
  | { say: 'plan'; planned: PlannedRun }
  | { say: 'chat'; event: ChatEvent }
  | { say: 'boards'; boards: Board[]; suites: string[] }
  | { say: 'comparison'; comparison: Comparison }
  | { say: 'decision'; decision: Decision }
  | { say: 'sweep'; facts: SettingFacts[] }
  | { say: 'indexed'; damage: DamagedRun | null }
  | { say: 'verified'; verification: Verification }
  | { say: 'study'; id: number; study: TrialStudy }
  | { say: 'no-study'; id: number; problem: ApiProblem }
  | { say: 'closed' }
  | { say: 'failed'; problem: ApiProblem };

/** True for what a child says on its way; false for its last word. */
export const isOnTheWay = ({ say }: ChildMessage): boolean => ['event', 'progress', 'study', 'no-study'].includes(say);
