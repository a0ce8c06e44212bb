import { arithmetic } from './families/arithmetic.ts';
import { assignment } from './families/assignment.ts';
import { calendar } from './families/calendar.ts';
import { clock } from './families/clock.ts';
import { counting } from './families/counting.ts';
import { criticalPath } from './families/critical-path.ts';
import { fractions } from './families/fractions.ts';
import { knights } from './families/knights.ts';
import { missingFacts } from './families/missing-facts.ts';
import { money } from './families/money.ts';
import { numberTheory } from './families/number-theory.ts';
import { offers } from './families/offers.ts';
import { ordering } from './families/ordering.ts';
import { probability } from './families/probability.ts';
import { progressions } from './families/progressions.ts';
import { rates } from './families/rates.ts';
import { routes } from './families/routes.ts';
import { tracking } from './families/tracking.ts';
import { units } from './families/units.ts';
import { venn } from './families/venn.ts';
import type { Puzzle } from './puzzle.ts';

/** Every family of the suite, sorted by id. */
export const puzzles: readonly Puzzle[] = [
  arithmetic,
  assignment,
  calendar,
  clock,
  counting,
  criticalPath,
  fractions,
  knights,
  missingFacts,
  money,
  numberTheory,
  offers,
  ordering,
  probability,
  progressions,
  rates,
  routes,
  tracking,
  units,
  venn,
];
