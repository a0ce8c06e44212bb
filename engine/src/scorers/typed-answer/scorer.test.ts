import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transcript } from '@benchloop/spec';
import type { TypedAnswer } from './expect.ts';
import { typedAnswerSchema } from './expect.ts';
import { createTypedAnswerScorer } from './scorer.ts';

const scorer = createTypedAnswerScorer();

const transcriptOf = (finalText: string, reasoning = ''): Transcript => ({
  messages: [],
  finalText,
  reasoning,
  toolCalls: [],
  turns: 1,
  stop: 'answer',
  refused: false,
  problems: [],
});

const judge = (expectation: TypedAnswer, reply: string, reasoning = '') =>
  scorer.score({
    task: {} as never,
    expect: typedAnswerSchema.parse(expectation),
    transcript: transcriptOf(reply, reasoning),
    evidence: null,
  });

const integer: TypedAnswer = { type: 'integer', value: '42' };
const large: TypedAnswer = { type: 'integer', value: '1234567' };
const decimal: TypedAnswer = { type: 'decimal', value: '3.14', decimals: 2 };
const near: TypedAnswer = { type: 'decimal', value: '9.81', tolerance: '0.05' };
const distance: TypedAnswer = { type: 'quantity', value: '42', unit: 'km', unitRequired: true };
const minutes: TypedAnswer = { type: 'quantity', value: '90', unit: 'min', unitRequired: false };
const fraction: TypedAnswer = { type: 'fraction', value: '3/4', lowestTerms: false };
const lowest: TypedAnswer = { type: 'fraction', value: '7/4', lowestTerms: true };
const percentage: TypedAnswer = { type: 'percentage', value: '12.5', decimals: 1 };
const euros: TypedAnswer = { type: 'money', value: '1042.50', currency: 'EUR', currencyRequired: false };
const dollars: TypedAnswer = { type: 'money', value: '42.05', currency: 'USD', currencyRequired: true };
const choice: TypedAnswer = {
  type: 'choice',
  correct: 'B',
  options: [
    { label: 'A', text: 'red kite' },
    { label: 'B', text: 'grey heron' },
    { label: 'C', text: 'barn owl' },
  ],
};
const set: TypedAnswer = { type: 'set', items: ['Ann', 'Cy'], universe: ['Ann', 'Bob', 'Cy'] };
const numbers: TypedAnswer = { type: 'set', items: ['12', '18', '1500'] };
const sequence: TypedAnswer = { type: 'sequence', items: ['Bob', 'Ann', 'Cy'], universe: ['Ann', 'Bob', 'Cy'] };
const letters: TypedAnswer = { type: 'sequence', items: ['B', 'D', 'A', 'C'], universe: ['A', 'B', 'C', 'D'] };
const partly: TypedAnswer = { type: 'sequence', items: ['42', 'not determined', '17'] };
const date: TypedAnswer = { type: 'date', value: '2026-03-03' };
const late: TypedAnswer = { type: 'date', value: '2027-12-25' };
const time: TypedAnswer = { type: 'time', value: '14:35' };
const open: TypedAnswer = { type: 'undetermined' };

