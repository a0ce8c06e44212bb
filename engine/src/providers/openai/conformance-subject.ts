import { chunk, eventStream, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { C, DONE, FIN, R, T, U } from './cases/notation.ts';
import { createOpenAiProvider } from './provider.ts';

const end = FIN('stop') + U(9, 3) + DONE;

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: eventStream([T('Hello'), { waitMs: 5 }, T(' there.'), { waitMs: 5 }, end, lastChunk]),
  reasoning: eventStream([R('Hm.'), { waitMs: 5 }, T('Hello'), { waitMs: 5 }, T(' there.'), end, lastChunk]),
  'tool-call': eventStream([
    C({ index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '' } }),
    C({ index: 0, function: { arguments: '{"city":' } }),
    C({ index: 0, function: { arguments: '"Bern"}' } }),
    FIN('tool_calls') + U(9, 3) + DONE,
    lastChunk,
  ]),
  error: reply(500, '{"error":{"message":"out of memory","type":"server_error","code":500}}'),
  'cut-off': [
    head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }),
    chunk(T('Hello')),
    { waitMs: 5 },
    { reset: true },
  ],
  slow: eventStream([T('Hello'), { waitMs: 5 }, T(' there'), { hang: true }]),
};

const provider = createOpenAiProvider();

/** The provider against a server on loopback that sends scripted bytes. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(({ method }) => (method === 'POST' ? answers[scenario] : reply(200, '{"data":[{"id":"m"}]}')));
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
