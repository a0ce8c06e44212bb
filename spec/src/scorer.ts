import type { z } from 'zod';
import type { ScorerId } from './ids.ts';
import type { Score } from './score.ts';
import type { Task } from './task.ts';
import type { Evidence, Transcript } from './transcript.ts';

/** What a scorer says. `unparseable` and `refused` carry no score and count as not passed. */
export type Verdict =
  | { outcome: 'scored'; score: Score }
  | { outcome: 'unparseable'; reason: string }
  | { outcome: 'refused'; reason: string };

export type ScorerInput<Expect> = { task: Task; expect: Expect; transcript: Transcript; evidence: Evidence | null };

/**
 * Judges one transcript. Pure: no clock, network, process or randomness, so stored runs can be scored again.
 * A truncated attempt never reaches a scorer.
 */
export type Scorer<Expect = unknown> = {
  id: ScorerId;
  version: string;
  expectSchema: z.ZodType<Expect>;
  score: (input: ScorerInput<Expect>) => Verdict;
};

/** A scorer whose `expect` type is known only to itself; its schema is checked before it is called. */
export type AnyScorer = Omit<Scorer, 'expectSchema' | 'score'> & {
  expectSchema: z.ZodType;
  // Method syntax: lets a scorer of any `expect` type stand here.
  score(input: ScorerInput<never>): Verdict;
};
