import type { Profile } from '@benchloop/spec';

/** Speed first: before the machine is warm from the rest. A suite joins these lists when it joins the engine. */
const everySuite = ['speed', 'agent', 'coding', 'dataextract', 'instructfollow', 'longcontext', 'reasonmath', 'toolcall'] as const;

/** Context that `core` asks for at most, so that a CPU gets through it: reading 128k tokens at 100 a second takes 20 minutes. */
const coreContextTokens = 8192;

/** Every profile, from the shortest. */
export const profiles: readonly Profile[] = [
  {
    id: 'smoke',
    title: 'Proves that the stack works, in minutes; ranks nothing',
    suites: ['speed', 'reasonmath', 'toolcall'],
    tasksPerSuite: 4,
    trials: 1,
  },
  {
    id: 'core',
    title: 'Thirty tasks of each suite, once, in a context of 8192 tokens',
    suites: everySuite,
    tasksPerSuite: 30,
    maxContextTokens: coreContextTokens,
    trials: 1,
  },
  { id: 'full', title: 'All tasks of all suites, three times', suites: everySuite, tasksPerSuite: null, trials: 3 },
  { id: 'custom', title: 'The suites that you name, whole; ranks nothing', suites: [], tasksPerSuite: null, trials: 1 },
];

/** The profile whose runs are for checking a stack, never for ranking. */
export const smokeProfile = 'smoke';

/** The profile whose suites the person names. */
export const customProfile = 'custom';
