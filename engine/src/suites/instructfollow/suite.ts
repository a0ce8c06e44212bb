import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies, type Family } from '../../kit/family.ts';
import { createInstructionRulesScorer } from '../../scorers/instruction-rules/scorer.ts';
import { conditional } from './families/conditions.ts';
import { conflicts, systemMessages } from './families/conflicts.ts';
import { foreignRequests } from './families/foreign-requests.ts';
import { laterMessages } from './families/later-messages.ts';
import { negation } from './families/negation.ts';
import { ordering } from './families/ordering.ts';
import { otherLanguages } from './families/other-languages.ts';
import { quotedData } from './families/quoted-data.ts';
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
  negation,
  ordering,
  otherLanguages,
  foreignRequests,
  laterMessages,
  quotedData,
  systemMessages,
  conflicts,
  conditional,
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