const accepted: readonly [string, TypedAnswer, readonly string[]][] = [
  [
    'integer',
    integer,
    [
      '42',
      'Answer: 42',
      'Answer: 42.',
      '**Answer:** 42',
      '**Answer: 42**',
      '**Answer**: 42',
      '__Answer:__ 42',
      '### Answer: 42',
      '> Answer: 42',
      '- Answer: 42',
      '`Answer: 42`',
      'Answer: **42**',
      'Answer: `42`',
      'Answer: "42"',
      'Answer: “42”',
      'Final answer: 42.',
      'answer = 42',
      'ANSWER: 42',
      'The final answer: 42',
      'My answer: 42',
      'Answer： 42',
      'Answer: \\boxed{42}',
      '\\boxed{42}',
      '$\\boxed{42}$',
      'Answer: $42$',
      'Answer: \\(42\\)',
      'Answer: \\[42\\]',
      'Answer: $$42$$',
      'Answer: \\text{42}',
      'Answer: 42.0',
      'Answer: +42',
      '```\nAnswer: 42\n```',
      '```text\n42\n```',
      '~~~\nAnswer: 42\n~~~',
      'Answer:\n42',
      '**Answer:**\n\n```\n42\n```',
      '## Answer\n42',
      '## Final Answer\n\n**42**',
      'Answer:\n$$\n42\n$$',
      'I add 40 and 2.\nAnswer: 42',
      'First 40, then 2.\n\nThe answer is 42.',
      'So the answer is 42',
      'Therefore, the final answer is **42**.',
      '40 + 2 makes 42. Answer: 42',
      'Answer: 41\nI made a slip.\nAnswer: 42',
      'Answer: 42\nI hope this helps you.',
      'Answer: 42 apples',
      'Answer: <42>',
      'Answer: [42]',
      'Answer: {42}',
      'Answer: 42?',
      'Answer: 42 ✅',
      '**Answer: The total number is $42$.**',
      'So the result is \\boxed{42}.',
      'The value is \\(\\boxed{\\text{42}}\\)',
      'My final answer is 42.',
      'Answer: We count 42 apples.',
      'Answer: Total: 42',
      '**Final Answer**\n\nThe total is 42.',
      'Answer — 42',
      'Answer - 42',
      'Answer: 42 of the tickets',
      'Answer: The total is 42',
      'Answer: x = 42',
      'Answer: 40 + 2 = 42',
      'Answer: 42 = 40 + 2',
      'Answer: 42 (40 + 2)',
      'Answer: (42)',
      'Answer: = 42',
      'Answer: The answer is 42.',
      '<think>Answer: 41</think>Answer: 42',
      'maybe 41?</think>\nAnswer: 42',
      'Answer: 42\n<think>or 41?</think>',
    ],
  ],
  [
    'large integer',
    large,
    [
      '1,234,567',
      "1'234'567",
      '1 234 567',
      '1\u202f234\u202f567',
      '1_234_567',
      'Answer: 1{,}234{,}567',
      'Answer: 1.234567e6',
      'Answer: 1.234567 × 10^6',
      'Answer: 1.234567 \\times 10^{6}',
      'Answer: 1.234567 × 10⁶',
      'Answer: 1.234567 million',
    ],
  ],
  ['decimal', decimal, ['3.14', 'Answer: 3,14', 'Answer: ≈ 3.14', 'Answer: approximately 3.14', 'Answer: 3.140']],
  ['decimal with tolerance', near, ['9.8', '9.76', '9.86', 'Answer: 9.81', 'Answer: 9.806']],
  [
    'quantity',
    distance,
    [
      'Answer: 42 km',
      'Answer: 42 (km)',
      'Answer: 42 [kilometres]',
      'Answer: They are far apart, after all 42 km',
      'Answer: 42km',
      'Answer: 42 kilometres',
      'Answer: 42 kilometers',
      'Answer: 42.0 km.',
      'Answer: 42,000 m',
      'Answer: 42 000 metres',
      'Answer: 42 km (that is 42000 m)',
      'Answer: 42 km (42,000 m)',
      'Answer: 42 km = 42000 m',
      'Answer: 42 km or 42000 m',
      'Answer: 42\\text{ km}',
      'Answer: $42\\,\\text{km}$',
      'Answer: The distance is 42 km.',
      '42 km',
      'Answer: **42 km**',
      'Answer: 42 km long',
      'Answer: d = 42 km',
      'Answer: 41 km 1000 m',
      'Answer: 42-km',
    ],
  ],
  [
    'quantity with a fixed unit',
    minutes,
    [
      '90',
      'Answer: 90',
      'Answer: 90 min',
      'Answer: 90 minutes',
      'Answer: 1 h 30 min',
      'Answer: 1.5 hours',
      'Answer: 1 hour and 30 minutes',
      'Answer: 1 1/2 hours',
      'Answer: 1½ h',
      'Answer: 5400 seconds',
      'Answer: 90 minutes (1.5 hours)',
      'Answer: 1 hour, 30 minutes',
    ],
  ],
  [
    'fraction',
    fraction,
    [
      '3/4',
      'Answer: 3/4',
      'Answer: 6/8',
      'Answer: 0.75',
      'Answer: 75%',
      'Answer: \\frac{3}{4}',
      'Answer: $\\dfrac{3}{4}$',
      'Answer: \\frac34',
      'Answer: \\boxed{\\frac{3}{4}}',
      'Answer: ¾',
      'Answer: 3⁄4',
      'Answer: 3 / 4',
      'Answer: 3/4 (0.75)',
      'Answer: 3/4 or 0.75',
      'Answer: 3/4 ≈ 0.75',
      'Answer: 6/8 = 3/4',
    ],
  ],
  [
    'fraction in lowest terms',
    lowest,
    [
      '7/4',
      'Answer: 1 3/4',
      'Answer: 1\\frac{3}{4}',
      'Answer: 1¾',
      'Answer: 1 and 3/4',
      'Answer: 14/8 = 7/4',
      'Answer: 7/4 (1.75)',
      'Answer: 7/4 ≈ 1.75',
      'Answer: \\tfrac{7}{4}',
    ],
  ],
  [
    'percentage',
    percentage,
    [
      '12.5%',
      'Answer: 12.5 %',
      'Answer: 12.5',
      'Answer: 12.5 percent',
      'Answer: 12.5 per cent',
      'Answer: 12,5 %',
      'Answer: 12.50%',
      'Answer: 12.5\\%',
      'Answer: 12.5% of the total',
      'Answer: The share is 12.5%.',
    ],
  ],
  [
    'money in euros',
    euros,
    [
      '1042.50',
      'Answer: €1,042.50',
      'Answer: 1042.5',
      'Answer: 1.042,50 €',
      'Answer: 1042,50 EUR',
      'Answer: EUR 1042.50',
      'Answer: 1,042.50 euros',
      'Answer: 104250 cents',
      'Answer: 1042 euros and 50 cents',
      "Answer: 1'042.50 €",
      'Answer: € 1042.50',
      'Answer: The total cost is 1042.50 euros.',
      'Answer: 1042.50 euros in total',
    ],
  ],
  [
    'money in dollars',
    dollars,
    [
      '$42.05',
      'Answer: $42.05',
      'Answer: \\$42.05',
      'Answer: $\\$42.05$',
      'Answer: US$42.05',
      'Answer: 42.05 USD',
      'Answer: 42.05 dollars',
      'Answer: 42.05$',
      'Answer: 42 dollars and 5 cents',
      'Answer: **$42.05**',
      'Answer: ($42.05)',
    ],
  ],
  [
    'choice',
    choice,
    [
      'B',
      'Answer: B',
      'Answer: b',
      'Answer: (B)',
      'Answer: B)',
      'Answer: B.',
      'Answer: B) grey heron',
      'Answer: B. grey heron',
      'Answer: B: Grey heron',
      'Answer: B - grey heron',
      'Answer: B (grey heron)',
      'Answer: grey heron',
      'Answer: The grey heron',
      'Answer: option B',
      'Answer: \\boxed{B}',
      'Answer: \\text{B}',
      'The answer is B.',
      'Answer: The bird is B',
    ],
  ],
  [
    'set',
    set,
    [
      'Ann, Cy',
      'Answer: Cy, Ann',
      'Answer: Ann and Cy',
      'Answer: {Cy, Ann}',
      'Answer: [Ann, Cy]',
      'Answer: Ann; Cy',
      'Answer: ANN & CY',
      'Answer: "Ann", "Cy"',
      'Answer: **Ann** and **Cy**',
      'Answer: The knights are Ann and Cy.',
      'Answer:\n- Ann\n- Cy',
      'Answer: Ann Cy',
      'Answer: Ann, and Cy',
      'Answer: Cy,Ann',
    ],
  ],
  [
    'set of numbers',
    numbers,
    [
      '12, 18, 1500',
      'Answer: 1,500, 12, 18',
      'Answer: {18; 12; 1500}',
      'Answer: 12, 18 and 1500',
      'Answer: 12,18,1500',
      'Answer: 12.0, 18, 1500',
    ],
  ],
  [
    'sequence',
    sequence,
    [
      'Bob, Ann, Cy',
      'Answer: Bob → Ann → Cy',
      'Answer: Bob -> Ann -> Cy',
      'Answer: Bob > Ann > Cy',
      'Answer: Bob, then Ann, then Cy',
      'Answer: 1. Bob, 2. Ann, 3. Cy',
      'Answer: first Bob, then Ann, finally Cy',
      'Answer:\n1. Bob\n2. Ann\n3. Cy',
      'Answer: [Bob, Ann, Cy]',
      'Answer: Bob, Ann and Cy',
      'Answer: Bob - Ann - Cy',
      'Answer: Bob/Ann/Cy',
      'Answer: 1: Bob, 2: Ann, 3: Cy',
      'Answer: 1) Bob 2) Ann 3) Cy',
      'Answer: Bob, Ann, Cy (from first to last)',
      'Answer: *Bob*, *Ann*, *Cy*',
      'Answer: Bob \\rightarrow Ann \\to Cy',
      'Answer: The order is Bob, Ann, Cy',
      'Answer: From first to last: Bob, Ann, Cy',
    ],
  ],
  [
    'sequence of letters',
    letters,
    ['BDAC', 'Answer: B, D, A, C', 'Answer: B D A C', 'Answer: B-D-A-C', 'Answer: B–D–A–C', 'Answer: B → D → A → C'],
  ],
  [
    'sequence with an open place',
    partly,
    [
      '42; not determined; 17',
      'Answer: 42, not determined, 17',
      'Answer: 42; cannot be determined; 17',
      'Answer: 42; Not determined; 17.',
      'Answer: 42.0; undetermined; 17',
      'Answer: 42 walnuts; not determined; 17 walnuts',
      'Answer: 1. 42; 2. not determined; 3. 17',
    ],
  ],
  [
    'date',
    date,
    [
      '2026-03-03',
      'Answer: 3 March 2026',
      'Answer: March 3, 2026',
      'Answer: 3rd of March 2026',
      'Answer: Mar 3 2026',
      'Answer: Tuesday, 3 March 2026',
      'Answer: 2026/03/03',
      'Answer: 2026.03.03',
      'Answer: 2026-03-03 (Tuesday)',
      'Answer: 03/03/2026',
      'Answer: March 3rd, 2026',
      'Answer: Tue 2026-03-03',
      'Answer: the date is 2026-03-03',
    ],
  ],
  ['date after the twelfth', late, ['25/12/2027', '12/25/2027', '25.12.2027', '2027-12-25', '25 Dec. 2027']],
  [
    'time',
    time,
    [
      '14:35',
      'Answer: 14:35',
      'Answer: 2:35 PM',
      'Answer: 2:35 p.m.',
      'Answer: 14:35 h',
      'Answer: 14h35',
      'Answer: 14.35',
      'Answer: 02:35 pm',
      'Answer: 14:35 (2:35 PM)',
      'Answer: 14:35:00',
      'Answer: 14:35 (next day)',
      'Answer: 14:35 the next day',
    ],
  ],
  [
    'undetermined',
    open,
    [
      'not determined',
      'Answer: not determined',
      'Answer: Not determined.',
      'Answer: cannot be determined',
      'Answer: It can’t be determined',
      'Answer: **Not determined**',
      'Answer: undetermined',
      'The answer is not determined.',
    ],
  ],
];

