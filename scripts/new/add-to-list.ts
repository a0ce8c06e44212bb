import { factoryName, importLine, type Kind } from './kinds.ts';

const listPattern = /(\] = \[|\[\] = \[)([^\]]*)\]/;
const partImport = /^import \{ create\w+ \} from '\.\/.*';$/;

const bySource = (a: string, b: string): number => {
  const source = (line: string) => line.slice(line.indexOf(' from '));
  return source(a) < source(b) ? -1 : 1;
};

/** Sorts the imports of parts among themselves, after all other imports. */
const withImport = (text: string, line: string): string => {
  const lines = text.split('\n');
  const imports = lines.filter((each) => each.startsWith('import '));
  const parts = [...imports.filter((each) => partImport.test(each)), line].toSorted(bySource);
  const others = imports.filter((each) => !partImport.test(each));
  const rest = lines.filter((each) => !each.startsWith('import '));
  return [...others, ...parts, ...rest].join('\n');
};

/** The list's text with one more entry: its import and its line, both sorted. */
export const addToList = (text: string, kind: Kind, id: string): string => {
  const match = listPattern.exec(text);
  if (match === null) throw new Error(`${kind.folder}/index.ts holds no list of the form "= [createX, createY];"`);
  const [whole, opening = '', inner = ''] = match;
  const entries = [...inner.split(',').map((entry) => entry.trim()), factoryName(kind, id)].filter((entry) => entry !== '');
  const list = `${opening}\n${entries
    .toSorted()
    .map((entry) => `  ${entry},\n`)
    .join('')}]`;
  return withImport(text.replace(whole, list), importLine(kind, id));
};
