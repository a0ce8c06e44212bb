import type { ServerFacts } from '@benchloop/spec';
import type { KindMatch, ServerKindId } from './server-kind.ts';

/** What a server tells of itself, as a run stores it. */
export const serverFactsOf = (kind: ServerKindId, match: KindMatch, place: ServerFacts['place']): ServerFacts => ({
  kind,
  version: match.version,
  place,
  threads: null,
  gpuLayers: null,
  slots: match.slots,
  loadMs: null,
  memoryEstimateBytes: null,
  flags: match.flags,
});