const rejected: readonly [string, TypedAnswer, readonly string[]][] = [
  [
    'integer',
    integer,
    [
      '43',
      'Answer: 420',
      'Answer: 4.2',
      'Answer: 0.42',
      'Answer: -42',
      'Answer: 42 or 43',
      'Answer: either 42 or 43',
      'Answer: 43 or 42',
      'Answer: 42, 43',
      'Answer: 42 and 43',
      'Answer: 42 (or 43)',
      'Answer: 42 (43)',
      'Answer: 42-43',
      'Answer: between 41 and 43',
      'Answer: 42 to 44',
      'Answer: 42 / 43',
      'Answer: 42 = 43',
      'Answer: 42 ± 1',
      'Answer: not 42',
      'Answer: it is not 42',
      'Answer: less than 42',
      'Answer: 42 thousand',
      'Answer: 42 dozen',
      'Answer: 42%',
      'Answer: 42 km',
      'Answer: $42 km',
      'Answer: 42 minus 1',
      'The value is 42.\nAnswer: 41',
      'Answer: 42\nAnswer: 43',
      'Answer: forty',
      'Answer: not determined',
      'Answer: 42 hundred',
      'Answer: twice 42',
      'Answer: the square of 42',
      'Answer: more than 42',
      'Answer: <42 or 43>',
      'Answer: \\boxed{42} or \\boxed{43}',
      'Answer: $42 or 43$',
      'Answer: $42$ or $43$',
      'Answer: Not the total: 42',
      'Answer: 41 or so: 42',
      'Answer: 84/2',
      'Answer: 43, because 40 + 2 = 42',
      'Answer: 43 as 40 + 2 = 42',
      'Answer: 41 (not 42)',
      'Answer: 42?43',
      'Answer:\n- 42\n- 43',
      'Answer: 42 apples and 43 pears',
      'Answer: 1 2 3',
      'Answer: 42,0,1',
    ],
  ],
  [
    'large integer',
    large,
    ['1,234,56', 'Answer: 1,234,567,890', 'Answer: 1234568', 'Answer: 1.234567', 'Answer: 123,4567', 'Answer: 1.234567 × 10^5'],
  ],
  [
    'decimal',
    decimal,
    [
      '3.1',
      'Answer: 3.1416',
      'Answer: 3.15',
      'Answer: 31.4',
      'Answer: 3.14 or 3.15',
      'Answer: 22/7',
      'Answer: 314/100',
      'Answer: 3.14 km',
      'Answer: 3.14 m',
    ],
  ],
  ['decimal with tolerance', near, ['9.75', '9.87', 'Answer: 10', 'Answer: -9.81', 'Answer: 9.80 or 9.9']],
  [
    'quantity',
    distance,
    [
      'Answer: 42',
      '42',
      'Answer: 42 m',
      'Answer: 42 miles',
      'Answer: 42 kg',
      'Answer: 42 h',
      'Answer: 42 km/h',
      'Answer: 42000 km',
      'Answer: 42 km or 43 km',
      'Answer: 42 km (that is 4200 m)',
      'Answer: 42 km 42 km',
      'Answer: 41 km',
      'Answer: 4.2 km',
      'Answer: 42 km and 43 km',
      'Answer: 42 km², roughly',
      'Answer: 42 apples',
      'Answer: not 42 km',
      'Answer: 42 km less',
    ],
  ],
  [
    'quantity with a fixed unit',
    minutes,
    [
      '1.5',
      'Answer: 90 h',
      'Answer: 90 seconds',
      'Answer: 1 h 20 min',
      'Answer: 30 min 1 h',
      'Answer: 90 bottles',
      'Answer: 1 h or 90 min',
      'Answer: 1:30',
    ],
  ],
  [
    'fraction',
    fraction,
    [
      '4/3',
      'Answer: 3/5',
      'Answer: 0.7',
      'Answer: 7/4',
      'Answer: 3/4 or 1/4',
      'Answer: 3, 4',
      'Answer: 3:4',
      'Answer: 0.75%',
      'Answer: 75',
      'Answer: 3/4/2',
      'Answer: 3/0',
    ],
  ],
  [
    'fraction in lowest terms',
    lowest,
    [
      '14/8',
      'Answer: 14/8 (1.75)',
      'Answer: 7/4 or 1.6',
      'Answer: 7/4 = 1.57',
      'Answer: 1.75',
      'Answer: 175%',
      'Answer: 4/7',
      'Answer: 3/4',
      'Answer: 1 6/8',
      'Answer: 1-3/4',
      'Answer: 13/4',
    ],
  ],
  [
    'percentage',
    percentage,
    [
      '0.125',
      'Answer: 1/8',
      'Answer: 12.5 km',
      'Answer: 12.5 percentage points',
      'Answer: 125%',
      'Answer: 12.54%',
      'Answer: 13%',
      'Answer: 12.5% or 13%',
      'Answer: 87.5%',
      'Answer: 12.5 %, 13 %',
    ],
  ],
  [
    'money in euros',
    euros,
    [
      '$1042.50',
      'Answer: 1042.05',
      'Answer: 1042.50 dollars',
      'Answer: 104250',
      'Answer: 10.425 EUR',
      'Answer: 1042.50 cents',
      'Answer: 1042.49 €',
      'Answer: 1042.504 €',
      'Answer: €1042.50 or €1042',
      'Answer: $1042.50 EUR',
      'Answer: 1042.50 euros less',
    ],
  ],
  [
    'money in dollars',
    dollars,
    [
      'Answer: 42.05',
      '42.05',
      'Answer: €42.05',
      'Answer: £42.05',
      'Answer: $42.50',
      'Answer: $4205',
      'Answer: $42',
      'Answer: $42.05, $43',
      'Answer: 42.05 cents',
    ],
  ],
  [
    'choice',
    choice,
    [
      'A',
      'Answer: A or B',
      'Answer: either A or B',
      'Answer: A, B',
      'Answer: B, C',
      'Answer: AB',
      'Answer: B) red kite',
      'Answer: red kite',
      'Answer: Both',
      'Answer: not B',
      'Answer: B and C',
      'Answer: D',
      'Answer: B (red kite)',
      'Answer: grey',
      'Answer: bird',
    ],
  ],
  [
    'set',
    set,
    [
      'Ann',
      'Answer: Ann, Bob, Cy',
      'Answer: Ann, Bob',
      'Answer: Bob',
      'Answer: Ann or Cy',
      'Answer: Ann, Dan, Cy',
      'Answer: none',
      'Answer: Ann, not Cy',
      'Answer: everyone',
    ],
  ],
  ['set of numbers', numbers, ['12, 18', 'Answer: 12, 18, 1501', 'Answer: 12, 18, 15, 100', 'Answer: 12 18 1500 2', 'Answer: 12, 18, 150']],
  [
    'sequence',
    sequence,
    [
      'Ann, Bob, Cy',
      'Answer: Cy, Ann, Bob',
      'Answer: Bob, Ann',
      'Answer: Bob, Ann, Cy, Bob',
      'Answer: Bob, Cy, Ann or Bob, Ann, Cy',
      'Answer: Bob',
      'Answer: Bob, Ann, Dan',
      'Answer: Bob second, Ann first, Cy third',
      'Answer: Bob, Ann after Cy, Cy',
    ],
  ],
  ['sequence of letters', letters, ['CADB', 'Answer: B, D, C, A', 'Answer: BDA', 'Answer: B, D, A']],
  [
    'sequence with an open place',
    partly,
    [
      'not determined',
      'Answer: 42; 16; 17',
      'Answer: 17; not determined; 42',
      'Answer: not determined; not determined; not determined',
      'Answer: 42; not determined; not determined',
      'Answer: 42; 17',
    ],
  ],
  [
    'date',
    date,
    [
      '2026-03-04',
      'Answer: 2025-03-03',
      'Answer: Monday, 3 March 2026',
      'Answer: 3 March',
      'Answer: 2026-03-03 or 2026-03-04',
      'Answer: 3 May 2026',
      'Answer: March 2026',
      'Answer: 03/04/2026',
      'Answer: Tuesday',
      'Answer: 2026-03-33',
    ],
  ],
  ['date after the twelfth', late, ['2027-25-12', '25/11/2027', 'Answer: 24 December 2027', 'Answer: 25 December']],
  [
    'time',
    time,
    [
      '2:35',
      'Answer: 2:35 AM',
      'Answer: 14:53',
      'Answer: 13:35',
      'Answer: 14',
      'Answer: 14:35 or 15:35',
      'Answer: 1435 km',
      'Answer: 14:65',
      'Answer: 14:35 (3:35 PM)',
      'Answer: 14:35 PM',
    ],
  ],
  ['undetermined', open, ['Answer: 42', 'Answer: determined', 'Answer: yes', 'Answer: 0', 'Answer: not determined or 42', 'Answer: none']],
];

