import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const docs = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/app.md',
  'docs/own-suites.md',
  '.github/pull_request_template.md',
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

/** Headings as the anchors that links use. */
const anchorsOf = (file: string): string[] =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(docs)('%s', (file) => {
  const text = read(file);

  test('names only scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([a-z][\w-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test('names only commands that exist', () => {
    const named = [...text.matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !existsSync(join(root, `cli/src/commands/${name}.ts`)))).toEqual([]);
  });

  test('links only to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target);
    const broken = targets.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchorsOf(linked).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names only source files that exist', () => {
    const named = [...text.matchAll(/`((?:spec|engine|cli|scripts|tests|docs|\.ci|\.devcontainer)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
