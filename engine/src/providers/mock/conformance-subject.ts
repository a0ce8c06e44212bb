import { conformanceOptions, type ConformanceSubject, type Scenario } from '../conformance.ts';
import { createMockProvider } from './provider.ts';

const names: Record<Scenario, string> = {
  text: 'say=Hello there.;itl=1',
  reasoning: 'think=Hm.;say=Hello there.;itl=1',
  'tool-call': 'call=get_weather{"city":"Bern"}',
  error: 'error',
  'cut-off': 'say=Hello there.;fail=stream-truncated@2',
  slow: 'say=Hello there. And again, and again.;itl=20',
};

const provider = createMockProvider();

/** The mock, told by its model name what to do. */
export const subject: ConformanceSubject = {
  provider,
  scripted: true,
  skips: {},
  open: async (scenario) => {
    const result = await provider.connect({ ...conformanceOptions, model: names[scenario] }, AbortSignal.timeout(1_000));
    if (!result.ok) throw new Error(result.error.message);
    return { connection: result.connection, dispose: async () => undefined };
  },
};