describe('legal spellings of the right value pass', () => {
  test.each(accepted)('%s', (_type, expectation, replies) => {
    for (const reply of replies)
      expect([reply, judge(expectation, reply)]).toMatchObject([reply, { outcome: 'scored', score: { value: 1, passed: true } }]);
  });
});

describe('wrong, hedged and half-right answers score 0', () => {
  test.each(rejected)('%s', (_type, expectation, replies) => {
    for (const reply of replies) {
      const verdict = judge(expectation, reply);
      const value = verdict.outcome === 'scored' ? verdict.score.value : 'no score';
      expect([reply, reply.includes('Answer') ? value : value === 1]).toEqual([reply, reply.includes('Answer') ? 0 : false]);
    }
  });
});

describe('replies without an answer', () => {
  test.each([
    ['', 'the reply is empty'],
    ['   \n', 'the reply is empty'],
    ['I think we should add 40 and 2 to get 42, which is nice.', 'without an answer line'],
    ['The answer is 42 because 40 + 2 = 42.', 'without an answer line'],
    ['Answer:', 'without an answer line'],
    ['Answer: <whole number>', 'placeholder'],
    ['<think>Answer: 42</think>', 'without an answer line'],
    ['<think>So it is 42\nAnswer: 42', 'without an answer line'],
    ['The total is 42.\nI am sure of it.', 'without an answer line'],
    ['42 is the total.\nIt took a while to find.', 'without an answer line'],
  ])('%j is unparseable', (reply, reason) => {
    expect(judge(integer, reply)).toEqual({ outcome: 'unparseable', reason: expect.stringContaining(reason) });
  });

  test('an answer in the thinking alone is unparseable', () => {
    expect(judge(integer, '', 'Answer: 42').outcome).toBe('unparseable');
    expect(judge(integer, 'I have thought about it at length and I am done.', 'Answer: 42').outcome).toBe('unparseable');
  });

  test.each([
    "I'm sorry, I can't help with that.",
    'I’m sorry, but I can’t assist with this request.',
    'I am unable to do this.',
    'As an AI language model I do not do sums.',
    'I cannot answer that question.',
  ])('%j is refused', (reply) => {
    expect(judge(integer, reply).outcome).toBe('refused');
  });

  test('an apology with an answer line is an answer', () => {
    expect(judge(integer, "I'm sorry for the slip above.\nAnswer: 42")).toMatchObject({ outcome: 'scored', score: { value: 1 } });
  });
});

