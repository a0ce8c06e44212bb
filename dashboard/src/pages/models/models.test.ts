import { describe, expect, test } from 'vitest';
import type { ModelCard, ServerCard } from '@benchloop/spec';
import { groupModels } from './group-models.ts';
import { sortModels } from './model-columns.tsx';
import { sayBytes, sayFit, sayParameters } from './words.ts';

const card = (name: string, change: Partial<ModelCard> = {}): ModelCard => ({
  id: name,
  name,
  aliases: [],
  place: 'disk',
  where: 'models folder',
  endpoint: null,
  provider: 'llama-cpp',
  state: 'unknown',
  family: null,
  sizeBytes: null,
  parameters: null,
  quantization: null,
  contextTrained: null,
  contextInForce: null,
  capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
  tested: [],
  memoryEstimateBytes: null,
  estimateContextTokens: null,
  fits: null,
  ...change,
});
const server = (endpoint: string, title: string): ServerCard => ({
  endpoint,
  title,
  kind: title,
  version: null,
  knownFrom: '',
  needsKey: false,
  models: 0,
  warnings: [],
});

describe('the models of the page', () => {
  test('stand below their server, whatever the end of its address; others below their place', () => {
    const on = (name: string, endpoint: string, where: string) => card(name, { endpoint, where, place: 'local' });
    const models = [
      on('a', 'http://127.0.0.1:1', 'Ollama'),
      on('b', 'http://127.0.0.1:2/v1', 'vLLM'),
      card('c'),
      card('d', { place: 'local', where: 'Demo' }),
    ];
    const groups = groupModels(models, [
      server('http://127.0.0.1:1/v1', 'Ollama'),
      server('http://127.0.0.1:2/v1', 'vLLM'),
      server('http://x', 'LM Studio'),
    ]);
    expect(groups.map(({ title, models: own }) => [title, own.map(({ name }) => name)])).toEqual([
      ['Ollama', ['a']],
      ['vLLM', ['b']],
      ['LM Studio', []],
      ['On this disk, for the embedded engine', ['c']],
      ['Demo', ['d']],
    ]);
  });

  test('are sorted by number or by word, what is not known last both ways', () => {
    const models = [card('b', { sizeBytes: 9 }), card('c'), card('a', { sizeBytes: 10 })];
    const names = (column: string, direction: 'ascending' | 'descending') =>
      sortModels(models, { column, direction }).map(({ name }) => name);
    expect(names('size', 'ascending')).toEqual(['b', 'a', 'c']);
    expect(names('size', 'descending')).toEqual(['a', 'b', 'c']);
    expect(names('model', 'ascending')).toEqual(['a', 'b', 'c']);
    expect(sortModels(models, null)).toBe(models);
  });
});

test('sizes and weights have a unit that suits them, and a file that is no model says so', () => {
  expect([512, 1500, 98e6, 4.7e9, 4e12].map((bytes) => sayBytes(bytes).replace(/\s/gu, ' '))).toEqual([
    '512 B',
    '1.5 kB',
    '98 MB',
    '4.7 GB',
    '4.0 TB',
  ]);
  expect([134_515_008, 30.53e9, 1.04e12].map(sayParameters)).toEqual(['135M', '30.5B', '1T']);
  expect(sayFit(card('x', { problem: 'cut off' }))).toBe('no: cut off');
});
