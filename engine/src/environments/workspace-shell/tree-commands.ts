import { WorldError } from '../../kit/world/world.ts';
import { linesOf, optionsOf, type Command } from './text-commands.ts';
import { below, drop, isFolder, pathIn, put, textAt, top } from './tree.ts';

const ls: Command = ({ tree, words }) => {
  const { flags, rest } = optionsOf(words, 'la1R');
  if (flags.has('R'))
    return below(tree, rest[0] ?? '')
      .map((path) => `${path}\n`)
      .join('');
  const path = pathIn(rest[0] ?? '');
  const sized = (name: string, file: string): string => (flags.has('l') ? `${tree.files.get(file)?.length ?? 0} ${name}` : name);
  if (tree.files.has(path)) return `${sized(rest[0] ?? '', path)}\n`;
  if (!isFolder(tree, path)) throw new WorldError(`${rest[0]}: no such file or folder`);
  const start = path === '' ? '' : `${path}/`;
  const names = [...tree.files.keys(), ...[...tree.folders].map((folder) => `${folder}/`)]
    .filter((one) => one.startsWith(start) && one !== start)
    .map((one) => {
      const [name = '', ...more] = one.slice(start.length).split('/');
      return more.length > 0 ? `${name}/` : sized(name, one);
    });
  return [...new Set(names)]
    .sort()
    .map((name) => `${name}\n`)
    .join('');
};

/** A name with `*` for any letters, without regular expressions: the parts between must follow each other. */
const fitsName = (name: string, pattern: string): boolean => {
  const [first = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return name === pattern;
  const last = parts.pop() as string;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
};

const find: Command = ({ tree, words }) => {
  const at = words.findIndex((word) => word.startsWith('-'));
  const places = at < 0 ? words : words.slice(0, at);
  const tests = at < 0 ? [] : words.slice(at);
  let pattern = '*';
  for (let index = 0; index < tests.length; index += 2) {
    if (tests[index] === '-name' && tests[index + 1] !== undefined) pattern = tests[index + 1] as string;
    else if (tests[index] !== '-type' || tests[index + 1] !== 'f')
      throw new WorldError(`${String(tests[index])} is not known; only -name and -type f are`);
  }
  return (places.length === 0 ? [''] : places)
    .flatMap((place) => below(tree, place))
    .filter((path) => fitsName(path.split('/').at(-1) ?? '', pattern))
    .map((path) => `${path}\n`)
    .join('');
};

const copyOrMove =
  (move: boolean): Command =>
  ({ tree, words }) => {
    const { flags, rest } = optionsOf(words, move ? 'fn' : 'rf');
    const [target, ...sources] = rest.toReversed();
    if (target === undefined || sources.length === 0) throw new WorldError('a source or a target is missing');
    const into = target.endsWith('/') || isFolder(tree, pathIn(target));
    if (sources.length > 1 && !into) throw new WorldError(`${target}: is no folder`);
    for (const source of sources.toReversed()) {
      const from = pathIn(source);
      if (!move && isFolder(tree, from) && !flags.has('r')) throw new WorldError(`${source}: is a folder; use cp -r`);
      const base = into ? `${pathIn(target)}/${from.split('/').at(-1)}` : pathIn(target);
      for (const path of below(tree, source)) {
        const to = path === from ? base : `${base}${path.slice(from.length)}`;
        if (pathIn(to) === path) throw new WorldError(`${source}: source and target are the same`);
        const text = textAt(tree, path);
        if (move) drop(tree, path);
        try {
          put(tree, to, text);
        } catch (error) {
          if (move) tree.files.set(path, text);
          throw error;
        }
      }
    }
    return '';
  };

const rm: Command = ({ tree, words }) => {
  const { flags, rest } = optionsOf(words, 'rf');
  if (rest.length === 0) throw new WorldError('a file is missing');
  for (const word of rest) {
    const path = pathIn(word);
    if (path === '') throw new WorldError(`${top} itself cannot be removed`);
    if (isFolder(tree, path) && !flags.has('r')) throw new WorldError(`${word}: is a folder; use rm -r`);
    if (!isFolder(tree, path) && !tree.files.has(path)) {
      if (flags.has('f')) continue;
      textAt(tree, word);
    }
    for (const file of below(tree, word)) drop(tree, file);
    for (const folder of tree.folders) if (folder === path || folder.startsWith(`${path}/`)) tree.folders.delete(folder);
  }
  return '';
};

const mkdir: Command = ({ tree, words }) => {
  const { rest } = optionsOf(words, 'p');
  if (rest.length === 0) throw new WorldError('a folder is missing');
  for (const word of rest) {
    const path = pathIn(word);
    if (tree.files.has(path)) throw new WorldError(`${word}: is a file`);
    tree.folders.add(path);
  }
  return '';
};

/** Parts of `s/old/new/g`; the text to find is taken letter by letter. */
const replacement = (script: string): { old: string; next: string; all: boolean } => {
  const sign = script[1];
  const parts = sign === undefined ? [] : script.slice(2).split(sign);
  if (script[0] !== 's' || parts.length !== 3 || parts[0] === '' || !['', 'g'].includes(parts[2] as string))
    throw new WorldError('only s/OLD/NEW/ and s/OLD/NEW/g are known, with one sign that stands in neither text');
  return { old: parts[0] as string, next: parts[1] as string, all: parts[2] === 'g' };
};

const replaced = (line: string, { old, next, all }: ReturnType<typeof replacement>): string => {
  if (all) return line.split(old).join(next);
  const at = line.indexOf(old);
  return at < 0 ? line : line.slice(0, at) + next + line.slice(at + old.length);
};

const sed: Command = ({ tree, words, piped }) => {
  const { flags, rest } = optionsOf(words, 'i');
  const [script, ...paths] = rest;
  if (script === undefined) throw new WorldError('a script such as s/OLD/NEW/g is missing');
  const change = replacement(script);
  const edited = (text: string): string =>
    linesOf(text)
      .map((line) => `${replaced(line, change)}\n`)
      .join('');
  if (!flags.has('i')) return edited(paths.length > 0 ? paths.map((path) => textAt(tree, path)).join('') : (piped ?? ''));
  if (paths.length === 0) throw new WorldError('a file is missing');
  for (const path of paths) {
    const text = textAt(tree, path);
    if (edited(text) !== text) put(tree, path, edited(text));
  }
  return '';
};

const touch: Command = ({ tree, words }) => {
  for (const word of words) if (!tree.files.has(pathIn(word))) put(tree, word, '');
  return '';
};

/** Commands about files and folders. */
export const treeCommands: Readonly<Record<string, Command>> = {
  cp: copyOrMove(false),
  find,
  ls,
  mkdir,
  mv: copyOrMove(true),
  pwd: () => `${top}\n`,
  rm,
  sed,
  touch,
};
