import type { Task, Transcript } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { createBlueprintScorer } from './scorer.ts';

const scorer = createBlueprintScorer();
const transcript = (finalText: string): Transcript => ({
  messages: [],
  finalText,
  reasoning: '',
  toolCalls: [],
  turns: 1,
  stop: 'answer',
  refused: false,
  problems: [],
});
const judge = (text: string) => scorer.score({ task: {} as Task, expect: { text: 'blue' }, transcript: transcript(text), evidence: null });

describe('scorer blueprint', () => {
  test.each(['blue', ' blue\n'])('accepts %j', (text) => {
    expect(judge(text)).toMatchObject({ outcome: 'scored', score: { value: 1, passed: true } });
  });

  test.each(['Blue', 'blue.', 'It is blue', 'green'])('rejects %j with a reason', (text) => {
    expect(judge(text)).toMatchObject({ outcome: 'scored', score: { value: 0, passed: false, reason: expect.stringContaining('blue') } });
  });

  test('an empty reply is unparseable', () => {
    expect(judge(' \n')).toEqual({ outcome: 'unparseable', reason: 'the reply is empty' });
  });

  test('a promise of another form is refused', () => {
    expect(scorer.expectSchema.safeParse({ text: 'blue' }).success).toBe(true);
    expect(scorer.expectSchema.safeParse({ text: '' }).success).toBe(false);
    expect(scorer.expectSchema.safeParse('blue').success).toBe(false);
  });
});
