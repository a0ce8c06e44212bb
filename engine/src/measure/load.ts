import type { Machine, Share, Warning } from '@benchloop/spec';

/** Load per logical core from which timings suffer: the engine leaves one core free, other work may not take much more. */
const busyShare: Share = 0.25;
/** One busy program is no reason to warn on a machine with few cores unless it takes a whole one. */
const leastBusyLoad = 1;

/**
 * The warning before a timed run when the machine is busy with other work: its 1-minute load average against its
 * cores. Null when it is quiet, or when the system keeps no load average.
 */
export const busyWarning = (loadAverage: number | null, logicalCores: Machine['cpu']['logicalCores']): Warning | null => {
  if (loadAverage === null || loadAverage < Math.max(leastBusyLoad, busyShare * logicalCores)) return null;
  return {
    code: 'machine-busy',
    message: `The machine is busy: its load over the last minute is ${loadAverage.toFixed(1)} on ${logicalCores} logical cores, so times may be longer than the model needs.`,
    nextStep: 'Close other programs or wait a minute, then run again; scores of answers are not affected.',
  };
};
