import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { mendCommand, staleFiles, writeGeneratedFiles } from './generated-files.ts';
import { jsonSchemaFiles } from './json-schemas.ts';
import { computeSourceDigests, sourceFilesOf } from './source-digests.ts';

const made: string[] = [];

const makeTree = async (files: Record<string, string>): Promise<string> => {
  const tree = await mkdtemp(join(tmpdir(), 'generate-'));
  made.push(tree);
  for (const [file, text] of Object.entries({ ...base, ...files })) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  return tree;
};

const base: Record<string, string> = {
  'README.md': '# Title\n',
  'engine/package.json': '{"dependencies":{"left":"1.0.0","right":"1.0.0"}}',
  'engine/src/kit/shared.ts': `import { left } from 'left';\nexport const shared = left;\n`,
  'engine/src/kit/types.ts': 'export type Word = string;\n',
  'engine/src/kit/other.ts': 'export const other = 1;\n',
  'engine/src/scorers/exact/scorer.ts': `import type { Word } from '../../kit/types.ts';\nimport { shared } from '../../kit/shared.ts';\nexport const score = (word: Word) => word === shared;\n`,
  'engine/src/scorers/exact/scorer.test.ts': '',
  'engine/src/scorers/_blueprint/scorer.ts': '',
  'engine/src/suites/hello/suite.ts': `import { score } from '../../scorers/exact/scorer.ts';\nexport const suite = score;\n`,
  'engine/src/suites/hello/tasks/one.yaml': 'id: one\n',
};

afterEach(async () => {
  for (const tree of made.splice(0)) await rm(tree, { recursive: true });
});

test('committed generated files are current', async () => {
  expect(await staleFiles(root), `these files are stale; ${mendCommand} writes them again`).toEqual([]);
});

test('stale files are found, written and then current', async () => {
  const tree = await makeTree({});
  expect(await staleFiles(tree)).toHaveLength(7);
  expect(await writeGeneratedFiles(tree)).toContain('engine/src/generated/source-digests.ts');
  expect(await staleFiles(tree)).toEqual([]);
  await writeFile(join(tree, 'engine/src/scorers/exact/scorer.ts'), 'export const score = () => true;\n');
  expect(await staleFiles(tree)).toEqual(['engine/src/generated/source-digests.ts']);
});

