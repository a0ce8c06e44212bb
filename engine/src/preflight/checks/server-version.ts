import { faultsOf, remedyOf } from '../../discovery/known-faults.ts';
import { defineCheck, nothingKnown } from '../check.ts';
import { note, ok } from '../finding.ts';

const why = 'Scores and times through a server with a known fault may be those of the fault.';

/** Whether this version of the server is known for a fault. */
export const serverVersionCheck = defineCheck({
  id: 'server-version',
  title: 'Version of the server has no known fault',
  isNeeded: (_needs, { server }) => faultsOf(server).length > 0,
  known: nothingKnown,
  ask: async (_prober, { stack: { server } }) => faultsOf(server),
  judge: (faults, { stack: { server } }) => {
    const evidence = `${server.kind} ${server.version ?? 'of unknown version'}`;
    if (server.version === null) return note({ what: 'The server does not tell its version.', why, evidence });
    if (faults.length === 0) return ok({ what: `No fault of ${evidence} is known here.`, why, evidence });
    return {
      level: faults.some(({ level }) => level === 'problem') ? 'problem' : 'note',
      what: `${evidence} ${faults.map(({ what }) => what).join('; it ')}.`,
      why,
      evidence: faults.map(({ source, asOf }) => `${source} (as of ${asOf})`).join(', '),
      remedy: remedyOf(faults),
    };
  },
});
