import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies, type Family } from '../../kit/family.ts';
import { createToolCallsScorer } from '../../scorers/tool-calls/scorer.ts';
import { chooseTool } from './families/choose-tool.ts';
import { dependentCalls } from './families/dependent-calls.ts';
import { largeCatalogue } from './families/large-catalogue.ts';
import { parallelCalls } from './families/parallel-calls.ts';

/** Every family of the suite, in the order of its tasks. */
export const toolcallFamilies: readonly Family[] = [chooseTool, parallelCalls, dependentCalls, largeCatalogue];

export const createToolcallSuite = (): Suite => ({
  id: 'toolcall',
  version: '1',
  title: 'Tool calling',
  summary: 'Chooses tools, fills their arguments, chains and repeats calls, and leaves tools alone when none fits.',
  judge: 'scorer',
  scorer: createToolCallsScorer(),
  needs: ['tools'],
  publishedSeed: 20_261_201,
  tasks: (seed) => tasksOfFamilies('toolcall', toolcallFamilies, seed),
});
