import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findEntries } from './find-entries.ts';

const made: string[] = [];
const makeTree = async (files: Record<string, string>): Promise<string> => {
  const tree = await mkdtemp(join(tmpdir(), 'entries-'));
  made.push(tree);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  return tree;
};
const starts = (file: string) => `startWorker(new URL('${file}', import.meta.url));\n`;

afterEach(async () => {
  for (const tree of made.splice(0)) await rm(tree, { recursive: true });
});

test('worker and child files are found by the URL that names them', async () => {
  const tree = await makeTree({
    'engine/src/kit/a.ts': starts('./wire-worker.ts'),
    'engine/src/providers/x/b.ts': `startChild(\n  new URL("../../kit/engine-child.ts", import.meta.url),\n);\nnew URL('https://localhost', base);\n`,
    'engine/src/kit/a.test.ts': starts('./test-only.ts'),
  });
  expect(await findEntries(tree, ['engine/src', 'cli/src'])).toEqual({
    'wire-worker': 'engine/src/kit/wire-worker.ts',
    'engine-child': 'engine/src/kit/engine-child.ts',
  });
});

test('two entries of one base name are refused', async () => {
  const tree = await makeTree({ 'engine/src/a/a.ts': starts('./worker.ts'), 'engine/src/b/b.ts': starts('./worker.ts') });
  await expect(findEntries(tree, ['engine/src'])).rejects.toThrow('same base name');
});

test('a data file that the bundle would not hold is refused', async () => {
  const tree = await makeTree({ 'engine/src/a.ts': `readFileSync(new URL('./words.txt', import.meta.url));\n` });
  await expect(findEntries(tree, ['engine/src'])).rejects.toThrow('import it instead');
});
