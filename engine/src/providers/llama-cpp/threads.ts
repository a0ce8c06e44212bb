import type { Llama, LlamaContext, LlamaContextSequence, Token } from 'node-llama-cpp';
import { now } from '../../kit/clock.ts';

export type ThreadChoice = {
  threads: number;
  chosenBy: 'asked' | 'default' | 'trial';
  trial: { threads: number; tokensPerSecond: number }[];
};

/**
 * All cores but one: the compute threads spin at barriers, and one that has to share its core with the rest of the
 * machine stops all others.
 */
export const defaultThreads = (physicalCores: number): number => Math.max(1, physicalCores - 1);

export const trialCandidates = (physicalCores: number): number[] =>
  [...new Set([Math.max(1, Math.floor(physicalCores / 2)), defaultThreads(physicalCores), Math.max(1, physicalCores)])].sort(
    (a, b) => a - b,
  );

/** More threads must win by this much, or the smaller count leaves the machine freer for the same speed. */
const neededGain = 1.03;

/** The fewest threads whose rate no larger count beats clearly. */
export const chooseThreads = (trial: ThreadChoice['trial']): number => {
  const first = trial[0];
  if (first === undefined) throw new RangeError('no trial to choose from');
  return trial.reduce((best, next) => (next.tokensPerSecond > best.tokensPerSecond * neededGain ? next : best), first).threads;
};

const turnMs = 250;

/** Decodes for a quarter of a second; returns tokens and milliseconds. */
const turn = async (sequence: LlamaContextSequence, token: Token): Promise<{ tokens: number; ms: number }> => {
  await sequence.clearHistory();
  let tokens = 0;
  let startedAt = 0;
  for await (const _ of sequence.evaluate([token, token], { temperature: 0, yieldEogToken: true })) {
    if (startedAt === 0) {
      startedAt = now();
      continue;
    }
    tokens += 1;
    if (now() - startedAt >= turnMs || sequence.nextTokenIndex >= sequence.contextSize - 2) break;
  }
  return { tokens, ms: now() - startedAt };
};

/** Tries each count twice in mirrored order, so that a machine that gets busier disturbs all counts alike. */
export const tryThreads = async (
  llama: Llama,
  context: LlamaContext,
  sequence: LlamaContextSequence,
  candidates: number[],
): Promise<ThreadChoice> => {
  const token = context.model.tokens.bos ?? context.model.tokenize('a')[0];
  if (token === undefined) throw new Error('The model has no token to try threads with.');
  const sums = new Map(candidates.map((threads) => [threads, { tokens: 0, ms: 0 }]));
  await turn(sequence, token);
  for (const threads of [...candidates, ...[...candidates].reverse()]) {
    llama.maxThreads = threads;
    const { tokens, ms } = await turn(sequence, token);
    const sum = sums.get(threads);
    if (sum !== undefined) Object.assign(sum, { tokens: sum.tokens + tokens, ms: sum.ms + ms });
  }
  await sequence.clearHistory();
  const trial = [...sums].map(([threads, { tokens, ms }]) => ({
    threads,
    tokensPerSecond: (tokens / Math.max(ms, Number.EPSILON)) * 1000,
  }));
  return { threads: chooseThreads(trial), chosenBy: 'trial', trial };
};
