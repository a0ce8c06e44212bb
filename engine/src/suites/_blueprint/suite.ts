import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createTypedAnswerScorer } from '../../scorers/typed-answer/scorer.ts';
import { sums } from './sums.ts';

/** Replace the families by yours; the frozen public set is this generator with `publishedSeed`. */
export const createBlueprintSuite = (): Suite => ({
  id: 'blueprint',
  version: '1',
  title: 'Sums of three numbers',
  summary: 'Whether the model adds three small numbers.',
  judge: 'scorer',
  scorer: createTypedAnswerScorer(),
  needs: [],
  publishedSeed: 1,
  tasks: (seed) => tasksOfFamilies('blueprint', [sums], seed),
});
