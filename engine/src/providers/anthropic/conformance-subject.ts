import { chunk, eventStream, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { A, callOpen, close, PING, R, START, STOP, T, textOpen, thinkOpen } from './cases/notation.ts';
import { createAnthropicProvider } from './provider.ts';

const pause: ServerStep = { waitMs: 5 };

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: eventStream([START + PING + textOpen(0), T(0, 'Hello'), pause, T(0, ' there.'), pause, close(0) + STOP('end_turn'), lastChunk]),
  reasoning: eventStream([
    START + thinkOpen(0) + R(0, 'Hm.'),
    pause,
    close(0) + textOpen(1) + T(1, 'Hello'),
    pause,
    T(1, ' there.') + close(1) + STOP('end_turn'),
    lastChunk,
  ]),
  'tool-call': eventStream([
    START + callOpen(0, 'toolu_1', 'get_weather'),
    A(0, ''),
    A(0, '{"city":'),
    A(0, '"Bern"}') + close(0) + STOP('tool_use'),
    lastChunk,
  ]),
  error: reply(500, '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}'),
  'cut-off': [
    head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }),
    chunk(START + textOpen(0) + T(0, 'Hello')),
    pause,
    { reset: true },
  ],
  slow: eventStream([START + textOpen(0), T(0, 'Hello'), pause, T(0, ' there'), { hang: true }]),
};

const provider = createAnthropicProvider();

/** The provider against a server on loopback that sends scripted events. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(({ method }) =>
      method === 'POST' ? answers[scenario] : reply(200, '{"data":[{"id":"claude-test","type":"model"}],"has_more":false}'),
    );
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
