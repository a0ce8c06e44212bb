import type { CallTimings, Connection, Generation, Model, ModelError, ModelRequest, ServerFacts } from '@benchloop/spec';

/** What a scripted server answers to one request. */
export type Answer = Partial<Generation> & { timings?: Partial<CallTimings> };
export type Script = (request: ModelRequest, call: number) => Answer | { error: Partial<ModelError> };

export const scriptedModel: Model = {
  providerId: 'openai',
  name: 'm',
  family: null,
  parameters: null,
  quantization: null,
  sizeBytes: null,
  weightsDigest: null,
  templateDigest: null,
  contextTrained: null,
  contextInForce: null,
  licence: null,
  capabilities: { tools: 'unknown', thinking: 'unknown', vision: 'unknown', system: 'unknown' },
};

export const scriptedServer: ServerFacts = {
  kind: 'openai-compatible',
  version: null,
  place: 'local',
  threads: null,
  gpuLayers: null,
  slots: null,
  loadMs: null,
  memoryEstimateBytes: null,
  flags: {},
};

export const plainTimings: CallTimings = {
  connectMs: null,
  headersMs: 1,
  firstByteMs: 1,
  firstTokenMs: 10,
  firstReasoningMs: null,
  firstAnswerMs: 10,
  lastTokenMs: 100,
  endMs: 110,
  textEvents: 16,
  textReads: 16,
  interTokenP50Ms: 6,
  interTokenP95Ms: null,
};

/** Tokens as this server counts them: words and marks of everything in the prompt. */
export const countWords = (request: Pick<ModelRequest, 'messages' | 'tools'>): number =>
  (JSON.stringify([request.messages.map(({ content }) => content), request.tools ?? []]).match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [])
    .length;

const generationOf = (request: ModelRequest, answer: Answer): Generation => {
  const { timings: _timings, ...given } = answer;
  return {
    text: 'one two three',
    reasoning: '',
    toolCalls: [],
    leakedToolCalls: [],
    refused: false,
    finish: 'stop',
    finishRaw: null,
    end: 'done',
    usage: { promptTokens: countWords(request), completionTokens: 16, cachedTokens: null, reasoningTokens: null, source: 'usage' },
    serverTimings: null,
    modelReported: 'm',
    warnings: [],
    ...given,
  };
};

const receipt = { status: 200, contentType: null, reads: [] };

/** A connection that answers by a script; `requests` collects what it was asked. */
export const scriptedConnection = (
  script: Script,
  more: { model?: Partial<Model>; server?: Partial<ServerFacts>; countTokens?: Connection['countTokens'] } = {},
): Connection & { requests: ModelRequest[] } => {
  const requests: ModelRequest[] = [];
  return {
    requests,
    model: { ...scriptedModel, ...more.model },
    server: { ...scriptedServer, ...more.server },
    ...(more.countTokens === undefined ? {} : { countTokens: more.countTokens }),
    close: async () => undefined,
    generate: async function* (request, { signal }) {
      requests.push(request);
      yield { type: 'sent', at: 0, wire: null };
      const answer = script(request, requests.length);
      if (signal.aborted || 'error' in answer) {
        const error: ModelError = { kind: 'aborted', message: 'it failed', hint: 'Mend it.', status: null, retryAfterMs: null };
        yield {
          type: 'error',
          error: 'error' in answer ? { ...error, kind: 'server', ...answer.error } : error,
          partial: null,
          timings: null,
          receipt,
        };
        return;
      }
      yield { type: 'end', generation: generationOf(request, answer), timings: { ...plainTimings, ...answer.timings }, receipt };
    },
  };
};
