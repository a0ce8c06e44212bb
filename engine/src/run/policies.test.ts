import { expect, test } from 'vitest';
import type { CallTimings, ModelError, ModelErrorKind } from '@benchloop/spec';
import { publicEndpoint } from '../kit/public-endpoint.ts';
import * as defaults from './defaults.ts';
import { retryWait } from './retry.ts';
import { createTimeoutEstimator } from './timeouts.ts';

const error = (kind: ModelErrorKind, retryAfterMs: number | null = null): ModelError => ({
  kind,
  message: '',
  hint: '',
  status: null,
  retryAfterMs,
});

test.each(['connect', 'busy', 'rate-limit', 'server', 'stream-truncated', 'engine-crashed'] as const)(
  '%s is tried again, with growing waits, and then given up',
  (kind) => {
    expect(retryWait(error(kind), 1)).toBe(defaults.retryWaitMs);
    expect(retryWait(error(kind), 2)).toBe(defaults.retryWaitMs * 2);
    expect(retryWait(error(kind), defaults.retries + 1)).toBeNull();
  },
);

test('a server that loads its model is waited for longer, and then given up', () => {
  const waits = Array.from({ length: defaults.loadingRetries }, (_, index) => retryWait(error('model-loading'), index + 1) ?? 0);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(60_000);
  expect(retryWait(error('model-loading'), defaults.loadingRetries + 1)).toBeNull();
});

test.each([
  'auth',
  'not-found',
  'bad-request',
  'context-overflow',
  'unsupported',
  'timeout',
  'aborted',
  'insecure',
  'protocol',
  'wrong-server',
] as const)('%s is not tried again', (kind) => {
  expect(retryWait(error(kind), 1)).toBeNull();
});

test('the server’s Retry-After goes before, unless it would block the run', () => {
  expect(retryWait(error('rate-limit', 2000), 1)).toBe(2000);
  expect(retryWait(error('rate-limit', defaults.longestRetryWaitMs + 1), 1)).toBeNull();
});

const timings = (firstTokenMs: number, lastTokenMs: number): CallTimings => ({
  connectMs: null,
  headersMs: null,
  firstByteMs: null,
  firstTokenMs,
  firstReasoningMs: null,
  firstAnswerMs: null,
  lastTokenMs,
  endMs: lastTokenMs,
  textEvents: 10,
  textReads: 10,
  interTokenP50Ms: null,
  interTokenP95Ms: null,
});
const usage = { promptTokens: 100, completionTokens: 11, cachedTokens: 0, reasoningTokens: null, source: 'engine' as const };

test('before anything was measured the limit is long', () => {
  expect(createTimeoutEstimator(null).limitFor(1000, 100)).toBe(defaults.firstIdleTimeoutMs);
});

test('a slow server gets time in proportion, a fast one never less than the least', () => {
  const slow = createTimeoutEstimator(null);
  slow.learn(timings(30_000, 40_000), usage);
  expect(slow.limitFor(300, 100)).toBeCloseTo(defaults.timeoutFactor * (30_000 + 100_000), 0);
  const fast = createTimeoutEstimator(null);
  fast.learn(timings(10, 20), usage);
  expect(fast.limitFor(300, 100)).toBe(defaults.leastIdleTimeoutMs);
});

test('one fast reply never shortens what a slow one has taught', () => {
  const estimator = createTimeoutEstimator(null);
  estimator.learn(timings(30_000, 40_000), usage);
  const before = estimator.limitFor(300, 100);
  estimator.learn(timings(10, 20), usage);
  expect(estimator.limitFor(300, 100)).toBe(before);
});

test('a limit that the person set holds', () => {
  expect(createTimeoutEstimator(5000).limitFor(1_000_000, 10_000)).toBe(5000);
});

test.each([
  ['http://user:secret@example.org/v1/?key=1', 'http://example.org/v1'],
  ['http://workstation:8080/v1', 'http://private-host:8080/v1'],
  ['http://192.168.0.7:11434', 'http://private-host:11434'],
  ['http://box.local', 'http://private-host'],
  ['localhost:8080', 'http://localhost:8080'],
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
])('%s stands in a run as %s', (endpoint, shown) => {
  expect(publicEndpoint(endpoint)).toBe(shown);
});
