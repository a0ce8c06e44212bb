import { defineCheck, nothingKnown } from '../check.ts';
import { ok } from '../finding.ts';

/** Reached, authorised and the model present: without them there is no connection, and connecting says why. */
export const connectionCheck = defineCheck({
  id: 'connection',
  title: 'Reachable, authorised, model present',
  isNeeded: () => true,
  known: nothingKnown,
  ask: async ({ first }) => first,
  judge: (first, { stack: { model, server } }) =>
    ok({
      what: `${model.name} answers${server.loadMs === null ? '' : `; it was loaded in ${(server.loadMs / 1000).toFixed(1)} s, which no figure holds`}.`,
      why: 'Nothing can be measured without.',
      evidence: `${server.kind}${server.version === null ? '' : ` ${server.version}`}, first token after ${
        first.ok && first.timings.firstTokenMs !== null ? `${(first.timings.firstTokenMs / 1000).toFixed(2)} s` : 'an unknown time'
      }`,
    }),
});
