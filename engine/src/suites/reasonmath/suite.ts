import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createTypedAnswerScorer } from '../../scorers/typed-answer/scorer.ts';
import { puzzles } from './puzzles.ts';
import { familyOf } from './puzzle.ts';

const id = 'reasonmath';
const families = puzzles.map(familyOf);

export const createReasonmathSuite = (): Suite => ({
  id,
  version: '1',
  title: 'Reasoning and mathematics',
  summary: 'Arithmetic, rates, money, units, logic, planning, calendar and missing facts, answered with one typed value.',
  judge: 'scorer',
  scorer: createTypedAnswerScorer(),
  needs: [],
  publishedSeed: 20_261,
  tasks: (seed) => tasksOfFamilies(id, families, seed),
});
