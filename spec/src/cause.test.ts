import { expect, test } from 'vitest';
import { causeOf, type Cause } from './cause.ts';
import { outcomeSchema } from './outcome.ts';

const full = { kind: 'context', message: 'too long', hint: 'h' } as never;

test('every outcome that is no pass has a cause of its own, and a pass has none', () => {
  const causes = outcomeSchema.options.map((outcome) => causeOf({ outcome, score: null, error: null }));
  expect(new Set(causes).size).toBe(outcomeSchema.options.length);
  expect(causes).not.toContain(null);
  expect(causeOf({ outcome: 'scored', score: { value: 1, passed: true, reason: '' }, error: null })).toBeNull();
  expect(causeOf({ outcome: 'scored', score: { value: 0.9, passed: false, reason: '' }, error: null })).toBe(
    'answered wrongly' satisfies Cause,
  );
});

test('a prompt that the server refused for its length is told from a reply that was cut', () => {
  expect(causeOf({ outcome: 'truncated', score: null, error: full })).toBe('did not fit the context');
  expect(causeOf({ outcome: 'truncated', score: null, error: null })).toBe('cut off at the token limit');
});
