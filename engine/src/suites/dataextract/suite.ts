import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createFieldExtractionScorer } from '../../scorers/field-extraction/scorer.ts';
import { familyOf } from './extraction.ts';
import { extractionFamilies } from './families.ts';

const id = 'dataextract';
const families = extractionFamilies.map(familyOf);

export const createDataextractSuite = (): Suite => ({
  id,
  version: '1',
  title: 'Data extraction',
  summary: 'JSON from messy text: every wanted value, none invented, in the stated types and formats.',
  judge: 'scorer',
  scorer: createFieldExtractionScorer(),
  needs: [],
  publishedSeed: 20_261_203,
  tasks: (seed) => tasksOfFamilies(id, families, seed),
});
