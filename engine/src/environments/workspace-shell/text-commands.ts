import { WorldError } from '../../kit/world/world.ts';
import { below, pathIn, textAt, type Tree } from './tree.ts';

/** What a command gets: its words after its name, and what the command before it wrote; null = nothing was piped. */
export type Input = { tree: Tree; words: readonly string[]; piped: string | null };
export type Command = (input: Input) => string;

export type Options = { flags: Set<string>; values: Map<string, string>; rest: string[] };

/** Splits words into single-letter flags of `known`, flags of `valued` with a value, and the rest. `--` ends the flags. */
export const optionsOf = (words: readonly string[], known: string, valued = ''): Options => {
  const options: Options = { flags: new Set(), values: new Map(), rest: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') {
      options.rest.push(...words.slice(at + 1));
      break;
    }
    if (!/^-[a-zA-Z]/.test(word)) {
      options.rest.push(word);
      continue;
    }
    for (let letter = 1; letter < word.length; letter += 1) {
      const flag = word[letter] as string;
      if (valued.includes(flag)) {
        const value = word.length > letter + 1 ? word.slice(letter + 1) : words[(at += 1)];
        if (value === undefined) throw new WorldError(`a value is missing after -${flag}`);
        options.values.set(flag, value);
        break;
      }
      if (!known.includes(flag)) throw new WorldError(`the option -${flag} is not known`);
      options.flags.add(flag);
    }
  }
  return options;
};

export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const joined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

const inputOf = ({ tree, piped }: Input, paths: readonly string[]): string => {
  if (paths.length > 0) return paths.map((path) => textAt(tree, path)).join('');
  if (piped === null) throw new WorldError('a file is missing');
  return piped;
};

const wholeNumber = (value: string | undefined, otherwise: number): number => {
  if (value === undefined) return otherwise;
  if (!/^\d{1,6}$/.test(value)) throw new WorldError(`"${value.slice(0, 40)}" is no whole number`);
  return Number(value);
};

const headOrTail =
  (cut: (lines: string[], count: number) => string[]): Command =>
  (input) => {
    const words = input.words.map((word) => (/^-\d+$/.test(word) ? `-n${word.slice(1)}` : word));
    const { values, rest } = optionsOf(words, '', 'n');
    return joined(cut(linesOf(inputOf(input, rest)), wholeNumber(values.get('n'), 10)));
  };

const grep: Command = (input) => {
  const { flags, rest } = optionsOf(input.words, 'nicrlvFhH');
  const [pattern, ...paths] = rest;
  if (pattern === undefined) throw new WorldError('a text to find is missing');
  const fold = (text: string): string => (flags.has('i') ? text.toLowerCase() : text);
  const wanted = fold(pattern);
  const files =
    paths.length === 0
      ? flags.has('r')
        ? below(input.tree, '')
        : []
      : paths.flatMap((path) => (flags.has('r') ? below(input.tree, path) : [pathIn(path)]));
  const sources =
    files.length > 0 ? files.map((path) => ({ path, text: textAt(input.tree, path) })) : [{ path: '', text: inputOf(input, []) }];
  const named = !flags.has('h') && (flags.has('H') || files.length > 1 || (flags.has('r') && files.length > 0));
  let found = 0;
  const out = sources.flatMap(({ path, text }) => {
    const hits = linesOf(text)
      .map((line, at) => ({ line, at: at + 1 }))
      .filter(({ line }) => fold(line).includes(wanted) !== flags.has('v'));
    found += hits.length;
    if (flags.has('l')) return hits.length > 0 ? [path] : [];
    const lead = named ? `${path}:` : '';
    if (flags.has('c')) return [`${lead}${hits.length}`];
    return hits.map(({ line, at }) => `${lead}${flags.has('n') ? `${at}:` : ''}${line}`);
  });
  if (found === 0 && !flags.has('c')) throw new WorldError(`no line contains "${pattern.slice(0, 80)}"`);
  return joined(out);
};

const wc: Command = (input) => {
  const { flags, rest } = optionsOf(input.words, 'lwc');
  const counts = (text: string): string =>
    [
      ...(flags.has('l') || flags.size === 0 ? [linesOf(text).length] : []),
      ...(flags.has('w') || flags.size === 0 ? [text.split(/\s+/).filter((word) => word !== '').length] : []),
      ...(flags.has('c') || flags.size === 0 ? [text.length] : []),
    ].join(' ');
  if (rest.length === 0) return `${counts(inputOf(input, []))}\n`;
  return joined(rest.map((path) => `${counts(textAt(input.tree, path))} ${path}`));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sort: Command = (input) => {
  const { flags, rest } = optionsOf(input.words, 'nru');
  const leading = (line: string): number => Number(/^\s*-?\d+(?:\.\d+)?/.exec(line)?.[0] ?? 0);
  const lines = linesOf(inputOf(input, rest)).sort((a, b) =>
    flags.has('n') && leading(a) !== leading(b) ? leading(a) - leading(b) : compare(a, b),
  );
  if (flags.has('r')) lines.reverse();
  return joined(flags.has('u') ? [...new Set(lines)] : lines);
};

const uniq: Command = (input) => {
  const { flags, rest } = optionsOf(input.words, 'c');
  const runs: { line: string; count: number }[] = [];
  for (const line of linesOf(inputOf(input, rest))) {
    const last = runs.at(-1);
    if (last?.line === line) last.count += 1;
    else runs.push({ line, count: 1 });
  }
  return joined(runs.map(({ line, count }) => (flags.has('c') ? `${count} ${line}` : line)));
};

const cut: Command = (input) => {
  const { values, rest } = optionsOf(input.words, '', 'df');
  const field = wholeNumber(values.get('f'), 0);
  if (field < 1) throw new WorldError('-f needs the number of one field, from 1');
  return joined(linesOf(inputOf(input, rest)).map((line) => line.split(values.get('d') ?? '\t')[field - 1] ?? ''));
};

/** Commands that only read. */
export const textCommands: Readonly<Record<string, Command>> = {
  cat: (input) => inputOf(input, optionsOf(input.words, '').rest),
  cut,
  echo: ({ words }) => `${words.join(' ')}\n`,
  grep,
  head: headOrTail((lines, count) => lines.slice(0, count)),
  sort,
  tail: headOrTail((lines, count) => (count === 0 ? [] : lines.slice(-count))),
  uniq,
  wc,
};
