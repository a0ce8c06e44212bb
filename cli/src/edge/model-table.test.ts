import { expect, test } from 'vitest';
import type { ModelRow } from '@benchloop/engine';
import { fitNote, modelFacts, modelTable, sayFit, sayParameters, sayTokens } from './model-table.ts';

const row = (more: Partial<ModelRow>): ModelRow => ({
  name: 'm',
  aliases: [],
  place: 'disk',
  where: 'models folder',
  endpoint: null,
  path: '/models/m.gguf',
  state: 'not-loaded',
  sizeBytes: null,
  parameters: null,
  quantization: null,
  bitsPerWeight: null,
  contextTrained: null,
  contextInForce: null,
  capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
  tested: [],
  memoryEstimateBytes: null,
  estimateContextTokens: null,
  fits: null,
  ...more,
});

const disk = row({
  name: 'small.gguf',
  sizeBytes: 98e6,
  parameters: 135e6,
  quantization: 'Q4_1',
  contextTrained: 8192,
  capabilities: { tools: 'no', thinking: 'no', vision: 'no', system: 'yes' },
  memoryEstimateBytes: 2e8,
  estimateContextTokens: 8192,
  fits: { fits: true, place: 'memory', capacityBytes: 1e10 },
});
const served = row({
  name: 'llama3.2:latest',
  place: 'local',
  where: 'Ollama',
  endpoint: 'http://127.0.0.1:11434/v1',
  path: null,
  state: 'loaded',
  contextInForce: 4096,
  contextTrained: 131_072,
});

test('one line per model, aligned, with unknown as unknown', () => {
  expect(modelTable([served, disk])).toEqual([
    'model            where                   size     weights  quant    context     tools    thinking  vision   fits',
    'llama3.2:latest  Ollama 127.0.0.1:11434  unknown  unknown  unknown  4k of 128k  unknown  unknown   unknown  yes, loaded',
    'small.gguf       disk, models folder     98 MB    135M     Q4_1     up to 8k    no       no        no       yes, memory',
  ]);
});

test('what does not run here is not said to fit', () => {
  const fit = { fits: true, place: 'gpu' as const, capacityBytes: 1 };
  expect(sayFit(row({ place: 'cloud', fits: fit }))).toBe('runs elsewhere');
  expect(sayFit(row({ place: 'remote' }))).toBe('runs elsewhere');
  expect(sayFit(row({ fits: fit }))).toBe('yes, GPU');
  expect(sayFit(row({ fits: { fits: false, place: null, capacityBytes: 1 } }))).toBe('no');
  expect(sayFit(row({ fits: { fits: true, place: 'split', capacityBytes: 1 } }))).toBe('yes, GPU and memory');
  expect(sayFit(row({}))).toBe('unknown');
  expect(sayFit(row({ problem: 'cut off' }))).toBe('no: cut off');
});

test('the note says what fits stands on', () => {
  expect(fitNote([disk, served])).toMatch(/the cache of 8k tokens/u);
  expect(fitNote([served])).toBeNull();
});

test('all facts of one model', () => {
  expect(Object.fromEntries(modelFacts(disk))).toMatchObject({
    path: '/models/m.gguf',
    memory: 'about 200 MB, with 8k tokens of context',
    system: 'yes',
  });
  expect(Object.fromEntries(modelFacts(served))).toMatchObject({
    endpoint: 'http://127.0.0.1:11434/v1',
    context: '4k of 128k',
    memory: 'unknown',
  });
});

test('numbers as people say them', () => {
  expect([1024, 32_768, 1000, 40_961].map(sayTokens)).toEqual(['1k', '32k', '1000', '40961']);
  expect([135e6, 30.53e9, 8e9, 405e9].map(sayParameters)).toEqual(['135M', '30.5B', '8B', '405B']);
});

test('an ability that a check saw is told apart from one that the server tells', () => {
  const seen = row({ capabilities: { tools: 'yes', thinking: 'yes', vision: 'no', system: 'unknown' }, tested: ['tools'] });
  expect(modelFacts(seen)).toContainEqual(['tools', 'yes, tested']);
  expect(modelFacts(seen)).toContainEqual(['thinking', 'yes']);
  expect(modelTable([seen])[1]).toMatch(/yes, tested\s+yes\s+no/u);
});
