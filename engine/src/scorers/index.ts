import type { AnyScorer } from '@benchloop/spec';
import { createAgentWorldScorer } from './agent-world/scorer.ts';
import { createClockScorer } from './clock/scorer.ts';
import { createCodeTestsScorer } from './code-tests/scorer.ts';
import { createFieldExtractionScorer } from './field-extraction/scorer.ts';
import { createInstructionRulesScorer } from './instruction-rules/scorer.ts';
import { createToolCallsScorer } from './tool-calls/scorer.ts';
import { createTypedAnswerScorer } from './typed-answer/scorer.ts';

/** Every scorer, sorted by id. One line each; `npm run new scorer <id>` adds it. */
export const scorers: readonly (() => AnyScorer)[] = [
  createAgentWorldScorer,
  createClockScorer,
  createCodeTestsScorer,
  createFieldExtractionScorer,
  createInstructionRulesScorer,
  createToolCallsScorer,
  createTypedAnswerScorer,
];
