import type { ProfileId, SuiteId } from './ids.ts';

/** Which suites, how many tasks of each, and how often. `smoke` proves that the stack works; it ranks nothing. */
export type Profile = {
  id: ProfileId;
  title: string;
  suites: readonly SuiteId[];
  tasksPerSuite: number | null;
  trials: number;
  /** Tasks that need more context are no part of the profile, in tokens; left out = no limit. */
  maxContextTokens?: number;
};
