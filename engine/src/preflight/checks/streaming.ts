import { defineCheck, isEmbedded } from '../check.ts';
import { fault, knownFromEngine, note, ok, whyFor } from '../finding.ts';

/** Below this many tokens a reply says nothing of how it is streamed. */
const fewTokens = 4;
/** Above this many events per read single tokens are not seen; the same share as for inter-token times. */
const maxEventsPerRead = 1.1;
const remedy =
  'Look for buffering between here and the server: proxy_buffering off in nginx, no gateway between, streaming switched on in the server.';

/** Whether tokens arrive one by one, or the reply is made whole and then sent. */
export const streamingCheck = defineCheck({
  id: 'streaming',
  title: 'Streaming is real',
  isNeeded: ({ timed }) => timed.length > 0,
  known: ({ stack, needs }) =>
    isEmbedded(stack) ? knownFromEngine('Each token is seen as it is made.', whyFor(needs.timed, 'the time of each token')) : null,
  ask: async ({ first }) => first,
  judge: (first, { needs }) => {
    const why = whyFor(needs.timed, 'the time of each token');
    if (!first.ok) return note({ what: 'The first reply failed, so nothing was streamed.', why, evidence: first.error.message });
    const { textEvents, textReads } = first.timings;
    const tokens = first.generation.usage?.completionTokens ?? textEvents;
    const evidence = `${tokens} tokens in ${textEvents} events and ${textReads} reads`;
    if (first.generation.warnings.some((warning) => warning.startsWith('not_streamed')))
      return fault('problem', needs.timed, {
        what: 'The server ignores stream: true and sends the whole reply at once.',
        why,
        evidence,
        remedy,
      });
    if (tokens < fewTokens) return note({ what: 'The first reply was too short to see how it is streamed.', why, evidence });
    if (textReads <= 1)
      return fault('problem', needs.timed, {
        what: 'The whole reply came at once: it was made first and sent then.',
        why,
        evidence,
        remedy,
      });
    if (textEvents > textReads * maxEventsPerRead)
      return fault('problem', needs.timed, {
        what: 'Several tokens come in one read, so single tokens are not seen.',
        why,
        evidence,
        remedy,
      });
    if (tokens >= textEvents * 2)
      return note({
        what: 'One event carries several tokens.',
        why,
        evidence,
        remedy: 'Switch off speculative decoding or chunked streaming in the server for inter-token times.',
      });
    return ok({ what: 'Tokens arrive one by one.', why, evidence });
  },
});
