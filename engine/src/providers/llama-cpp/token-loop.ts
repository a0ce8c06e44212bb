import { LlamaGrammarEvaluationState, TokenBias, type LlamaModel, type Token } from 'node-llama-cpp';
import type { Instant, ModelRequest } from '@benchloop/spec';
import { now } from '../../kit/clock.ts';
import { fail } from './failures.ts';
import type { Engine } from './load-model.ts';
import type { EndReason, ReceiptEnd } from './protocol.ts';
import { createTextRelease } from './text-release.ts';

export type Cancel = { asked: boolean };
export type TokenListener = (id: number, text: string, at: Instant) => void;

/** Control tokens that carry structure are told as text, as llama.cpp's server does; all others are silent. */
const toldMark = /tool|think|\[ARGS|\[CALL|python_tag|channel|message|constrain|<\|(start|end|call)\|>/i;

const detokenizer =
  (model: LlamaModel) =>
  (ids: number[], before: number[]): string => {
    const tokens = ids as Token[];
    if (tokens.length === 1 && model.isSpecialToken(tokens[0])) {
      const mark = model.detokenize(tokens, true).trim();
      return toldMark.test(mark) ? mark : '';
    }
    return model.detokenize(tokens, false, before as Token[]);
  };

const endTokens = new WeakMap<LlamaModel, Token[]>();

const endTokensOf = (model: LlamaModel): Token[] => {
  const known = endTokens.get(model);
  if (known !== undefined) return known;
  const found = [...model.iterateAllTokens()].filter((token) => model.isEogToken(token));
  endTokens.set(model, found);
  return found;
};

/** Forbids every end token. `TokenBias.set` skips end tokens by design, so that the map behind it is written. */
const neverEnding = (model: LlamaModel): TokenBias => {
  const bias = TokenBias.for(model);
  const biases: unknown = Reflect.get(bias, '_biases');
  if (!(biases instanceof Map)) throw new Error('The library no longer keeps its token biases in a map.');
  for (const token of endTokensOf(model)) biases.set(token, -Infinity);
  return bias;
};

const grammarFor = async ({ llama, model }: Engine, gbnf: string | null): Promise<LlamaGrammarEvaluationState | undefined> => {
  if (gbnf === null) return undefined;
  try {
    return new LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar: gbnf }) });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return fail(
      'bad-request',
      `The constraint is no grammar that llama.cpp can follow: ${reason}`,
      'Simplify the schema or the grammar, or run without a constraint.',
    );
  }
};

/** Aligns the context with the prompt; returns how many of its tokens need no evaluation. */
export const reusePrefix = async ({ sequence }: Engine, ids: readonly number[], reuse: boolean): Promise<number> => {
  if (!reuse) {
    await sequence.clearHistory();
    return 0;
  }
  const { firstDifferentIndex } = sequence.compareContextTokens(ids as Token[]);
  // The last prompt token is evaluated always: the first token is sampled from it.
  const keep = Math.min(firstDifferentIndex, ids.length - 1);
  if (keep < sequence.nextTokenIndex) await sequence.eraseContextTokenRanges([{ start: keep, end: sequence.nextTokenIndex }]);
  return sequence.nextTokenIndex;
};

/** Plain sampling. Null members switch off the library's own top-k of 40 and top-p of 0.95, which a left-out member would switch on. */
const samplingOf = (request: ModelRequest, seed: number) => ({
  temperature: request.sampling.temperature,
  topK: null as unknown as number,
  topP: (request.sampling.topP ?? null) as number,
  minP: 0,
  seed,
});

/** Evaluates all batches but the last, so that a stop is heeded between two batches of a long prompt. */
const evaluateHead = async (engine: Engine, ids: Token[], cancel: Cancel): Promise<Token[]> => {
  let rest = ids;
  while (rest.length > engine.context.batchSize && !cancel.asked) {
    await engine.sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, engine.context.batchSize));
    rest = rest.slice(engine.context.batchSize);
  }
  return rest;
};

/** Evaluates the prompt behind its reused prefix, then samples token by token; each is stamped when it is there. */
export const generateTokens = async (
  engine: Engine,
  call: {
    ids: readonly number[];
    cached: number;
    seed: number;
    gbnf: string | null;
    request: ModelRequest;
    cancel: Cancel;
    onToken: TokenListener;
  },
): Promise<ReceiptEnd> => {
  const { model, sequence, context } = engine;
  const { ids, request, cancel, onToken } = call;
  const release = createTextRelease(detokenizer(model), request.stop ?? []);
  const room = context.contextSize - ids.length;
  const limit = Math.min(request.maxTokens, room);
  const grammarEvaluationState = await grammarFor(engine, call.gbnf);
  const tokenBias = request.ignoreEndToken === true ? neverEnding(model) : undefined;
  const options = {
    ...samplingOf(request, call.seed),
    yieldEogToken: true,
    ...(grammarEvaluationState && { grammarEvaluationState }),
    ...(tokenBias && { tokenBias }),
  };
  let end: EndReason = 'cancelled';
  let count = 0;
  const rest = await evaluateHead(engine, ids.slice(call.cached) as Token[], cancel);
  if (cancel.asked) return { end, text: '' };
  for await (const id of sequence.evaluate(rest, options)) {
    const at = now();
    count += 1;
    const ended = request.ignoreEndToken !== true && model.isEogToken(id);
    onToken(id, ended ? '' : release.push(id), at);
    if (ended) end = 'end-token';
    else if (release.stopped()) end = 'stop-string';
    else if (count >= limit) end = request.maxTokens <= room ? 'max-tokens' : 'context-end';
    else if (!cancel.asked) continue;
    break;
  }
  return { end, text: release.end() };
};
