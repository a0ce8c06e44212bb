import type { Connection, ModelError, ModelEvent } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { createProber } from './prober.ts';

const busy = (retryAfterMs: number | null): ModelError => ({
  kind: 'rate-limit',
  message: 'slow down',
  hint: 'wait',
  status: 429,
  retryAfterMs,
});

/** A connection that fails in each way given, one call after another, and then hangs up as a plain failure. */
const failing = (errors: ModelError[]) => {
  let calls = 0;
  const generate = async function* (): AsyncGenerator<ModelEvent> {
    calls += 1;
    yield {
      type: 'error',
      error: errors.shift() ?? { ...busy(null), kind: 'server', message: 'the last answer' },
      partial: null,
    } as ModelEvent;
  };
  return { connection: { generate } as unknown as Connection, calls: () => calls };
};

const ask = async (errors: ModelError[]) => {
  const { connection, calls } = failing(errors);
  const said: string[] = [];
  const { first } = await createProber({
    connection,
    plan: { sampling: { temperature: 0, topP: null, seed: 1 }, thinking: 'default' },
    limits: { limitFor: () => 10_000, learn: () => undefined },
    firstCallTimeoutMs: 60_000,
    longestBusyWaitMs: 12_000,
    signal: new AbortController().signal,
    announce: (message) => said.push(message),
  });
  return { message: first.ok ? 'a reply' : first.error.message, calls: calls(), said };
};

test('a busy server is asked again', async () => {
  expect(await ask([busy(1_100)])).toEqual({ message: 'the last answer', calls: 2, said: ['the server is busy'] });
});

test('a long wait that the server asks for is told', async () => {
  expect((await ask([busy(10_100)])).said).toContain('the server is busy; it is asked again in 11 s');
}, 30_000);

test('a server that loads its model is waited for, whatever time it names, and asked again before that', async () => {
  const loading: ModelError = { ...busy(300_000), kind: 'model-loading' };
  const { calls, said } = await ask([loading]);
  expect(calls).toBe(2);
  expect(said).toContain('the server is loading its model; it is asked again in 12 s');
}, 30_000);

test('a server that asks to wait longer than a run waits is not waited for', async () => {
  expect(await ask([busy(300_000)])).toEqual({ message: 'slow down', calls: 1, said: [] });
});
