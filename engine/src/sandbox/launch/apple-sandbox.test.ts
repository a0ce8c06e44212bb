import { realpathSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appleProfile, appleWall } from './apple-sandbox.ts';

type Form = string | Form[];

/** Reads a profile as its language is read: lists, words, and strings with `\` before the next character. */
const read = (text: string): Form[] => {
  const open: Form[][] = [[]];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/gsu)) {
    if (token === '(') open.push([]);
    else if (token === ')') {
      const list = open.pop() ?? [];
      open.at(-1)?.push(list);
    } else open.at(-1)?.push(token.startsWith('"') ? `"${token.slice(1, -1).replaceAll(/\\(.)/gsu, '$1')}` : token);
  }
  expect(open).toHaveLength(1);
  return open[0] ?? [];
};

const rules = (text: string): string[] => read(text).map((rule) => (Array.isArray(rule) ? rule.slice(0, 2).flat().join(' ') : rule));
const plain = appleProfile('/opt/node/bin/node', ['/srv/program']);

test('everything is denied but Node, its own files and the system’s libraries', () => {
  expect(rules(plain)).toEqual([
    'version 1',
    'deny default',
    'deny network*',
    'deny process-fork',
    'allow process-exec',
    'allow process-info*',
    'allow signal',
    'allow sysctl-read',
    'allow mach-lookup',
    'allow file-read-metadata',
    'allow file-read*',
    'allow file-write-data',
  ]);
  const reads = read(plain).find((rule) => rule[1] === 'file-read*');
  expect(reads).toContainEqual(['subpath', '"/srv/program']);
  expect(plain).not.toMatch(/"\/(?:Users|home|private\/tmp|private\/var|tmp|etc)"/u);
  expect(plain).not.toContain('homebrew');
});

test('the libraries of a Node of Homebrew can be read', () => {
  expect(appleProfile('/opt/homebrew/Cellar/node/24/bin/node', [])).toContain('(subpath "/opt/homebrew/opt")');
});

test('no path becomes a rule', () => {
  const nasty = fc.array(fc.constantFrom('"', '\\', ')', '(', ' ', ';', '#', 'allow default', 'é', '\u2028', '/'), { maxLength: 12 });
  fc.assert(
    fc.property(nasty, (parts) => {
      const path = `/srv/${parts.join('')}`;
      const profile = appleProfile('/opt/node/bin/node', [path]);
      expect(rules(profile)).toEqual(rules(plain));
      expect(read(profile).find((rule) => rule[1] === 'file-read*')).toContainEqual(['subpath', `"${path}`]);
    }),
  );
  expect(() => appleProfile('/opt/a\nb', [])).toThrow('control character');
});

test('the command runs Node itself under the profile', () => {
  const { file, args, end } = appleWall().command({ node: process.execPath, readable: [], nodeArgs: ['child.js'], folder: '/x' });
  const node = realpathSync(process.execPath);
  expect([file, args[0], ...args.slice(2), end]).toEqual(['/usr/bin/sandbox-exec', '-p', node, 'child.js', undefined]);
});
