import type { Usage } from '@benchloop/spec';
import { D, delta, DONE, FIN, R, T, U, type WireCase } from './notation.ts';

/** What llama-swap sends while it loads a model. */
const loading = ['━━━━━\n', 'llama-swap loading model: m\n', 'Warming ', 'up...\n', '\nDone! (19.83s)\n', '━━━━━\n', ' \n'].map(R).join('');
const loadedIn = (loadMs: number) => ({ loadMs, promptTokens: null, promptMs: null, predictedTokens: null, predictedMs: null });

const counted = (promptTokens: number | null, completionTokens: number | null, more: Partial<Usage> = {}): { usage: Usage } => ({
  usage: { promptTokens, completionTokens, cachedTokens: null, reasoningTokens: null, source: 'usage', ...more },
});
const withUsage = (text: string, usage: unknown): string => D({ choices: [{ delta: { content: text } }], usage });
const timings = {
  cache_n: 236,
  prompt_n: 1,
  prompt_ms: 30.9,
  prompt_per_second: 32.3,
  predicted_n: 35,
  predicted_ms: 661,
  predicted_per_second: 53,
};
const serverTimings = { loadMs: null, promptTokens: 1, promptMs: 30.9, predictedTokens: 35, predictedMs: 661 };
const fromTimings = counted(237, 35, { cachedTokens: 236, source: 'server-timings' });

