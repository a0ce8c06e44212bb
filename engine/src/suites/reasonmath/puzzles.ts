import { arithmetic } from './families/arithmetic.ts';
import { fractions } from './families/fractions.ts';
import { numberTheory } from './families/number-theory.ts';
import { probability } from './families/probability.ts';
import { venn } from './families/venn.ts';
import type { Puzzle } from './puzzle.ts';

/** Every family of the suite, sorted by id. */
export const puzzles: readonly Puzzle[] = [arithmetic, fractions, numberTheory, probability, venn];
