/** Which workspace may import which, always by its `src/index.ts`. `scripts`, `bench` and `tests` stand outside. */
export const workspaceArrows = {
  spec: [],
  engine: ['spec'],
  cli: ['engine', 'ui', 'spec'],
  ui: ['spec'],
  dashboard: ['ui', 'spec'],
  hub: ['engine', 'ui', 'spec'],
  docs: [],
} as const satisfies Record<string, readonly string[]>;

const parts = [
  'compare',
  'custom-suites',
  'discovery',
  'environments',
  'explain',
  'export',
  'generated',
  'harnesses',
  'keys',
  'kit',
  'measure',
  'models',
  'preflight',
  'providers',
  'run',
  'sandbox',
  'scorers',
  'stated-server',
  'store',
  'suites',
  'summary',
] as const;

/**
 * Which folder of `engine/src` may import which; each may also import `spec`. `index.ts` may import all, and so may
 * `door/`, which wires the lists into a run on its behalf.
 */
export const engineArrows = {
  door: parts,
  kit: [],
  generated: [],
  compare: ['kit', 'measure', 'summary'],
  'custom-suites': ['kit', 'scorers'],
  discovery: ['kit'],
  environments: ['kit'],
  explain: ['kit', 'scorers'],
  export: ['compare', 'summary'],
  harnesses: ['kit'],
  keys: ['kit'],
  measure: ['kit'],
  models: ['kit'],
  preflight: ['discovery', 'kit'],
  providers: ['discovery', 'kit', 'measure'],
  run: ['kit', 'measure', 'sandbox'],
  sandbox: ['kit'],
  scorers: ['kit'],
  'stated-server': ['kit'],
  store: ['kit'],
  // A suite of worlds offers their tools, and its digest covers what they do.
  suites: ['environments', 'kit', 'scorers'],
  summary: ['measure'],
} as const satisfies Record<string, readonly string[]>;

/** Folders whose subfolders are entries of one kind; entries never import each other. */
export const listFolders = ['environments', 'harnesses', 'providers', 'scorers', 'suites'] as const;

/** Entries that build on others of their list: an agent is judged by its calls and by its typed answer. */
export const entryArrows: Readonly<Record<string, readonly string[]>> = { 'scorers/agent-world': ['tool-calls', 'typed-answer'] };

/** Packages that draw on a terminal. The engine speaks in events. */
export const terminalPackages = ['@clack/prompts', 'commander', 'log-update', 'picocolors'] as const;
