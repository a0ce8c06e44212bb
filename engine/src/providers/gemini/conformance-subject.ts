import { chunk, eventStream, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { C, FIN, P, R, T } from './cases/notation.ts';
import { createGeminiProvider } from './provider.ts';

const pause: ServerStep = { waitMs: 5 };

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: eventStream([T('Hello'), pause, T(' there.'), pause, FIN('STOP'), lastChunk]),
  reasoning: eventStream([R('Hm.'), pause, T('Hello'), pause, FIN('STOP', ' there.', 2), lastChunk]),
  'tool-call': eventStream([P(C('get_weather', { city: 'Bern' })), pause, FIN('STOP'), lastChunk]),
  error: reply(500, '{"error":{"code":500,"message":"An internal error has occurred.","status":"INTERNAL"}}'),
  'cut-off': [
    head(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }),
    chunk(T('Hello')),
    pause,
    { reset: true },
  ],
  slow: eventStream([T('Hello'), pause, T(' there'), { hang: true }]),
};

const provider = createGeminiProvider();

/** The provider against a server on loopback that sends scripted chunks. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(({ method }) =>
      method === 'POST' ? answers[scenario] : reply(200, '{"models":[{"name":"models/gemini-test"}]}'),
    );
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
