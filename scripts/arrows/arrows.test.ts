import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrokenArrows, type BrokenArrow } from './arrows.ts';
import { rules } from './rules.ts';
import { engineArrows, entryArrows, listFolders, workspaceArrows } from './table.ts';

const workspaces = Object.keys(workspaceArrows);
const engineFolders = Object.keys(engineArrows);

/** A file that breaks exactly one thing: the rule that must reject it, where it lies, and what it says. */
type Plant = { rule: string; file: string; text: string };

const firstForbidden = (all: string[], allowed: readonly string[], self: string): string | undefined =>
  all.find((name) => name !== self && !allowed.includes(name));

const ruleNamed = (start: string): string => {
  const found = rules.find(({ name }) => name?.startsWith(start));
  if (found?.name === undefined) throw new Error(`there is no rule ${start}`);
  return found.name;
};

const workspacePlants = Object.entries(workspaceArrows).map(([workspace, allowed]): Plant => ({
  rule: ruleNamed(`${workspace} →`),
  file: `${workspace}/src/planted-workspace.ts`,
  text: `import type { door } from '@benchloop/${firstForbidden(workspaces, allowed, workspace)}';\nexport type Door = typeof door;\n`,
}));

/** A folder that it may not import, or the public door where it may import all folders. */
const forbiddenFor = (folder: string, allowed: readonly string[]): string => {
  const other = firstForbidden(engineFolders, allowed, folder);
  return other === undefined ? '../index.ts' : `../${other}/part.ts`;
};

const enginePlants = Object.entries(engineArrows).map(([folder, allowed]): Plant => ({
  rule: ruleNamed(`engine/${folder} →`),
  file: `engine/src/${folder}/planted-folder.ts`,
  text: `import type { part } from '${forbiddenFor(folder, allowed)}';\nexport type Part = typeof part;\n`,
}));

const siblingPlants = listFolders.map((folder): Plant => ({
  rule: ruleNamed(`engine/${folder}: entries`),
  file: `engine/src/${folder}/planted/part.ts`,
  text: `export { part } from '../neighbour/part.ts';\n`,
}));

const plants: Plant[] = [
  ...workspacePlants,
  ...enginePlants,
  ...siblingPlants,
  {
    rule: ruleNamed('ui →'),
    file: 'ui/src/planted-component.tsx',
    text: `import { door } from '@benchloop/engine';\nexport const planted = <p>{door}</p>;\n`,
  },
  { rule: 'engine/src has only the folders of the table', file: 'engine/src/helpers/planted.ts', text: `import '../kit/part.ts';\n` },
  { rule: 'workspaces by their door', file: 'cli/src/planted.ts', text: `import '../../engine/src/kit/part.ts';\n` },
  {
    rule: 'pages draw, they write no files',
    file: 'dashboard/src/planted-report.ts',
    text: `import '../../ui/src/report.ts';\n`,
  },
  { rule: 'end-to-end tests by the doors', file: 'tests/planted.test.ts', text: `import '../engine/src/kit/part.ts';\n` },
  {
    rule: 'engine and spec do not draw',
    file: 'engine/src/kit/planted-colour.ts',
    text: `import { colour } from 'picocolors';\nexport { colour };\n`,
  },
  ...Object.entries(entryArrows).map(([entry, allowed]) => ({
    rule: `engine/${entry} → ${allowed.join(', ')}`,
    file: `engine/src/${entry}/planted-entry.ts`,
    text: `import '../neighbour/part.ts';\n`,
  })),
  { rule: 'spec imports only the schema library', file: 'spec/src/planted-package.ts', text: `export const load = () => import('ajv');\n` },
  { rule: 'spec imports no Node module', file: 'spec/src/planted-node.ts', text: `import { join } from 'node:path';\nexport { join };\n` },
  {
    rule: 'no import cycle',
    file: 'engine/src/kit/cycle-end.ts',
    text: `import type { a } from './planted-cycle.ts';\nexport const b: typeof a = 1;\n`,
  },
  { rule: 'imports exist', file: 'engine/src/kit/planted-missing.ts', text: `import './nowhere.ts';\n` },
  { rule: 'packages are declared', file: 'cli/src/planted-package.ts', text: `import 'ajv';\n` },
  { rule: 'packages are declared', file: 'hub/src/planted-workspace-package.ts', text: `import '@benchloop/engine';\n` },
];

