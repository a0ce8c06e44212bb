import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies, type Family } from '../../kit/family.ts';
import { createToolCallsScorer } from '../../scorers/tool-calls/scorer.ts';
import { carryOver } from './families/carry-over.ts';
import { chooseTool } from './families/choose-tool.ts';
import { datesAndUnits } from './families/dates-and-units.ts';
import { dependentCalls } from './families/dependent-calls.ts';
import { enumValues } from './families/enum-values.ts';
import { errorRecovery } from './families/error-recovery.ts';
import { freeText } from './families/free-text.ts';
import { hostileResults } from './families/hostile-results.ts';
import { largeCatalogue } from './families/large-catalogue.ts';
import { missingInformation } from './families/missing-information.ts';
import { nestedArguments } from './families/nested-arguments.ts';
import { noFittingTool } from './families/no-fitting-tool.ts';
import { optionalArguments } from './families/optional-arguments.ts';
import { otherLanguages } from './families/other-languages.ts';
import { parallelCalls } from './families/parallel-calls.ts';
import { similarTools } from './families/similar-tools.ts';
import { typedArguments } from './families/typed-arguments.ts';

/** Every family of the suite, in the order of its tasks. */
export const toolcallFamilies: readonly Family[] = [
  chooseTool,
  similarTools,
  largeCatalogue,
  typedArguments,
  optionalArguments,
  enumValues,
  nestedArguments,
  datesAndUnits,
  otherLanguages,
  freeText,
  parallelCalls,
  dependentCalls,
  carryOver,
  errorRecovery,
  hostileResults,
  noFittingTool,
  missingInformation,
];

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
