import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../kit/root.ts';

type Manifest = {
  name: string;
  version: string;
  private?: boolean;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

const read = async (folder: string) => JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Manifest;

let top: Manifest;
let workspaces: Manifest[];

beforeAll(async () => {
  top = await read('.');
  workspaces = await Promise.all((top.workspaces ?? []).map(read));
});

test('every workspace has the version of the published package and is private', () => {
  for (const workspace of workspaces) expect(workspace).toMatchObject({ version: top.version, private: true });
});

test('every dependency is pinned exactly, and equally everywhere', () => {
  const versions = new Map<string, string>();
  for (const { name, dependencies, devDependencies } of [top, ...workspaces]) {
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, `${dependency} in ${name}`).toMatch(/^\d+\.\d+\.\d+/);
      expect(version, `${dependency} in ${name}`).toBe(versions.get(dependency) ?? version);
      versions.set(dependency, version);
    }
  }
});

test('a published dependency is one that a workspace needs at run time', () => {
  const needed = new Set(workspaces.flatMap(({ dependencies }) => Object.keys(dependencies ?? {})));
  expect(Object.keys(top.dependencies ?? {}).filter((name) => !needed.has(name))).toEqual([]);
});
