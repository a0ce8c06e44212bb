import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { factoryName, importLine, importPath, kinds, type Kind } from './kinds.ts';

const idsOf = async (kind: Kind): Promise<string[]> => {
  const entries = await readdir(join(root, kind.folder), { withFileTypes: true });
  if (kind.entry === null) {
    return entries
      .filter(({ name }) => /^[a-z0-9-]+\.ts$/.test(name) && name !== 'index.ts')
      .map(({ name }) => name.slice(0, -'.ts'.length));
  }
  const entry = kind.entry;
  return entries
    .filter((folder) => folder.isDirectory() && existsSync(join(root, kind.folder, folder.name, entry)) && folder.name !== '_blueprint')
    .map(({ name }) => name);
};

/** The factory that a list imports from a file, whatever its capital letters. */
const importedFrom = (list: string, path: string): string | undefined =>
  list.split('\n').flatMap((line) => (line.endsWith(` from '${path}';`) ? [/\{ (create\w+) \}/.exec(line)?.[1]] : []))[0];

describe.each(kinds)('the list of every $name', (kind) => {
  test('holds each one that exists', async () => {
    const list = `${kind.folder}/index.ts`;
    const text = await readFile(join(root, list), 'utf8');
    const body = text.slice(text.indexOf('= ['));
    const missing = (await idsOf(kind)).flatMap((id) => {
      const name = importedFrom(text, importPath(kind, id));
      if (name === undefined) return [importLine(kind, id), `  ${factoryName(kind, id)},`];
      return new RegExp(`\\b${name}\\b`).test(body) ? [] : [`  ${name},`];
    });
    expect(missing, `add these lines to ${list}:\n${missing.join('\n')}\n`).toEqual([]);
  });

  test('is sorted and holds nothing twice', async () => {
    const text = await readFile(join(root, kind.folder, 'index.ts'), 'utf8');
    const names = [...text.slice(text.indexOf('= [')).matchAll(/create\w+/g)].map(([name]) => name);
    expect(names).toEqual([...new Set(names)].toSorted());
  });
});
