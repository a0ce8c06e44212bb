import type { Use } from '@benchloop/spec';

const open = { maxMemoryBytes: null, minTokensPerSecond: null, maxTtftMs: null, minContextTokens: null };

/** Uses that people ask about most, each with what counts for it. A file of one's own takes their place. */
export const uses: readonly Use[] = [
  {
    ...open,
    id: 'assistant',
    title: 'A general assistant with tools',
    weights: { instructfollow: 0.3, toolcall: 0.25, reasonmath: 0.25, longcontext: 0.1, dataextract: 0.1 },
    minTokensPerSecond: 10,
    maxTtftMs: 3000,
  },
  {
    ...open,
    id: 'chat',
    title: 'Chat without tools',
    weights: { instructfollow: 0.5, reasonmath: 0.3, longcontext: 0.2 },
    minTokensPerSecond: 10,
    maxTtftMs: 2000,
  },
  {
    ...open,
    id: 'coding-agent',
    title: 'A coding agent in a repository',
    weights: { coding: 0.35, agent: 0.3, toolcall: 0.2, longcontext: 0.1, instructfollow: 0.05 },
    minContextTokens: 8192,
  },
  {
    ...open,
    id: 'extraction',
    title: 'Data out of documents, in batches',
    weights: { dataextract: 0.6, longcontext: 0.2, instructfollow: 0.2 },
  },
];
