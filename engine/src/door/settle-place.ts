import type { Plan, Run, ServerFacts } from '@benchloop/spec';
import { isLoopback } from '../kit/loopback.ts';
import type { LocalFacts } from '../store/local-facts.ts';

/**
 * Where the model runs: a server of this machine may tell that it passes requests on to a host elsewhere, which no flag
 * makes local; else what the person said; else what the address tells.
 */
export const settlePlace = (plan: Plan, server: ServerFacts, local: Pick<LocalFacts, 'endpoint'>): Pick<Run, 'plan' | 'server'> => {
  const passedOn = server.place === 'remote' && local.endpoint !== null && isLoopback(local.endpoint);
  if (server.place === 'embedded') return { plan, server };
  const isSaid = plan.place.origin !== 'found' && plan.place.origin !== 'default';
  const place: Plan['place'] = isSaid && !passedOn ? plan.place : { value: server.place, origin: 'found' };
  return { plan: { ...plan, place }, server: { ...server, place: place.value } };
};