describe('reasons', () => {
  test.each([
    [integer, 'Answer: 43', '43 differs from the key 42'],
    [integer, 'Answer: 42, 43', 'more than one value'],
    [integer, 'Answer: 42 or 43', 'several values'],
    [distance, 'Answer: 42', 'no unit'],
    [distance, 'Answer: 42 m', 'wrong unit'],
    [distance, 'Answer: 42 kg', 'is a mass'],
    [decimal, 'Answer: 3.1416', 'not rounded'],
    [lowest, 'Answer: 14/8', 'lowest terms'],
    [percentage, 'Answer: 0.125', 'is the share'],
    [euros, 'Answer: $1042.50', 'another currency'],
    [dollars, 'Answer: 42.05', 'no currency'],
    [set, 'Answer: Ann, Bob', 'missing cy; too many bob'],
    [sequence, 'Answer: Ann, Bob, Cy', 'place 1'],
    [date, 'Answer: 03/04/2026', 'two dates'],
    [date, 'Answer: Monday, 3 March 2026', 'weekday'],
    [integer, 'Answer: not determined', 'determine'],
  ] as const)('%j, %j', (expectation, reply, part) => {
    const verdict = judge(expectation, reply);
    expect(verdict.outcome === 'scored' ? verdict.score.reason : verdict.reason).toContain(part);
  });
});

