import type { Kind } from './kind.ts';
import { aggregation } from './kinds/aggregation.ts';
import { lookAlike } from './kinds/look-alike.ts';
import { multiHop } from './kinds/multi-hop.ts';
import { severalNeedles } from './kinds/several-needles.ts';
import { singleNeedle } from './kinds/single-needle.ts';
import { variableTracking } from './kinds/variable-tracking.ts';

/** Every kind of question, sorted by id. */
export const kinds: readonly Kind[] = [aggregation, lookAlike, multiHop, severalNeedles, singleNeedle, variableTracking];
