import type { Suite } from '@benchloop/spec';
import { tasksOfFamilies } from '../../kit/family.ts';
import { createAgentWorldScorer } from '../../scorers/agent-world/scorer.ts';
import { agentFamilies } from './families.ts';

export const createAgentSuite = (): Suite => ({
  id: 'agent',
  version: '1',
  title: 'Agent',
  summary: 'Works with tools in worlds that really change, over up to 25 turns, and is judged by what is left behind and what it says.',
  judge: 'scorer',
  scorer: createAgentWorldScorer(),
  needs: ['tools'],
  publishedSeed: 20_261_202,
  tasks: (seed) => tasksOfFamilies('agent', agentFamilies, seed),
});
