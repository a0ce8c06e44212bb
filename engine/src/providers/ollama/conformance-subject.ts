import { chunk, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { callLine, endLine, ollamaServer, textLine, thinkLine } from './cases/notation.ts';
import { createOllamaProvider } from './provider.ts';

const pause: ServerStep = { waitMs: 5 };
const stream = (...pieces: (string | ServerStep)[]): ServerStep[] => [
  head(200, { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }),
  ...pieces.map((piece) => (typeof piece === 'string' ? chunk(piece) : piece)),
];
const end = endLine('stop', { prompt_eval_count: 9, prompt_eval_duration: 2e6, eval_count: 3, eval_duration: 4e6 });

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: stream(textLine('Hello'), pause, textLine(' there.'), pause, end, lastChunk),
  reasoning: stream(thinkLine('Hm.'), pause, textLine('Hello'), pause, textLine(' there.'), end, lastChunk),
  'tool-call': stream(callLine({ function: { name: 'get_weather', arguments: { city: 'Bern' } } }), pause, end, lastChunk),
  error: reply(500, '{"error":"llama runner process has terminated: out of memory"}'),
  'cut-off': stream(textLine('Hello'), pause, { reset: true }),
  slow: stream(textLine('Hello'), pause, textLine(' there'), { hang: true }),
};

const provider = createOllamaProvider();

/** The provider against a server on loopback that sends scripted lines. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(ollamaServer({ chat: () => answers[scenario] }));
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
