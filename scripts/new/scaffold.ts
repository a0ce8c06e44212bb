import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '@benchloop/spec';
import { walkFiles } from '../kit/walk-files.ts';
import { addToList } from './add-to-list.ts';
import { kinds, pascalCase, type Kind } from './kinds.ts';

const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const longestId = 40;
const reserved = new Set(['blueprint', 'conformance', 'fixtures', 'index', 'new', 'test']);

const kindNamed = (name: string | undefined): Kind => {
  const kind = kinds.find((each) => each.name === name);
  if (kind !== undefined) return kind;
  const names = kinds.map((each) => each.name).join(', ');
  throw new UserError(
    name === undefined ? 'no kind is given' : `there is no kind ${JSON.stringify(name)}`,
    `npm run new <kind> <id>, kind is one of ${names}`,
  );
};

const checkId = (kind: Kind, id: string | undefined): string => {
  if (id === undefined) throw new UserError(`no id for the new ${kind.name} is given`, `npm run new ${kind.name} <id>`);
  if (!idPattern.test(id) || id.length > longestId || reserved.has(id)) {
    throw new UserError(
      `${JSON.stringify(id)} cannot be the id of a ${kind.name}`,
      `take up to ${longestId} lower-case letters, digits and single hyphens, beginning with a letter, and none of ${[...reserved].join(', ')}`,
    );
  }
  return id;
};

/** `createBlueprintSuite`, `blueprintSchema` and `'blueprint'` take the new name in their own spelling. */
const fill = (text: string, id: string): string => {
  const pascal = pascalCase(id);
  const camel = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
  return text
    .replaceAll('Blueprint', pascal)
    .replaceAll(/blueprint(?=[A-Z])/g, camel)
    .replaceAll('blueprint', id);
};

/** Relative imports of a file that moves from `_blueprint/` to its parent. */
const oneFolderUp = (text: string): string =>
  text.replaceAll(/'\.\.\/(\.\.\/)?/g, (_all, more?: string) => (more === undefined ? "'./" : "'../"));

/** Copies a kind's blueprint under a new id and adds it to the list. Returns the paths written, relative to `root`. */
export const scaffold = async (root: string, [kindName, givenId]: readonly string[]): Promise<string[]> => {
  const kind = kindNamed(kindName);
  const id = checkId(kind, givenId);
  const target = kind.entry === null ? kind.folder : `${kind.folder}/${id}`;
  const taken = kind.entry === null ? `${target}/${id}.ts` : target;
  if (existsSync(join(root, taken))) throw new UserError(`${taken} exists already`, `choose another id, or edit ${taken}`);
  const written: string[] = [];
  const files = await walkFiles(join(root, kind.folder, '_blueprint'));
  if (files.length === 0) throw new Error(`${kind.folder}/_blueprint holds no file to copy`);
  for (const file of files) {
    const path = `${target}/${fill(file, id)}`;
    const text = await readFile(join(root, kind.folder, '_blueprint', file), 'utf8');
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), fill(kind.entry === null ? oneFolderUp(text) : text, id));
    written.push(path);
  }
  const list = `${kind.folder}/index.ts`;
  await writeFile(join(root, list), addToList(await readFile(join(root, list), 'utf8'), kind, id));
  return [...written, list];
};
