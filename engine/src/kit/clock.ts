import type { Instant } from '@benchloop/spec';

/** Now on the machine's monotonic clock, in milliseconds; the same for all threads and processes. */
export const now = (): Instant => Number(process.hrtime.bigint()) / 1e6;
