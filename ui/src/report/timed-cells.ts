import type { Report, SpeedSummary } from '@benchloop/spec';

/** Cells of the clock suites only: calls of other suites are answers of any length. */
export const timedCellsOf = ({ summary, trials }: Report): SpeedSummary[] => {
  const clock = new Set(summary.suites.filter(({ judge }) => judge === 'clock').map(({ id }) => id));
  const cells = new Set(trials.filter(({ suiteId }) => clock.has(suiteId)).map(({ family }) => family));
  return summary.speed.filter(({ cell }) => cells.has(cell));
};
