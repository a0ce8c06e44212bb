import type { ModelError, ModelEvent, ModelRequest } from '@benchloop/spec';
import type { MeasuringClient } from '../../kit/http/client.ts';
import type { HttpLimits } from '../../kit/http/protocol.ts';
import { callOverHttp, refusedCall } from '../../kit/wire/call-over-http.ts';
import { modelError } from '../../kit/wire/wire-error.ts';
import { callTimingsOf } from '../../measure/call-timings.ts';
import { chatBody, traitsAfterRejection, type ServerTraits } from './chat-body.ts';
import { createChatStream } from './chat-stream.ts';

/** Everything that one way to a model needs for a call. */
export type ChatEndpoint = {
  client: MeasuringClient;
  base: string;
  model: string;
  headers: Record<string, string>;
  secrets: readonly string[];
  limits: HttpLimits;
  traits: ServerTraits;
};

const unsupportedReason = (request: ModelRequest, traits: ServerTraits): ModelError | null =>
  request.constraint?.kind === 'gbnf' && !traits.isLlamaServer
    ? modelError('unsupported', 'Only llama-server is known to take a GBNF grammar over HTTP.', {
        hint: 'Give a JSON Schema instead, or use llama-server.',
      })
    : null;

/** A server that never took a chat and has no such route may have the newer API alone. */
const withOtherApi = (error: ModelError, { settled }: ServerTraits): ModelError => {
  const noRoute = (error.status === 404 || error.status === 405) && !/\bmodel\b/iu.test(error.message);
  return settled || !noRoute
    ? error
    : { ...error, hint: `${error.hint} If it has only the Responses API, add --provider openai-responses.` };
};

/** One chat completion as the events of `Connection.generate`. Every failure is an event. */
export async function* generateChat(endpoint: ChatEndpoint, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { client, base, model, headers, secrets, limits, traits } = endpoint;
  const refused = unsupportedReason(request, traits);
  if (refused !== null) {
    yield refusedCall(refused);
    return;
  }
  const calling = callOverHttp({
    client,
    url: `${base}/chat/completions`,
    headers: { accept: 'text/event-stream', ...headers },
    limits,
    secrets,
    signal,
    wire: () => chatBody(model, request, traits),
    settled: traits.settled,
    learn: (rejection) => {
      const change = traitsAfterRejection(traits, rejection);
      Object.assign(traits, change);
      return change !== null;
    },
    createReader: createChatStream,
    timingsOf: callTimingsOf,
    onAccepted: () => {
      traits.settled = true;
    },
  });
  for await (const event of calling) yield event.type === 'error' ? { ...event, error: withOtherApi(event.error, traits) } : event;
}
