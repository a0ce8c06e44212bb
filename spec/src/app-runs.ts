import type { Cause } from './cause.ts';
import type { Message, ToolDefinition } from './message.ts';
import type { ModelError } from './model-error.ts';
import type { Outcome } from './outcome.ts';
import type { Run } from './run.ts';
import type { RunNotes } from './api.ts';
import type { Summary } from './summary.ts';
import type { Difficulty, Limits } from './task.ts';
import type { Trial } from './trial.ts';

/** A run folder that can't be read, with what to do about it. */
export type DamagedRun = { id: string; reason: string; nextStep: string };

/** A table of texts; `notes` stand below their row, `footnotes` below the table. */
export type WordTable = {
  title: string;
  head: readonly string[];
  rows: readonly { cells: readonly string[]; notes: readonly string[] }[];
  footnotes: readonly string[];
};

/** What a report says in words. Null = there is nothing to say. */
export type ReportWords = {
  title: string;
  /** That the run was changed after it was made. */
  alarm: string | null;
  verdict: string;
  parts: string | null;
  coldStart: string | null;
  doubts: readonly string[];
  warnings: readonly string[];
  facts: readonly { label: string; text: string }[];
  scores: WordTable;
  context: WordTable | null;
  speed: WordTable | null;
};

/** A run as its page shows it: everything but the trials. */
export type RunView = {
  run: Run;
  summary: Summary;
  words: ReportWords;
  notes: RunNotes;
  /** Cells of the suites that a clock judges; calls of other suites are answers of any length. */
  timedCells: string[];
  /** Median time between two tokens of each call, milliseconds. */
  interTokenMediansMs: number[];
  /** Trials that ended without a verdict on the model by a failure of the machinery. */
  withoutVerdict: { trialId: string; outcome: Outcome; reason: string; hint: string | null }[];
  withoutVerdictCount: number;
  /** What ended them, the most frequent reasons first. */
  failures: { reason: string; hint: string | null; count: number }[];
  /** Why trials failed, most frequent first; `infrastructure` leaves the score. */
  causes: { name: Cause; count: number; kind: 'ability' | 'infrastructure' }[];
  /** What of the folder can't be read; null = all can. */
  damage: { reason: string; nextStep: string } | null;
};

/** One line of the list of trials. */
export type TrialRow = {
  id: string;
  suiteId: string;
  taskId: string;
  family: string;
  difficulty: Difficulty;
  tags: string[];
  index: number;
  outcome: Outcome;
  passed: boolean | null;
  /** Why it did not pass; null = it passed. */
  cause: Cause | null;
  reason: string;
  durationMs: number;
  /** Infrastructure failures that were tried again before this result. */
  retries: number;
};

/** One request of a trial and what came back, without its bytes. */
export type TrialTurn = {
  turn: number;
  attempt: number;
  /** Milliseconds since the trial began: when it was sent, and when it ended; null = never. */
  sentAtMs: number;
  endedAtMs: number | null;
  firstTokenMs: number | null;
  lastTokenMs: number | null;
  promptTokens: number | null;
  completionTokens: number | null;
  cachedTokens: number | null;
  /** What the server itself says, milliseconds. */
  serverPromptMs: number | null;
  serverPredictedMs: number | null;
  status: number | null;
  receivedBytes: number;
  finish: string | null;
  error: ModelError | null;
};

/** One trial as the trace viewer shows it. */
export type TrialStory = {
  trial: Trial;
  /** What the last request held, then what came back. */
  messages: Message[];
  tools: ToolDefinition[];
  turns: TrialTurn[];
  /** Why there is no trace; null = there is one. */
  missing: string | null;
};

/** The bytes of one request and its reply as they were on the wire. */
export type TrialWire = { request: string | null; reply: string; status: number | null; contentType: string | null };

/** A task made again from the seed of the manifest; `missing` says why it could not be. */
export type TaskAgain =
  | {
      missing: null;
      /** True where this version makes another task than the one that was asked. */
      changed: boolean;
      messages: Message[];
      tools: ToolDefinition[];
      expect: unknown;
      responseSchema: Record<string, unknown> | null;
      world: { id: string; state: unknown } | null;
      limits: Limits;
    }
  | { missing: string };

/** A call that a task asks for: its tool, its arguments in words, and which of the calls that were made serves it; null = none. */
export type AskedCall = {
  tool: string;
  arguments: { name: string; wanted: string }[];
  /** Other ways to make it, each in words. */
  otherWays: string[];
  servedBy: number | null;
  /** What is wrong with the call that serves it, or why none does; null = nothing. */
  fault: string | null;
};

/** A call as it was made, and which of the asked ones it serves; null = none. */
export type MadeCall = { turn: number; tool: string; argumentsText: string; ran: boolean; serves: number | null };

/** One place of a world that an attempt left in another state. A text that is null was not there. */
export type StateChange = { place: string; before: string | null; after: string | null };

/** A hidden test of a program: what each of its calls should return, and what it did. */
export type HiddenTest = {
  name: string;
  passed: boolean;
  calls: { input: string; expected: string; actual: string; holds: boolean }[];
};

/** What is worked out anew from a stored trial: its task, and what was asked for beside what was done. */
export type TrialStudy = {
  task: TaskAgain;
  /** Why the attempt can't be played again; null = it was, or there is nothing to play. */
  missing: string | null;
  calls: { asked: AskedCall[]; made: MadeCall[] } | null;
  /** `complete` false: the state is as far as the attempt came before it failed. */
  world: { id: string; changes: StateChange[]; complete: boolean } | null;
  tests: HiddenTest[] | null;
};
