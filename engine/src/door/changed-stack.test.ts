import type { Connection, Model, ServerFacts } from '@benchloop/spec';
import { expect, test } from 'vitest';
import { buildRun, buildSuite } from '../summary/fixtures.ts';
import { changesOf } from './changed-stack.ts';

const run = buildRun({ suites: [buildSuite('reasonmath', ['rates-01'])] });
const model = { ...(run.model as Model), weightsDigest: 'sha256:a', templateDigest: 'sha256:t', sizeBytes: 1_000 };
const server = { ...(run.server as ServerFacts), kind: 'ollama', version: '0.17.4' };

const connectionTo = (now: Model | null, answers: { kind: string; version: string | null } | null): Connection => ({
  model,
  server,
  // Nothing is generated here.
  generate: async function* none() {},
  identify: async () => now,
  identifyServer: async () => answers,
  close: async () => undefined,
});

test.each([
  ['the same', model, server],
  ['nothing that tells', null, null],
  [
    'less than before',
    { ...model, weightsDigest: null, templateDigest: null, sizeBytes: null },
    { kind: 'openai-compatible', version: null },
  ],
  ['a context that changed', { ...model, contextInForce: 4096, quantization: 'Q4_1 by its name' }, { kind: 'ollama', version: null }],
])('%s is no change', async (_title, now, answers) => {
  expect(await changesOf(connectionTo(now, answers))).toEqual([]);
});

test.each([
  [{ ...model, name: 'other' }, server, /now serves other/u],
  [{ ...model, weightsDigest: 'sha256:b' }, server, /is another one now by its weights/u],
  [{ ...model, templateDigest: 'sha256:u', sizeBytes: 2_000 }, server, /by its chat template and its size/u],
  [model, { kind: 'ollama', version: '0.18.0' }, /began on ollama 0\.17\.4 and ollama 0\.18\.0 answers now/u],
  [null, { kind: 'another server', version: null }, /another server answers now/u],
])('what is known to be another is said', async (now, answers, message) => {
  const changes = await changesOf(connectionTo(now, answers));
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatch(message);
});

test('an endpoint that fails to answer, or can’t be asked, tells of no change', async () => {
  const failing = () => Promise.reject(new Error('gone'));
  expect(await changesOf({ ...connectionTo(null, null), identify: failing, identifyServer: failing })).toEqual([]);
  const { identify: _model, identifyServer: _server, ...silent } = connectionTo(null, null);
  expect(await changesOf(silent)).toEqual([]);
});
