import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createTypedAnswerScorer } from '../../scorers/typed-answer/scorer.ts';
import { familyOf } from './kind.ts';
import { kinds } from './kinds.ts';

const id = 'longcontext';
const families = kinds.map(familyOf);

export const createLongcontextSuite = (): Suite => ({
  id,
  version: '1',
  title: 'Long context',
  summary: 'Finding, telling apart, tracking, adding up and chaining entries of a log of 2k to 128k tokens.',
  judge: 'scorer',
  scorer: createTypedAnswerScorer(),
  needs: [],
  publishedSeed: 20_265,
  tasks: (seed) => tasksOfFamilies(id, families, seed),
});