/** wire.md section 13 C, as far as a reply alone decides. */
export const usageCases: WireCase[] = [
  {
    number: 51,
    title: 'usage null until the end',
    wire: withUsage('a', null) + D({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: null }) + U(10, 3) + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 52,
    title: 'usage on the finish chunk',
    wire: T('a') + D({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 10, completion_tokens: 3 } }) + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 53,
    title: 'cumulative usage in each chunk',
    wire: [1, 2, 3].map((n) => withUsage('a', { prompt_tokens: 10, completion_tokens: n })).join('') + FIN('stop') + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 54,
    title: 'zeros until the end',
    wire: withUsage('a', { prompt_tokens: 0, completion_tokens: 0 }) + FIN('stop') + U(10, 3) + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 55,
    title: 'usage in the choice',
    wire: T('a') + D({ choices: [{ delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 10, completion_tokens: 3 } }] }) + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 55,
    title: 'usage in x_groq',
    wire:
      T('a') +
      D({ choices: [{ delta: {}, finish_reason: 'stop' }], x_groq: { usage: { prompt_tokens: 10, completion_tokens: 3 } } }) +
      DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 56,
    title: 'zeros after the real ones',
    wire: T('a') + FIN('stop') + U(10, 3) + U(0, 0) + DONE,
    generation: counted(10, 3),
    warnings: [],
  },
  {
    number: 57,
    title: 'reasoning is part of completion',
    wire: T('a') + FIN('stop') + U(5, 10, { completion_tokens_details: { reasoning_tokens: 7 }, prompt_tokens_details: null }) + DONE,
    generation: counted(5, 10, { reasoningTokens: 7 }),
    warnings: [],
  },
  {
    number: 58,
    title: 'cached prompt tokens',
    wire: T('a') + FIN('stop') + U(100, 1, { prompt_tokens_details: { cached_tokens: 90 } }) + DONE,
    generation: counted(100, 1, { cachedTokens: 90 }),
    warnings: [],
  },
  {
    number: 58,
    title: 'counts as text, floats and other names',
    wire: T('a') + FIN('stop') + D({ choices: [], usage: { input_tokens: '100', output_tokens: 3.0, cache_read_input_tokens: 90 } }) + DONE,
    generation: counted(100, 3, { cachedTokens: 90 }),
    warnings: [],
  },
  { number: 59, title: 'no usage at all', wire: T('a') + FIN('stop') + DONE, generation: { usage: null }, warnings: [] },
  {
    number: 61,
    title: 'llama-server timings',
    wire: T('a') + D({ choices: [{ delta: {}, finish_reason: 'stop' }], timings }) + DONE,
    generation: { ...fromTimings, serverTimings },
    warnings: [],
  },
  {
    number: 62,
    title: 'one predicted token',
    wire:
      T('a') +
      D({
        choices: [{ delta: {}, finish_reason: 'stop' }],
        timings: { ...timings, predicted_n: 1, predicted_ms: 0.001, predicted_per_second: 1_000_000 },
      }) +
      DONE,
    generation: {
      ...counted(237, 1, { cachedTokens: 236, source: 'server-timings' }),
      serverTimings: { ...serverTimings, predictedTokens: 1, predictedMs: 0.001 },
    },
    warnings: [],
  },
  {
    number: 63,
    title: 'timings on the usage chunk',
    wire: T('a') + FIN('stop') + D({ choices: [], usage: { prompt_tokens: 237, completion_tokens: 35 }, timings }) + DONE,
    generation: { ...counted(237, 35, { cachedTokens: 236 }), serverTimings },
    warnings: [],
  },
  {
    number: 64,
    title: 'prompt progress',
    wire:
      D({
        choices: [{ delta: { role: 'assistant', content: null } }],
        prompt_progress: { total: 100, cache: 40, processed: 60, time_ms: 9 },
      }) +
      T('a') +
      FIN('stop') +
      U(100, 1) +
      DONE,
    generation: counted(100, 1, { cachedTokens: 40 }),
    warnings: [],
    timed: {
      reads: [
        [
          10,
          D({
            choices: [{ delta: { role: 'assistant', content: null } }],
            prompt_progress: { total: 100, cache: 40, processed: 60, time_ms: 9 },
          }),
        ],
        [50, D({ choices: [], prompt_progress: { total: 100, cache: 40, processed: 100, time_ms: 49 } })],
        [90, T('a')],
      ],
      timings: { firstByteMs: 10, firstTokenMs: 90, textEvents: 1, textReads: 1 },
    },
  },
  {
    number: 68,
    title: 'the loading words of a proxy before the reply',
    wire: loading + R('Hm.') + T('Hello') + FIN('stop') + U(5, 3) + DONE,
    generation: { reasoning: 'Hm.', text: 'Hello', serverTimings: loadedIn(19_830) },
    warnings: ['loaded-in-call'],
    timed: {
      reads: [
        [10, loading],
        [20_000, R('Hm.')],
        [20_050, T('Hello')],
      ],
      timings: { firstTokenMs: 20_000, firstReasoningMs: 20_000, firstAnswerMs: 20_050, textEvents: 2, textReads: 2 },
    },
  },
  {
    number: 68,
    title: 'the same, and a reply without reasoning',
    wire: loading + T('Hello') + FIN('stop') + U(5, 3) + DONE,
    generation: { reasoning: '', text: 'Hello', serverTimings: loadedIn(19_830) },
    warnings: ['loaded-in-call'],
  },
  {
    number: 68,
    title: 'reasoning that begins like them',
    wire: R('━━━━━\n') + R('Let me draw.') + T('Hello') + FIN('stop') + U(5, 3) + DONE,
    generation: { reasoning: '━━━━━\nLet me draw.', text: 'Hello', serverTimings: null },
    warnings: [],
  },
  {
    number: 65,
    title: 'several tokens per chunk',
    wire: T('a b c d e').repeat(10) + FIN('stop') + U(5, 50) + DONE,
    generation: counted(5, 50),
    warnings: [],
    timed: {
      reads: Array.from({ length: 10 }, (_, index): [number, string] => [100 + index * 100, T('a b c d e')]),
      timings: { firstTokenMs: 100, lastTokenMs: 1000, textEvents: 10, textReads: 10 },
    },
  },
  {
    number: 67,
    title: 'the server counts more time than passed',
    wire: T('a') + D({ choices: [{ delta: {}, finish_reason: 'stop' }], timings: { ...timings, predicted_ms: 99_000 } }) + DONE,
    generation: fromTimings,
    warnings: ['server-clock'],
  },
  {
    number: 56,
    title: 'a count that shrinks',
    wire: T('a') + FIN('stop') + U(10, 9) + U(10, 3) + DONE,
    generation: counted(10, 3),
    warnings: ['usage-shrank'],
  },
  {
    number: 51,
    title: 'counts that are no numbers',
    wire: delta({ content: 'a' }) + FIN('stop') + D({ choices: [], usage: { prompt_tokens: 'many', completion_tokens: -1 } }) + DONE,
    generation: { usage: null },
    warnings: [],
  },
];
