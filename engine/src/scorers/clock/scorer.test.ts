import type { Task, Transcript } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { createClockScorer } from './scorer.ts';

const scorer = createClockScorer();
const blank: Transcript = {
  messages: [],
  finalText: '',
  reasoning: '',
  toolCalls: [],
  turns: 1,
  stop: 'answer',
  refused: false,
  problems: [],
};
const score = (transcript: Partial<Transcript>) => {
  const verdict = scorer.score({ task: {} as Task, expect: {}, transcript: { ...blank, ...transcript }, evidence: null });
  return verdict.outcome === 'scored' ? verdict.score : null;
};

describe('clock scorer', () => {
  test.each<[string, Partial<Transcript>]>([
    ['an answer', { finalText: 'Once upon a time' }],
    ['a reply of the asked length, ended by the token limit', { finalText: 'and then', stop: 'truncated' }],
    ['thinking that filled the whole reply', { reasoning: 'The person wants a story.', stop: 'truncated' }],
    ['one character', { finalText: '.' }],
  ])('%s can be timed', (_name, transcript) => {
    expect(score(transcript)).toMatchObject({ value: 1, passed: true });
  });

  test.each<[string, Partial<Transcript>]>([
    ['an empty reply', {}],
    ['only spaces', { finalText: '   ' }],
    ['only line ends', { finalText: '\n\r\n\t' }],
    ['blank thinking', { reasoning: ' \n ', finalText: '' }],
    ['nothing at the token limit', { stop: 'truncated' }],
  ])('%s cannot', (_name, transcript) => {
    expect(score(transcript)).toMatchObject({ value: 0, passed: false });
  });

  test('a timed task promises nothing, and a stray promise is an invalid task', () => {
    expect(scorer.expectSchema.safeParse({}).success).toBe(true);
    expect(scorer.expectSchema.safeParse({ answer: 4 }).success).toBe(false);
    expect(scorer.expectSchema.safeParse(undefined).success).toBe(false);
  });
});
