import { basename } from 'node:path';
import { DraftSequenceTokenPredictor, type Llama, type LlamaContext, type LlamaContextSequence } from 'node-llama-cpp';
import { fail } from './failures.ts';
import type { LoadOptions } from './protocol.ts';

/** A model whose guesses the other one checks; its context is as large as that of the other. */
export const loadDraft = async (llama: Llama, options: LoadOptions, context: LlamaContext): Promise<DraftSequenceTokenPredictor | null> => {
  if (options.draftPath === null) return null;
  const gpuLayers = llama.gpu === false ? 0 : ('auto' as const);
  const model = await llama.loadModel({ modelPath: options.draftPath, gpuLayers });
  const contextSize = Math.min(context.contextSize, model.trainContextSize);
  const draft = await model.createContext({ contextSize, threads: llama.maxThreads });
  return new DraftSequenceTokenPredictor(draft.getSequence());
};

/** Lets the two models write a few tokens together: only so does the library tell that their vocabularies differ. */
export const proveDraft = async (options: LoadOptions, context: LlamaContext, sequence: LlamaContextSequence): Promise<void> => {
  const token = context.model.tokens.bos ?? context.model.tokenize('a')[0];
  if (options.draftPath === null || token === undefined) return;
  try {
    let left = 3;
    for await (const _ of sequence.evaluate([token, token], { temperature: 0, yieldEogToken: true })) if ((left -= 1) === 0) break;
    await sequence.clearHistory();
  } catch (thrown) {
    fail(
      'unsupported',
      `${basename(options.draftPath)} can't guess for ${basename(options.path)}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      'Take a draft model with the same vocabulary, usually a smaller one of the same family.',
    );
  }
};
