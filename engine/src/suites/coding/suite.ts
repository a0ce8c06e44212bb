import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { codeRequestOf } from '../../scorers/code-tests/code-request.ts';
import { createCodeTestsScorer } from '../../scorers/code-tests/scorer.ts';
import { families } from './problems.ts';

const id = 'coding';

export const createCodingSuite = (): Suite => ({
  id,
  version: '1',
  title: 'Coding',
  summary:
    'Functions and classes in Python, JavaScript and TypeScript to write, repair, complete and rework, judged by hidden tests in a sandbox.',
  judge: 'scorer',
  scorer: createCodeTestsScorer(),
  needs: [],
  publishedSeed: 20_266,
  tasks: (seed) => tasksOfFamilies(id, families, seed),
  codeOf: codeRequestOf,
});