const grouped = (value: number, sign: string) => String(value).replace(/\B(?=(\d{3})+$)/g, sign);
const frames = [
  (text: string) => text,
  (text: string) => `Answer: ${text}`,
  (text: string) => `Some steps, 17 of them.\n\n**Answer:** ${text}.`,
  (text: string) => `\`\`\`\nAnswer: ${text}\n\`\`\``,
  (text: string) => `Answer: \\boxed{${text}}`,
  (text: string) => `Final answer: $${text}$`,
  (text: string) => `The answer is ${text}.`,
];
const styles = [
  String,
  (value: number) => grouped(value, ','),
  (value: number) => grouped(value, ' '),
  (value: number) => grouped(value, "'"),
  (value: number) => grouped(value, '\u202f'),
  (value: number) => `${value}.0`,
  (value: number) => `${grouped(value, '.')},0`,
];

describe('laws', () => {
  test('an integer in every legal style and frame is accepted, its neighbour never', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: -1000, max: 1000 }),
        fc.constantFrom(...styles),
        fc.constantFrom(...frames),
        (value, shift, style, frame) => {
          const verdict = judge({ type: 'integer', value: String(value + shift) }, frame(style(value)));
          expect(verdict).toMatchObject({ outcome: 'scored', score: { passed: shift === 0 } });
        },
      ),
    );
  });

  test('a decimal is accepted exactly within its tolerance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: -1000, max: 1000 }),
        (key, tolerance, shift) => {
          const text = (hundredths: number) => (hundredths / 100).toFixed(2);
          const verdict = judge({ type: 'decimal', value: text(key), tolerance: text(tolerance) }, `Answer: ${text(key + shift)}`);
          expect(verdict).toMatchObject({ score: { passed: Math.abs(shift) <= tolerance } });
        },
      ),
    );
  });

  test('fractions of equal value are equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 1, max: 99 }),
        (top, bottom, by) => {
          expect(
            judge({ type: 'fraction', value: `${top}/${bottom}`, lowestTerms: false }, `Answer: \\frac{${top * by}}{${bottom * by}}`),
          ).toMatchObject({ score: { passed: true } });
          expect(
            judge({ type: 'fraction', value: `${top}/${bottom}`, lowestTerms: false }, `Answer: ${top * by + 1}/${bottom * by}`),
          ).toMatchObject({ score: { passed: false } });
        },
      ),
    );
  });

  test('two different numbers on one line never pass, in either order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 9999 }),
        fc.constantFrom(' or ', ', ', ' and ', ' / ', ' (', '; ', ' = ', '-', ' to ', ' | ', '? ', ' vs ', '\u2013'),
        (a, b, join) => {
          fc.pre(a !== b && a > 1 && b > 1);
          for (const key of [a, b])
            expect(judge({ type: 'integer', value: String(key) }, `Answer: ${a}${join}${b}${join === ' (' ? ')' : ''}`)).toMatchObject({
              outcome: 'scored',
              score: { value: 0 },
            });
        },
      ),
    );
  });

  const everyType = accepted.map(([, expectation]) => expectation);
  const fragments = fc.constantFrom(
    'Answer:',
    'answer',
    '42',
    '3/4',
    '\\frac{',
    '}',
    '$',
    '\n',
    '```',
    ' or ',
    '(',
    ')',
    'km',
    '%',
    '€',
    '<think>',
    '</think>',
    '1,',
    '.',
    "'",
    '-',
    '2026',
    'not determined',
    '½',
    '**',
    '\\boxed{',
    'e9',
    ' × 10^99',
  );

  test('any text gets a verdict in range with a reason', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyType),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.array(fragments, { maxLength: 25 }).map((parts) => parts.join('')),
        ),
        (expectation, reply) => {
          const verdict = judge(expectation, reply);
          const reason = verdict.outcome === 'scored' ? verdict.score.reason : verdict.reason;
          expect(reason.length).toBeGreaterThan(10);
          const score = verdict.outcome === 'scored' ? verdict.score : { value: 0, passed: false };
          expect([0, 1]).toContain(score.value);
          expect(score.passed).toBe(score.value === 1);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('a very long reply is judged without delay', () => {
    for (const piece of [
      'a',
      ',',
      '. answer',
      'Answer: ',
      '1,',
      '((',
      '42 ',
      '*',
      'the answer is ',
      '\\frac{1}',
      ' a',
      '<think>',
      '</think>',
      '<think>a</think>',
      '**',
      '\\text{',
      '1 ',
      "'",
    ])
      for (const expectation of [integer, set, choice, fraction, distance]) {
        expect(judge(expectation, piece.repeat(40_000)).outcome).toBeTypeOf('string');
        expect(judge(expectation, `Answer: 42 ${piece.repeat(90)}!`).outcome).toBeTypeOf('string');
      }
  });
});

