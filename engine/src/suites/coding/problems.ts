import type { Family } from '../../kit/family.ts';
import type { Problem } from './problem.ts';
import { calculator } from './problems/calculator/problem.ts';
import { cellSheet } from './problems/cell-sheet/problem.ts';
import { clampReadings } from './problems/clamp-readings.ts';
import { countWords } from './problems/count-words.ts';
import { csvTotals } from './problems/csv-totals.ts';
import { deepChanges } from './problems/deep-changes.ts';
import { dueDates } from './problems/due-dates.ts';
import { durationText } from './problems/duration-text.ts';
import { expandRuns } from './problems/expand-runs.ts';
import { freeSlots } from './problems/free-slots.ts';
import { halfUp } from './problems/half-up.ts';
import { justifyText } from './problems/justify-text.ts';
import { keyMaze } from './problems/key-maze/problem.ts';
import { lateFee } from './problems/late-fee.ts';
import { maskText } from './problems/mask-text.ts';
import { memberLists } from './problems/member-lists.ts';
import { mergeSpans } from './problems/merge-spans.ts';
import { nestedStore } from './problems/nested-store/problem.ts';
import { numberWords } from './problems/number-words.ts';
import { orderBook } from './problems/order-book/problem.ts';
import { packBoxes } from './problems/pack-boxes.ts';
import { rankRows } from './problems/rank-rows.ts';
import { rateGate } from './problems/rate-gate/problem.ts';
import { runnerUp } from './problems/runner-up.ts';
import { shortenTexts } from './problems/shorten-texts.ts';
import { sumByKey } from './problems/sum-by-key.ts';
import { taskOrder } from './problems/task-order.ts';
import { tinyMachine } from './problems/tiny-machine/problem.ts';
import { topWords } from './problems/top-words.ts';
import { validCodes } from './problems/valid-codes.ts';
import { familyOf, formsOf } from './task.ts';

/** Every problem, from the easy to the extreme, and then those that are only repairs. */
export const problems: readonly Problem[] = [
  countWords,
  clampReadings,
  sumByKey,
  numberWords,
  runnerUp,
  maskText,
  topWords,
  mergeSpans,
  durationText,
  expandRuns,
  packBoxes,
  dueDates,
  csvTotals,
  taskOrder,
  deepChanges,
  justifyText,
  rateGate,
  calculator,
  tinyMachine,
  cellSheet,
  orderBook,
  nestedStore,
  freeSlots,
  keyMaze,
  rankRows,
  lateFee,
  memberLists,
  halfUp,
  shortenTexts,
  validCodes,
];

/** Two tasks of the set, one in each runtime, prove that an endless program is ended. */
const endless: Readonly<Record<string, readonly number[]>> = { 'merge-spans': [0, 1] };

// The place of a family decides which general failures its proofs try, so that each is tried in several tasks.
const starts = problems.map((_problem, place) => problems.slice(0, place).reduce((sum, problem) => sum + formsOf(problem).length, 0));

export const families: readonly Family[] = problems.map((problem, place) =>
  familyOf(problem, { turn: starts[place] ?? 0, endless: endless[problem.id] ?? [] }),
);
