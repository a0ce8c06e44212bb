import type { Milliseconds, Sampling } from '@benchloop/spec';

/** Greedy decoding: one trial per task then says as much as it can. */
export const defaultTemperature: Sampling['temperature'] = 0;
/** Sent with every request, so that servers that honour it repeat themselves at temperatures above 0. */
export const defaultSamplingSeed = 42;
/** One request at a time: a local server is not saturated and times stay its own. */
export const defaultConcurrency = 1;
export const defaultProfile = 'core';
export const defaultHarness = 'raw';
/** Longest wait for a connection; loopback answers in microseconds, a sleeping laptop's disk takes seconds. */
export const connectTimeoutMs: Milliseconds = 10_000;
/** Longest silence while nothing is known of the server's speed: a cold load of a large model takes minutes. */
export const firstIdleTimeoutMs: Milliseconds = 600_000;
/** Never call a server silent before this, however fast it was: garbage collection and other users take seconds. */
export const leastIdleTimeoutMs: Milliseconds = 60_000;
/** A call may take this many times as long as the measured speed predicts. */
export const timeoutFactor = 10;
/** Tries after the first, for infrastructure failures only. */
export const retries = 2;
/** Tries after the first while the server says that it loads its model; with doubled waits about two minutes in all. */
export const loadingRetries = 8;
/** Wait before the first retry; doubled for each further one. A server's Retry-After goes before. */
export const retryWaitMs: Milliseconds = 500;
/** A longer Retry-After ends the trial, or the preflight, instead of blocking the run. */
export const longestRetryWaitMs: Milliseconds = 120_000;
/** Context that the embedded engine asks for: enough for every task of `core`, small enough for 8 GiB machines. */
export const defaultContextTokens = 8192;
