import { expect, test } from 'vitest';
import { describeConformance, type ConformanceSubject } from './conformance.ts';
import { providers } from './index.ts';
import { llamaCppSubject } from './llama-cpp/conformance-subject.ts';
import { mockSubject } from './mock/conformance-subject.ts';
import { openAiSubject } from './openai/conformance-subject.ts';

/** One line per provider of the list. */
const subjects: Record<string, ConformanceSubject> = {
  'llama-cpp': llamaCppSubject,
  mock: mockSubject,
  openai: openAiSubject,
};

for (const [id, subject] of Object.entries(subjects)) describeConformance(id, subject);

test('every provider of the list is played', () => {
  expect(Object.keys(subjects)).toEqual(providers.map((create) => create().id));
});
