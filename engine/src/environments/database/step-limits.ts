/** What the process has used by some moment: processor time in microseconds, memory in bytes. */
export type Use = { cpuMicroseconds: number; rssBytes: number };

/** That one step may take; a usual one takes less than a hundredth of the time. */
export const stepLimits: Use = { cpuMicroseconds: 1_000_000, rssBytes: 512 * 1024 ** 2 };
/** Of the whole process, whoever filled it: the machine comes first. */
const mostRssBytes = 2 * 1024 ** 3;

/**
 * Whether a step has taken more than it may. Only what came since its start counts: the process is shared, and memory that an
 * earlier statement of another database left behind is not this one's.
 */
export const isOverdrawn = (start: Use, now: Use): boolean =>
  now.cpuMicroseconds - start.cpuMicroseconds > stepLimits.cpuMicroseconds ||
  now.rssBytes - start.rssBytes > stepLimits.rssBytes ||
  now.rssBytes > mostRssBytes;
