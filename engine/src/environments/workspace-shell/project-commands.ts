import { WorldError } from '../../kit/world/world.ts';
import { linesOf, type Command } from './text-commands.ts';
import { put, textAt } from './tree.ts';

const modulus = 9973;

/** A number of up to four digits that depends on each letter of a text and on its place. */
const seal = (text: string): number => {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum + (at + 1) * text.charCodeAt(at)) % modulus;
  return sum;
};

/** Holds MANIFEST.txt (lines "PATH COUNT") against the files below src and names the first difference. */
const check: Command = ({ tree }) => {
  const listed = new Map(linesOf(textAt(tree, 'MANIFEST.txt')).map((line) => line.split(' ') as [string, string]));
  const sources = [...tree.files.keys()].filter((path) => path.startsWith('src/')).sort();
  const missing = sources.find((path) => !listed.has(path));
  if (missing !== undefined) throw new WorldError(`${missing} is not in MANIFEST.txt`);
  const stale = [...listed.keys()].find((path) => !tree.files.has(path));
  if (stale !== undefined) throw new WorldError(`MANIFEST.txt names ${stale}, which does not exist`);
  const wrong = sources.find((path) => listed.get(path) !== String(linesOf(textAt(tree, path)).length));
  if (wrong !== undefined)
    throw new WorldError(`${wrong} has ${linesOf(textAt(tree, wrong)).length} lines, MANIFEST.txt says ${listed.get(wrong)}`);
  return `fine, seal ${seal(sources.map((path) => textAt(tree, path)).join(''))}\n`;
};

/** Builds one target of the folder targets into the folder out, once all that it needs is built. */
const build: Command = ({ tree, words }) => {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0) throw new WorldError('give the name of one target');
  const recipe = textAt(tree, `targets/${name}.txt`);
  const needs = (linesOf(recipe)[0] ?? '')
    .replace(/^needs:/, '')
    .split(' ')
    .filter((need) => need !== '' && need !== 'none');
  const absent = needs.find((need) => !tree.files.has(`out/${need}.txt`));
  if (absent !== undefined) throw new WorldError(`${name} needs something that is not built yet`);
  const number = seal(recipe + needs.map((need) => textAt(tree, `out/${need}.txt`)).join(''));
  put(tree, `out/${name}.txt`, `${name} ${number}\n`);
  return `built ${name}, seal ${number}\n`;
};

/** Commands of the project that lies in the workspace. */
export const projectCommands: Readonly<Record<string, Command>> = { build, check };
