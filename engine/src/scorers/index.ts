import type { AnyScorer } from '@benchloop/spec';

/** Every scorer, sorted by id. One line each; `npm run new scorer <id>` adds it. */
export const scorers: readonly (() => AnyScorer)[] = [
];
