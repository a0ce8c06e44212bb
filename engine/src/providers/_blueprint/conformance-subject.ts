import { chunk, head, lastChunk, reply, startScriptedServer, type ServerStep } from '../../kit/testing/scripted-server.ts';
import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { createBlueprintProvider } from './provider.ts';

const line = (value: object): ServerStep => chunk(`${JSON.stringify(value)}\n`);
const pause: ServerStep = { waitMs: 5 };
const stream = (...steps: ServerStep[]): ServerStep[] => [
  head(200, { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }),
  ...steps,
];
const end = [line({ done: 'stop', prompt_tokens: 9, completion_tokens: 3 }), lastChunk];

const answers: Record<Scenario, readonly ServerStep[]> = {
  text: stream(line({ text: 'Hello' }), pause, line({ text: ' there.' }), ...end),
  reasoning: stream(line({ thinking: 'Hm.' }), pause, line({ text: 'Hello' }), pause, line({ text: ' there.' }), ...end),
  'tool-call': stream(line({ call: { name: 'get_weather', arguments: { city: 'Bern' } } }), ...end),
  error: reply(500, 'out of memory'),
  'cut-off': stream(line({ text: 'Hello' }), pause, { reset: true }),
  slow: stream(line({ text: 'Hello' }), pause, line({ text: ' there' }), { hang: true }),
};

const provider = createBlueprintProvider();

/** The provider against a server on loopback that sends scripted bytes. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const server = await startScriptedServer(({ method }) => (method === 'POST' ? answers[scenario] : reply(200, '{"models":["m"]}')));
    const result = await provider.connect({ ...conformanceOptions, endpoint: server.url }, AbortSignal.timeout(10_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, sentBytes: () => JSON.stringify(server.requests), dispose: () => server.close() };
  },
};
