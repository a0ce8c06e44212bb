import { defineCheck, isEmbedded } from '../check.ts';
import { evidenceOf, fault, isRefusal, knownFromEngine, notAsked, note, ok, spentThinking, unseen, whyFor } from '../finding.ts';

/** Letters that no sentence does without, so that any model's reply meets one of them at once. Servers take at most four. */
const stops = ['e', 'a', 'o', 'i'];
const noun = 'stop strings';
const remedy = 'Update the server, or put no gateway before it that drops the member stop.';

/** Whether a stop string ends the reply. */
export const stopCheck = defineCheck({
  id: 'stop',
  title: 'Stop strings end the reply',
  isNeeded: ({ stop }) => stop.length > 0,
  known: ({ stack, needs }) => (isEmbedded(stack) ? knownFromEngine('Stop strings end a reply.', whyFor(needs.stop, noun)) : null),
  ask: ({ ask }) => ask({ messages: [{ role: 'user', content: 'Tell me about the sea in one sentence.' }], stop: stops, maxTokens: 24 }),
  judge: (reply, { needs }) => {
    const why = whyFor(needs.stop, noun);
    const evidence = evidenceOf(reply);
    if (!reply.ok)
      return isRefusal(reply.error)
        ? fault('problem', needs.stop, { what: 'The server refuses stop strings.', why, evidence, remedy })
        : notAsked('Stopping', reply.error, why);
    if (spentThinking(reply)) return unseen('Stopping', why, evidence);
    const { text } = reply.generation;
    const at = [...text].findIndex((letter) => stops.includes(letter));
    if (at < 0) return ok({ what: 'A stop string ends the reply and is left out of it.', why, evidence });
    if (at === [...text].length - 1)
      return note({
        what: 'A stop string ends the reply and stays in its text.',
        why,
        evidence,
        remedy: 'Nothing to change: the harness reads such replies.',
      });
    return fault('problem', needs.stop, { what: 'Stop strings are ignored: the reply goes on behind one.', why, evidence, remedy });
  },
});