describe('signs of a key', () => {
  const name: TypedAnswer = { type: 'set', items: ['Klara O’Neil'] };
  const offer: TypedAnswer = {
    type: 'choice',
    options: [
      { label: 'A', text: 'O’Neil’s – 5 km' },
      { label: 'B', text: 'Quinn’s' },
    ],
    correct: 'A',
  };

  test.each(["Answer: Klara O'Neil", 'Answer: Klara O’Neil', 'Answer: “Klara O’Neil”'])('a curly apostrophe in it fits %s', (reply) => {
    expect(judge(name, reply)).toMatchObject({ score: { passed: true } });
  });

  test('it is still another name', () => {
    expect(judge(name, "Answer: Klara ONeil's")).toMatchObject({ score: { passed: false } });
    expect(judge(offer, "Answer: O'Neil's – 5 km")).toMatchObject({ score: { passed: true } });
    expect(judge(offer, "Answer: Quinn's")).toMatchObject({ score: { passed: false } });
  });
});

describe('expectation schema', () => {
  test.each([
    [{ type: 'integer', value: '4.2' }],
    [{ type: 'decimal', value: '4.2' }],
    [{ type: 'decimal', value: '4.2', decimals: 1, tolerance: '0.1' }],
    [{ type: 'quantity', value: '4', unit: 'furlong', unitRequired: true }],
    [{ type: 'fraction', value: '1/0', lowestTerms: true }],
    [
      {
        type: 'choice',
        options: [
          { label: 'A', text: 'x' },
          { label: 'B', text: 'y' },
        ],
        correct: 'C',
      },
    ],
    [{ type: 'date', value: '2026-02-30' }],
    [{ type: 'time', value: '24:10' }],
    [{ type: 'integer', value: '4', extra: true }],
    [{ type: 'sum', value: '4' }],
  ])('%j is no expectation', (value) => {
    expect(typedAnswerSchema.safeParse(value).success).toBe(false);
  });
});
