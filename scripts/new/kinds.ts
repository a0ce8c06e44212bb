/** A kind of thing that people add: where its folders lie and what its list holds. */
export type Kind = {
  name: string;
  /** Folder of all things of the kind, with `_blueprint/` and `index.ts`. */
  folder: string;
  /** Its main file, whose factory the list holds; `null`: the thing is one file named after its id. */
  entry: string | null;
  /** Last word of the factory, as in `createHermesHarness`. */
  suffix: string;
  /** Files whose tests every thing of the kind must pass. */
  conformance: readonly string[];
};

export const kinds: readonly Kind[] = [
  { name: 'command', folder: 'cli/src/commands', entry: null, suffix: 'Command', conformance: [] },
  {
    name: 'harness',
    folder: 'engine/src/harnesses',
    entry: 'harness.ts',
    suffix: 'Harness',
    conformance: ['engine/src/harnesses/conformance.test.ts'],
  },
  {
    name: 'provider',
    folder: 'engine/src/providers',
    entry: 'provider.ts',
    suffix: 'Provider',
    conformance: ['engine/src/providers/conformance.test.ts'],
  },
  { name: 'scorer', folder: 'engine/src/scorers', entry: 'scorer.ts', suffix: 'Scorer', conformance: [] },
  {
    name: 'suite',
    folder: 'engine/src/suites',
    entry: 'suite.ts',
    suffix: 'Suite',
    conformance: ['engine/src/suites/conformance.test.ts'],
  },
];

/** `tool-call` as `ToolCall`. */
export const pascalCase = (id: string): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Name of the factory that a kind's list holds for an id. */
export const factoryName = (kind: Kind, id: string): string => `create${pascalCase(id)}${kind.suffix}`;

/** Path from the list to the file with the factory. */
export const importPath = (kind: Kind, id: string): string => (kind.entry === null ? `./${id}.ts` : `./${id}/${kind.entry}`);

/** The import line of an id in its kind's list. */
export const importLine = (kind: Kind, id: string): string => `import { ${factoryName(kind, id)} } from '${importPath(kind, id)}';`;
