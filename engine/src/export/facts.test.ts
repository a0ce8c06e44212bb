import { expect, test } from 'vitest';
import type { Manifest } from '@benchloop/spec';
import { factsOf } from './facts.ts';
import { completeReport } from './fixtures.ts';

const harnessLine = (harness: Partial<Manifest['harness']>): string | undefined => {
  const report = completeReport();
  const { manifest } = report.run;
  const run = { ...report.run, manifest: { ...manifest, harness: { ...manifest.harness, ...harness } } };
  return factsOf({ ...report, run }).find(({ label }) => label === 'Harness')?.text;
};

test('a report says how tools were put to the model, and names constrained decoding as another stack', () => {
  expect(harnessLine({ title: 'Calls read from text', decoding: 'free' })).toBe('Calls read from text');
  expect(harnessLine({ title: 'Every step held', decoding: 'constrained' })).toBe(
    'Every step held: constrained decoding, another stack than the same model decoding freely',
  );
});

test('a run that does not tell it has no such line', () => {
  expect(harnessLine({})).toBeUndefined();
});