describe('source digests', () => {
  const digestsWith = async (files: Record<string, string>) => computeSourceDigests(await makeTree(files));

  test('name every entry and no blueprint', async () => {
    const digests = await digestsWith({});
    expect(Object.keys(digests.scorers)).toEqual(['exact']);
    expect(Object.keys(digests.suites)).toEqual(['hello']);
    expect(digests.scorers['exact']).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test.each([
    ['its source', 'engine/src/scorers/exact/scorer.ts', 'export const score = () => true;\n'],
    ['a shared file that it imports', 'engine/src/kit/shared.ts', 'export const shared = 2;\n'],
    ['the version of a package that it imports', 'engine/package.json', '{"dependencies":{"left":"1.0.1","right":"1.0.0"}}'],
  ])('change with %s, for the scorer and the suite that uses it', async (_what, file, text) => {
    const [before, after] = [await digestsWith({}), await digestsWith({ [file]: text })];
    expect(after.scorers['exact']).not.toBe(before.scorers['exact']);
    expect(after.suites['hello']).not.toBe(before.suites['hello']);
  });

  describe('follow what is started as a process of its own', () => {
    const entry = 'engine/src/kit/entry.ts';
    const child = 'engine/src/kit/judge-entry.ts';
    const starting: Record<string, string> = {
      [entry]: `export const startChild = (source: URL) => source;\n`,
      'engine/src/scorers/exact/scorer.ts': `import { startChild } from '../../kit/entry.ts';\nexport const score = 1;\nexport const child = () =>\n  startChild(\n    new URL('../../kit/judge-entry.ts', import.meta.url),\n  );\nexport const table = new URL("./table.csv", import.meta.url);\nexport const folder = new URL('..', import.meta.url);\nexport const gone = new URL('./gone.ts', import.meta.url);\n`,
      'engine/src/scorers/exact/table.csv': 'a,b\n',
      [child]: `import { deep } from './deep.ts';\nnew Worker(new URL('./judge-worker.ts', import.meta.url));\npostMessage(deep);\n`,
      'engine/src/kit/deep.ts': 'export const deep = 1;\n',
      'engine/src/kit/judge-worker.ts': `import { right } from 'right';\npostMessage(right);\n`,
    };

    test.each([
      ['the process', child, 'postMessage(2);\n'],
      ['what the process imports', 'engine/src/kit/deep.ts', 'export const deep = 2;\n'],
      ['a thread that the process starts', 'engine/src/kit/judge-worker.ts', 'postMessage(2);\n'],
      ['a package that this thread imports', 'engine/package.json', '{"dependencies":{"left":"1.0.0","right":"2.0.0"}}'],
    ])('%s', async (_what, file, text) => {
      const [before, after] = [await digestsWith(starting), await digestsWith({ ...starting, [file]: text })];
      expect(after.scorers['exact']).not.toBe(before.scorers['exact']);
      expect(after.suites['hello']).not.toBe(before.suites['hello']);
    });

    test('and nothing that is not named', async () => {
      const more = {
        'engine/src/kit/judge-other.ts': 'postMessage(3);\n',
        'engine/src/scorers/exact/scorer.test.ts': `new URL('../../kit/other.ts', import.meta.url);\n`,
      };
      expect(await digestsWith({ ...starting, ...more })).toEqual(await digestsWith(starting));
    });
  });

  test('the process of the world of databases is a part of the suite agent', async () => {
    const files = await sourceFilesOf(root, 'suites/agent');
    for (const name of ['database-process', 'database-entry', 'database-watchdog', 'engine', 'authorizer'])
      expect(files).toContain(`engine/src/environments/database/${name}.ts`);
  });

  test('change with a data file of the suite only for the suite', async () => {
    const [before, after] = [await digestsWith({}), await digestsWith({ 'engine/src/suites/hello/tasks/one.yaml': 'id: two\n' })];
    expect(after.suites).not.toEqual(before.suites);
    expect(after.scorers).toEqual(before.scorers);
  });

  test.each([
    ['a test', 'engine/src/scorers/exact/scorer.test.ts', 'export {};\n'],
    ['a file that only lends a type', 'engine/src/kit/types.ts', '/** A word. */\nexport type Word = string;\n'],
    ['a file that nobody imports', 'engine/src/kit/other.ts', 'export const other = 2;\n'],
    ['a package that it does not import', 'engine/package.json', '{"dependencies":{"left":"1.0.0","right":"2.0.0"}}'],
    ['line ends', 'engine/src/suites/hello/tasks/one.yaml', 'id: one\r\n'],
  ])('stay with %s', async (_what, file, text) => {
    expect(await digestsWith({ [file]: text })).toEqual(await digestsWith({}));
  });
});

describe('published schemas', () => {
  const compile = (name: string) => {
    const text = jsonSchemaFiles().get(`spec/schema/${name}.schema.json`);
    return new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text ?? 'null') as object);
  };
  const failure = {
    type: 'failure',
    at: 1,
    turn: 0,
    attempt: 0,
    error: { kind: 'timeout', message: 'no reply', hint: 'try again', status: null, retryAfterMs: null },
  };

  test.each(['run', 'submission', 'trial', 'trace'])('%s is a valid schema of draft 2020-12', (name) => {
    expect(compile(name)({})).toBe(false);
  });

  test('trace accepts a line that the product writes and rejects an unknown kind of error', () => {
    const validate = compile('trace');
    expect(validate(failure)).toBe(true);
    expect(validate({ ...failure, error: { ...failure.error, kind: 'gremlins' } })).toBe(false);
  });
});
