import { D, delta, DONE, FIN, R, T, type WireCase } from './notation.ts';

const end = FIN('stop') + DONE;
const ab = { generation: { reasoning: 'a', text: 'b' }, warnings: [] };

/** wire.md section 13 E. */
export const reasoningCases: WireCase[] = [
  {
    number: 95,
    title: 'reasoning in its own field',
    wire: R('a') + R('b') + T('c') + end,
    generation: { reasoning: 'ab', text: 'c' },
    warnings: [],
    timed: {
      reads: [
        [10, R('a')],
        [20, R('b')],
        [30, T('c')],
      ],
      timings: { firstTokenMs: 10, firstReasoningMs: 10, firstAnswerMs: 30, lastTokenMs: 30 },
    },
  },
  { number: 96, title: 'field reasoning', wire: delta({ reasoning: 'a' }) + T('b') + end, ...ab },
  { number: 96, title: 'field reasoning_text', wire: delta({ reasoning_text: 'a' }) + T('b') + end, ...ab },
  { number: 96, title: 'field thinking', wire: delta({ thinking: 'a' }) + T('b') + end, ...ab },
  {
    number: 96,
    title: 'reasoning_details',
    wire: delta({ reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }) + T('b') + end,
    ...ab,
  },
  {
    number: 97,
    title: 'two fields with the same text',
    wire:
      ['a', ' so', 'a'].map((text) => delta({ reasoning: text, reasoning_content: text, reasoning_details: [{ text }] })).join('') +
      T('b') +
      end,
    generation: { reasoning: 'a soa', text: 'b' },
    warnings: [],
  },
  {
    number: 98,
    title: 'tags in the content, cut',
    wire: T('<th') + T('ink>a</thi') + T('nk>b') + end,
    ...ab,
    timed: {
      reads: [
        [10, T('<th')],
        [20, T('ink>a</thi')],
        [30, T('nk>b')],
      ],
      timings: { firstTokenMs: 10, firstReasoningMs: 20, firstAnswerMs: 30 },
    },
  },
  {
    number: 99,
    title: 'no opening tag',
    wire: T('a') + T('</think>') + T('b') + end,
    generation: { reasoning: 'a', text: 'b' },
    warnings: ['opener-missing'],
    timed: {
      reads: [
        [10, T('a')],
        [20, T('</think>')],
        [30, T('b')],
      ],
      timings: { firstTokenMs: 10, firstReasoningMs: 10, firstAnswerMs: 30 },
    },
  },
  {
    number: 100,
    title: 'never closed',
    wire: T('<think>a') + FIN('length') + DONE,
    generation: { reasoning: 'a', text: '', finish: 'length' },
    warnings: ['reasoning-unclosed'],
  },
  {
    number: 101,
    title: 'empty reasoning',
    wire: T('<think>\n\n</think>\n\nb') + end,
    generation: { reasoning: '', text: 'b' },
    warnings: [],
  },
  {
    number: 102,
    title: 'a tag in a code block',
    wire: T('x\n```\n<think>a</think>\n```') + end,
    generation: { reasoning: '', text: 'x\n```\n<think>a</think>\n```' },
    warnings: [],
  },
  {
    number: 103,
    title: 'a stray closing tag beside the field',
    wire: R('a') + T('</thi') + T('nk>\n\nb') + end,
    generation: { reasoning: 'a', text: 'b' },
    warnings: ['stray-tag'],
  },
  {
    number: 103,
    title: 'a stray closing tag, and one that the answer speaks of',
    wire: R('a') + T('</think>b ends with </think> here') + end,
    generation: { reasoning: 'a', text: 'b ends with </think> here' },
    warnings: ['stray-tag'],
  },
  {
    number: 104,
    title: 'finish stop on the first reasoning chunk',
    wire: delta({ reasoning_content: 'a' }, { finish_reason: 'stop' }) + R('c') + FIN('stop') + DONE,
    generation: { reasoning: 'ac', text: '', finish: 'stop' },
    warnings: [],
  },
  {
    number: 104,
    title: 'finish stop on the first reasoning chunk, and an answer after it',
    wire: delta({ reasoning_content: 'a' }, { finish_reason: 'stop' }) + R('c') + T('b') + FIN('stop') + DONE,
    generation: { reasoning: 'ac', text: 'b', finish: 'stop' },
    warnings: ['text-after-finish'],
  },
  {
    number: 105,
    title: 'gpt-oss channels in the content',
    wire: T('<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b') + end,
    ...ab,
  },
  {
    number: 96,
    title: 'reasoning in a whole reply',
    wire: JSON.stringify({ choices: [{ message: { content: 'b', reasoning_content: 'a' }, finish_reason: 'stop' }] }),
    generation: { reasoning: 'a', text: 'b' },
    warnings: ['not-streamed'],
  },
  {
    number: 97,
    title: 'null fields beside text',
    wire: D({ choices: [{ delta: { content: 'b', reasoning_content: null, reasoning: '' } }] }) + end,
    generation: { reasoning: '', text: 'b' },
    warnings: [],
  },
];
