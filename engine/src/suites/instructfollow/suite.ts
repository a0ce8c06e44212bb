import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies, type Family } from '../../kit/family.ts';
import { createInstructionRulesScorer } from '../../scorers/instruction-rules/scorer.ts';
import { combinedData, combinedFives, combinedFours, combinedPairs, combinedSixes, selfReferring } from './families/combined.ts';
import { singleEdge, singleForm, singleInclusion, singleLength } from './families/single.ts';

const id = 'instructfollow';

/** Every family of the suite, in the order of its tasks. */
export const instructfollowFamilies: readonly Family[] = [
  singleLength,
  singleEdge,
  singleForm,
  singleInclusion,
  combinedPairs,
  combinedData,
  combinedFours,
  combinedFives,
  combinedSixes,
  selfReferring,
];

export const createInstructfollowSuite = (): Suite => ({
  id,
  version: '1',
  title: 'Following instructions',
  summary: 'Keeps checkable rules of length, form, wording and order, alone, combined, in conflict and against injected ones.',
  judge: 'scorer',
  scorer: createInstructionRulesScorer(),
  needs: [],
  publishedSeed: 20_261_202,
  tasks: (seed) => tasksOfFamilies(id, instructfollowFamilies, seed),
});
