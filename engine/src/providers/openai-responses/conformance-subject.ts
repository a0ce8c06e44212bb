import { chunk, eventStream, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { A, callDone, callOpen, END, S, START, T } from './cases/notation.ts';
import { createOpenAiResponsesProvider } from './provider.ts';

const pause: ServerStep = { waitMs: 5 };

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: eventStream([START + T('Hello'), pause, T(' there.'), pause, END(), lastChunk]),
  reasoning: eventStream([START + S('Hm.'), pause, T('Hello', 1), pause, T(' there.', 1) + END(), lastChunk]),
  'tool-call': eventStream([
    START + callOpen(0, 'get_weather'),
    A(0, '{"city":'),
    A(0, '"Bern"}') + callDone(0, '{"city":"Bern"}') + END(),
    lastChunk,
  ]),
  error: reply(500, '{"error":{"message":"The server had an error","type":"server_error"}}'),
  'cut-off': [
    head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }),
    chunk(START + T('Hello')),
    pause,
    { reset: true },
  ],
  slow: eventStream([START + T('Hello'), pause, T(' there'), { hang: true }]),
};

const provider = createOpenAiResponsesProvider();

/** The provider against a server on loopback that sends scripted events. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(({ method }) =>
      method === 'POST' ? answers[scenario] : reply(200, '{"data":[{"id":"test-model"}]}'),
    );
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
