import { expect, test } from 'vitest';
import { describeConformance, type ConformanceSubject } from './conformance.ts';
import { providers } from './index.ts';
import { mockSubject } from './mock/conformance-subject.ts';
import { openAiSubject } from './openai/conformance-subject.ts';

/** One line per provider of the list. */
const subjects: Record<string, ConformanceSubject> = {
  mock: mockSubject,
  openai: openAiSubject,
};

/** Providers that can't be played here, with the reason. */
const elsewhere: Record<string, string> = {
  'llama-cpp': 'needs a model file and a child process; engine.test.ts plays the same scenarios on a tiny model',
};

for (const [id, subject] of Object.entries(subjects)) describeConformance(id, subject);

test('every provider of the list is played, or it is said why not', () => {
  const ids = providers.map((create) => create().id).sort();
  expect([...Object.keys(subjects), ...Object.keys(elsewhere)].sort()).toEqual(ids);
});
