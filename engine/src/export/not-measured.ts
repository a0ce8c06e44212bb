import type { Report } from '@benchloop/spec';

/** Something that a report could hold and this one does not, and why. */
export type NotMeasured = { what: string; why: string };

/** Names of the cells that a clock suite timed; calls of other suites are answers of any length. */
const timedCells = ({ summary, trials }: Report): Set<string> => {
  const clock = new Set(summary.suites.filter(({ judge }) => judge === 'clock').map(({ id }) => id));
  return new Set(trials.filter(({ suiteId }) => clock.has(suiteId)).map(({ family }) => family));
};

const depthOf = (report: Report): NotMeasured[] => {
  const timed = timedCells(report);
  const hasRate = report.summary.speed.some(({ cell, decodeTokensPerSecond }) => timed.has(cell) && decodeTokensPerSecond !== null);
  if (hasRate) return [];
  return [
    {
      what: 'Decode over depth',
      why: timed.size === 0 ? 'The suite speed was not part of this run.' : 'No timed call gave a decode rate.',
    },
  ];
};

const latencyOf = ({ trials }: Report): NotMeasured[] =>
  trials.some(({ calls }) => calls.some(({ timings }) => timings !== null && timings.interTokenP50Ms !== null))
    ? []
    : [{ what: 'Inter-token latency', why: 'No call showed single tokens: several came in one read, or nothing was timed.' }];

/** Measures that stand in no table of this run, so that nobody takes their absence for a zero. */
export const notMeasuredOf = (report: Report): NotMeasured[] => [
  ...depthOf(report),
  ...latencyOf(report),
  {
    what: 'Throughput over concurrency',
    why: `This run asked one stack at one concurrency (${report.run.plan.concurrency.value}); runs at several give the line.`,
  },
  { what: 'Pareto front', why: 'One run has no front: bench-loop compare RUN RUN says it for several.' },
  { what: 'Energy', why: 'This run read no energy counter.' },
];

/** `Energy: not run. This run read no energy counter.` */
export const sayNotMeasured = ({ what, why }: NotMeasured): string => `${what}: not run. ${why}`;