const packageJson = (name: string, dependencies: string[] = []): string =>
  JSON.stringify({
    name,
    version: '1.0.0',
    type: 'module',
    exports: { '.': './src/index.ts' },
    dependencies: Object.fromEntries(dependencies.map((key) => [key, '1.0.0'])),
  });

const declared: Record<string, string[]> = {
  spec: ['zod', 'ajv'],
  engine: ['@benchloop/spec', 'ajv', 'picocolors'],
  cli: ['@benchloop/engine', '@benchloop/spec', 'picocolors'],
  ui: ['@benchloop/spec'],
};

/** Imports that the arrows allow. */
const allowedFiles: Record<string, string> = {
  'spec/src/word.ts': `import { schema } from 'zod';\nexport { schema };\n`,
  'engine/src/suites/neighbour/suite.ts': `import type { door } from '@benchloop/spec';\nimport '../../scorers/part.ts';\nimport '../../kit/part.ts';\nexport type Door = typeof door;\n`,
  'engine/src/suites/suites.test.ts': `import '../run/part.ts';\n`,
  'engine/src/run/start.ts': `import '../measure/part.ts';\nimport { join } from 'node:path';\nexport { join };\n`,
  'cli/src/start.ts': `import '@benchloop/engine';\nimport { colour } from 'picocolors';\nexport { colour };\n`,
  'cli/src/draw.ts': `import '../../ui/src/report.ts';\n`,
  'ui/src/piece.tsx': `import { door } from '@benchloop/spec';\nexport const piece = <p>{door}</p>;\n`,
  'tests/start.test.ts': `import '@benchloop/engine';\n`,
  'engine/src/kit/cycle-end.ts': `export const b = 1;\n`,
};

const write = async (root: string, files: Record<string, string>): Promise<void> => {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
};

const makeTree = async (extra: Record<string, string>): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'arrows-tree-'));
  const package_ = (name: string) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js' }),
    [`node_modules/${name}/index.js`]: 'export const schema = 1, colour = 2;\n',
  });
  await write(root, {
    'package.json': packageJson('tree', ['picocolors', 'ajv', 'zod']),
    ...package_('picocolors'),
    ...package_('ajv'),
    ...package_('zod'),
    ...Object.fromEntries(workspaces.map((name) => [`${name}/package.json`, packageJson(`@benchloop/${name}`, declared[name])])),
    ...Object.fromEntries(workspaces.map((name) => [`${name}/src/index.ts`, 'export const door = 1;\n'])),
    ...Object.fromEntries(engineFolders.map((name) => [`engine/src/${name}/part.ts`, 'export const part = 1;\n'])),
    ...Object.fromEntries(listFolders.map((name) => [`engine/src/${name}/neighbour/part.ts`, 'export const part = 1;\n'])),
    'ui/src/report.ts': `import './report/part.ts';\n`,
    'ui/src/report/part.ts': 'export const part = 1;\n',
    ...allowedFiles,
    ...extra,
  });
  await mkdir(join(root, 'node_modules/@benchloop'));
  for (const name of workspaces) await symlink(`../../${name}`, join(root, 'node_modules/@benchloop', name));
  return root;
};

describe('arrows', () => {
  const trees: string[] = [];
  let broken: BrokenArrow[] = [];

  beforeAll(async () => {
    const planted = Object.fromEntries(plants.map(({ file, text }) => [file, text]));
    const cycle = { 'engine/src/kit/planted-cycle.ts': `import type { b } from './cycle-end.ts';\nexport const a: typeof b = 1;\n` };
    const tree = await makeTree({ ...planted, ...cycle });
    trees.push(tree);
    ({ broken } = await findBrokenArrows(tree));
  });

  afterAll(async () => {
    for (const tree of trees) await rm(tree, { recursive: true });
  });

  test('every rule has a planted import', () => {
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ name }) => name)));
  });

  test.each(plants)('$rule: $file is rejected', ({ rule, file }) => {
    const found = broken.filter(({ from }) => from === file).map((arrow) => arrow.rule);
    expect(found).toContain(rule);
  });

  test('allowed imports break nothing', async () => {
    const tree = await makeTree({});
    trees.push(tree);
    const result = await findBrokenArrows(tree);
    expect(result.broken).toEqual([]);
    expect(result.files).toBeGreaterThan(Object.keys(allowedFiles).length);
  });
});
