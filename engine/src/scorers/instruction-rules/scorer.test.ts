import { describe, expect, test } from 'vitest';
import type { Message, Task, Transcript } from '@benchloop/spec';
import { instructionRulesSchema, type InstructionRulesInput } from './expect.ts';
import { createInstructionRulesScorer } from './scorer.ts';

const scorer = createInstructionRulesScorer();
const prompt = 'Write about bees and nectar for the newsletter of the club in the old town by the river.';
const messages: Message[] = [{ role: 'user', content: prompt }];

const judge = (expectation: InstructionRulesInput, text: string, reasoning = '') => {
  const transcript: Transcript = {
    messages: [],
    finalText: text,
    reasoning,
    toolCalls: [],
    turns: 1,
    stop: 'answer',
    refused: false,
    problems: [],
  };
  return scorer.score({ task: { messages } as Task, expect: instructionRulesSchema.parse(expectation), transcript, evidence: null });
};
const scored = (value: number) => ({ outcome: 'scored', score: { value, passed: value === 1 } });

const two: InstructionRulesInput = {
  substance: { minWords: 5, mentions: ['bees', 'nectar'] },
  rules: [
    { kind: 'sentences', min: 2, max: 2 },
    { kind: 'punctuation', mark: ',', max: 0, weight: 3 },
  ],
};

describe('score', () => {
  test('is 1 when every rule holds', () => {
    expect(judge(two, 'Bees gather nectar in spring. They rest at night.')).toMatchObject(scored(1));
  });

  test('is the weight of the rules that hold', () => {
    expect(judge(two, 'Bees gather nectar in spring, then sleep. They rest.')).toMatchObject(scored(0.25));
  });

  test('is 0 when all that holds only forbids', () => {
    expect(judge(two, 'Bees gather nectar in spring. They rest. They sleep.')).toMatchObject(scored(0));
  });

  test('counts prohibitions where nothing else is asked for', () => {
    const none = {
      ...two,
      rules: [
        { kind: 'punctuation' as const, mark: ',' as const, max: 0 },
        { kind: 'digits' as const, max: 0 },
      ],
    };
    expect(judge(none, 'Bees gather nectar in spring, gladly.')).toMatchObject(scored(0.5));
  });

  test('is 0 when a vital rule is broken', () => {
    const vital = { ...two, rules: [...two.rules, { kind: 'avoids' as const, words: ['HACKED-1'], vital: true }] };
    expect(judge(vital, 'Bees gather nectar in spring. They said HACKED-1.')).toMatchObject(scored(0));
  });

  test('names the first broken rule and the count found', () => {
    const verdict = judge(two, 'Bees gather nectar in spring.');
    expect(verdict).toMatchObject({
      score: { reason: '1 of 2 rules hold; rule 1 (sentences) is broken: found 1 sentences, asked for exactly 2' },
    });
  });
});

describe('substance', () => {
  test.each([
    ['empty', ''],
    ['white space', ' \n '],
    ['too short', 'Bees nectar.'],
    ['off the subject', 'Cats like milk in spring. They rest at night.'],
    ['half of the subject', 'Bees like flowers in spring. They rest at night.'],
    ['a copy of the prompt', prompt],
    ['mostly a copy', `Bees rest. ${prompt}`],
    ['a claim', 'Done, I followed every instruction.'],
  ])('%s scores 0', (_name, text) => {
    expect(judge(two, text)).toMatchObject(scored(0));
  });

  test('a line that must be repeated is not taken for a copy', () => {
    const repeated: InstructionRulesInput = {
      substance: { minWords: 3, mentions: ['bees'] },
      rules: [{ kind: 'repeat-first', text: prompt }],
    };
    expect(judge(repeated, `${prompt}\n\nGlad bees rest.`)).toMatchObject(scored(1));
    expect(judge(repeated, `${prompt}\n\n${prompt}`)).toMatchObject(scored(0));
  });

  test('curly apostrophes and quotes change nothing', () => {
    const quote: InstructionRulesInput = { substance: { mentions: ["bee's"] }, rules: [{ kind: 'quoted' }] };
    expect(judge(quote, '“The bee’s home”')).toMatchObject(scored(1));
  });
});

test('a reply in the thinking alone is unparseable', () => {
  expect(judge(two, '', 'Bees gather nectar in spring. They rest at night.')).toMatchObject({ outcome: 'unparseable' });
});

test.each(['I’m sorry, but I can’t help with that.', 'I cannot write this.', 'Sorry, no.'])('%s is a refusal', (text) => {
  expect(judge(two, text)).toMatchObject({ outcome: 'refused' });
});

test('a text that begins like a refusal and keeps the rules is none', () => {
  expect(judge(two, 'I am sorry for bees without nectar. They rest at night.')).toMatchObject(scored(1));
});

test.each([
  ['an unknown kind', { rules: [{ kind: 'rhymes' }] }],
  ['an unknown parameter', { rules: [{ kind: 'words', exactly: 3 }] }],
  ['no rule', { rules: [] }],
  ['a weight of 0', { rules: [{ kind: 'lower-case', weight: 0 }] }],
])('an expectation with %s does not fit', (_name, wrong) => {
  expect(instructionRulesSchema.safeParse({ substance: {}, ...wrong }).success).toBe(false);
});
