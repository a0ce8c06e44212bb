import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createClockScorer } from '../../scorers/clock/scorer.ts';
import { speedFamilies } from './families.ts';

/**
 * Timed requests; each family is one cell of the report.
 * - `judge: 'clock'`: a reply that ends at its token limit (finish `length`) is normal here and counts as scored;
 *   the suite is never part of quality.
 * - `nonce: 'prefix'`: the runner puts a text of its own, made from run and trial, before the first message, so that
 *   repeats differ as well as tasks do, from the first token on, and no server answers from its prompt cache.
 * - `ignoreEndToken`: decode and prefill cells ask for replies of known length, where the server can do that.
 */
export const createSpeedSuite = (): Suite => ({
  id: 'speed',
  version: '1',
  title: 'Speed',
  summary: 'How long the first token takes, and how many tokens per second are read and written.',
  judge: 'clock',
  scorer: createClockScorer(),
  needs: [],
  publishedSeed: 20_260_901,
  tasks: (seed) => tasksOfFamilies('speed', speedFamilies, seed),
});
