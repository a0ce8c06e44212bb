import { defineCheck, isEmbedded, nothingKnown } from '../check.ts';
import { fault, knownFromEngine, note, ok, whyFor } from '../finding.ts';

const noun = 'the server for itself';

/** Whether the server was generating for somebody else when it was met. */
export const otherClientsCheck = defineCheck({
  id: 'other-clients',
  title: 'No other client is busy',
  isNeeded: ({ timed }) => timed.length > 0,
  known: ({ stack, needs }) =>
    isEmbedded(stack) ? knownFromEngine('The engine is this run’s own process.', whyFor(needs.timed, noun)) : nothingKnown(),
  ask: async (_prober, { stack }) => stack.server.flags['busy-slots'] ?? null,
  judge: (told, { stack, needs }) => {
    const why = whyFor(needs.timed, noun);
    if (told === null) return note({ what: 'The server does not tell who else uses it.', why, evidence: 'no list of slots' });
    const evidence = `${told} of ${stack.server.slots ?? 'unknown'} slots busy before the first call`;
    if (told === '0') return ok({ what: 'No other client was busy.', why, evidence });
    return fault('problem', needs.timed, {
      what: `Another client was generating on the server (${evidence}).`,
      why,
      evidence,
      remedy: 'Stop the other client, or start a server of its own for this run.',
    });
  },
});
