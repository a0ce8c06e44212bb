import type { ApiProblem, BudgetAnswer, Plan, PreflightAnswer, RunEvent, RunSettings } from '@benchloop/spec';

/** What the server asks of a child. One child does one thing. */
export type ChildOrder =
  | { do: 'run'; settings: RunSettings }
  | { do: 'resume'; runId: string }
  | { do: 'preflight'; settings: RunSettings }
  | { do: 'plan'; settings: RunSettings };

/** `stop-soon` ends after the trials in flight, `stop-now` ends them too. */
export type ChildCommand = { order: ChildOrder } | { command: 'stop-soon' | 'stop-now' };

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
  | { say: 'ended'; runId: string; status: 'complete' | 'incomplete' | 'interrupted' | 'running' }
  | { say: 'preflight'; answer: PreflightAnswer }
  | { say: 'plan'; planned: PlannedRun }
  | { say: 'failed'; problem: ApiProblem };
