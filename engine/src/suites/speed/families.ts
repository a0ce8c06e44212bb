import type { Family } from '../../kit/family.ts';
import type { Random } from '../../kit/random.ts';
import type { Proof, Task } from '@benchloop/spec';
import { makeProse } from './prose.ts';

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The first characters of every prompt: prompts that differ from their first token on share no cached prefix. */
const makeNonce = (random: Random): string => Array.from({ length: 10 }, () => letters[random.int(0, letters.length - 1)]).join('');

const proof: Proof = {
  accepted: [
    { name: 'a reply', replies: [{ text: 'The ferry left before sunrise, and nobody waved.' }] },
    { name: 'thinking and a reply', replies: [{ reasoning: 'A short scene is enough.', text: 'It rained.' }] },
  ],
  rejected: [
    { name: 'an empty reply', replies: [{ text: '' }] },
    { name: 'only spaces', replies: [{ text: '     ' }] },
    { name: 'only line ends', replies: [{ text: '\n\n\n' }] },
    { name: 'blank thinking', replies: [{ reasoning: ' \n', text: '' }] },
  ],
};

type Cell = { prompt: string; maxTokens: number; fixedLength: boolean };

const makeTask = (random: Random, { prompt, maxTokens, fixedLength }: Cell): Omit<Task, 'id' | 'family'> => ({
  difficulty: 'easy',
  tags: ['timed'],
  messages: [{ role: 'user', content: `[${makeNonce(random)}] ${prompt}` }],
  expect: {},
  limits: { maxTokens, maxTurns: 1 },
  nonce: 'prefix',
  ...(fixedLength ? { ignoreEndToken: true } : {}),
  proof,
});

const tasksPerCell = 3;
const topics = [
  'a lighthouse that moves',
  'the last train over the pass',
  'a clock repaired too often',
  'a garden below sea level',
  'two rivers that trade names',
  'a town without mirrors',
  'the man who mapped the wind',
  'a library on a barge',
];

const decode: Family = {
  id: 'decode',
  size: tasksPerCell,
  make: (random) =>
    makeTask(random, {
      prompt: `Tell a long story about ${random.pick(topics)}. Give many details and do not come to an end.`,
      maxTokens: 64,
      fixedLength: true,
    }),
};

/** English prose takes about 1.2 tokens a word in today's vocabularies, a chat template some 40 more; the summary shows the true count. */
const prefill = (tokens: number, words: number): Family => ({
  id: `prefill-${tokens}`,
  size: tasksPerCell,
  make: (random) =>
    makeTask(random, {
      prompt: `Read these notes, then continue them in the same manner.\n\n${makeProse(random, words)}`,
      maxTokens: 24,
      fixedLength: true,
    }),
});

const goods = [
  'fresh bread',
  'a wool coat',
  'cut flowers',
  'garden tools',
  'old photographs',
  'a wooden table',
  'dried herbs',
  'a bicycle chain',
];
const troubles = ['a cold cellar', 'a small flat', 'a humid summer', 'a long journey', 'a dusty attic', 'the coming winter'];

const answer: Family = {
  id: 'answer',
  size: tasksPerCell,
  make: (random) =>
    makeTask(random, {
      prompt: `How do I look after ${random.pick(goods)} in ${random.pick(troubles)}? Explain it in three sentences.`,
      maxTokens: 96,
      fixedLength: false,
    }),
};

/** The cells of the suite: one row of the report each. */
export const speedFamilies: readonly Family[] = [decode, prefill(512, 395), prefill(1500, 1225), answer];
