import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError } from '@benchloop/spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addToList } from './add-to-list.ts';
import { kinds, type Kind } from './kinds.ts';
import { scaffold } from './scaffold.ts';

const kindNamed = (name: string): Kind => {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
};

describe('adding to a list', () => {
  const header = `import type { Suite } from '@benchloop/spec';\n`;
  const declaration = 'export const suites: readonly (() => Suite)[] =';

  test.each([
    ['an empty list', `${header}\n${declaration} [];\n`],
    ['an empty list over two lines', `${header}\n${declaration} [\n];\n`],
  ])('%s', (_name, text) => {
    const result = addToList(text, kindNamed('suite'), 'tool-call');
    expect(result).toBe(
      `${header}import { createToolCallSuite } from './tool-call/suite.ts';\n\n${declaration} [\n  createToolCallSuite,\n];\n`,
    );
  });

  test('entries and imports stay sorted, whatever the order of adding', () => {
    const add = (ids: string[]) => ids.reduce((text, id) => addToList(text, kindNamed('suite'), id), `${header}\n${declaration} [];\n`);
    expect(add(['b', 'c', 'a'])).toBe(add(['a', 'b', 'c']));
    expect(add(['b', 'a'])).toContain('  createASuite,\n  createBSuite,\n');
  });

  test('a list of another form is refused', () => {
    expect(() => addToList('export const suites = new Map();\n', kindNamed('suite'), 'a')).toThrow('holds no list');
  });
});

describe('scaffold', () => {
  let tree = '';
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  };

  beforeEach(async () => {
    tree = await mkdtemp(join(tmpdir(), 'new-'));
    await write(
      'engine/src/scorers/_blueprint/scorer.ts',
      `const blueprintId = 'blueprint';\nexport const createBlueprintScorer = () => ({ id: blueprintId });\n`,
    );
    await write('engine/src/scorers/index.ts', `export const scorers: readonly (() => object)[] = [];\n`);
    await write('cli/src/commands/_blueprint/blueprint.ts', `import { a } from '../command.ts';\nimport { b } from '../../screen/b.ts';\n`);
    await write('cli/src/commands/index.ts', `export const commands: readonly (() => object)[] = [];\n`);
  });
  afterEach(async () => rm(tree, { recursive: true }));

  test('copies the blueprint under the new name and adds it to the list', async () => {
    expect(await scaffold(tree, ['scorer', 'near-miss'])).toEqual([
      'engine/src/scorers/near-miss/scorer.ts',
      'engine/src/scorers/index.ts',
    ]);
    expect(await readFile(join(tree, 'engine/src/scorers/near-miss/scorer.ts'), 'utf8')).toBe(
      `const nearMissId = 'near-miss';\nexport const createNearMissScorer = () => ({ id: nearMissId });\n`,
    );
    expect(await readFile(join(tree, 'engine/src/scorers/index.ts'), 'utf8')).toContain('  createNearMissScorer,\n');
  });

  test('a command is one file, with its imports one folder up', async () => {
    expect(await scaffold(tree, ['command', 'ping'])).toEqual(['cli/src/commands/ping.ts', 'cli/src/commands/index.ts']);
    expect(await readFile(join(tree, 'cli/src/commands/ping.ts'), 'utf8')).toBe(
      `import { a } from './command.ts';\nimport { b } from '../screen/b.ts';\n`,
    );
  });

  test.each([
    [[], 'no kind'],
    [['widget', 'x'], 'no kind "widget"'],
    [['scorer'], 'no id'],
    [['scorer', 'Upper'], '"Upper" cannot'],
    [['scorer', '../outside'], '"../outside" cannot'],
    [['scorer', 'two--hyphens'], 'cannot'],
    [['scorer', '1st'], 'cannot'],
    [['scorer', 'blueprint'], 'cannot'],
    [['scorer', 'x'.repeat(41)], 'cannot'],
  ])('%j is refused with one message, and nothing is written', async (args, message) => {
    const refused = await scaffold(tree, args).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(refused).toMatchObject({ message: expect.stringContaining(message), exitCode: 2 });
    expect(await readFile(join(tree, 'engine/src/scorers/index.ts'), 'utf8')).toContain('= [];');
  });

  test('an existing one is never overwritten', async () => {
    await scaffold(tree, ['scorer', 'near-miss']);
    await expect(scaffold(tree, ['scorer', 'near-miss'])).rejects.toThrow('exists already');
    await scaffold(tree, ['command', 'ping']);
    await expect(scaffold(tree, ['command', 'ping'])).rejects.toThrow('exists already');
  });
});
