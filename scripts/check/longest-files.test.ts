import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { longestFiles } from './longest-files.ts';

test('longest source files come first; tests, fixtures and generated files do not count', async () => {
  const tree = await mkdtemp(join(tmpdir(), 'longest-'));
  const lines = {
    'cli/src/a.ts': 3,
    'engine/src/kit/b.ts': 9,
    'engine/src/kit/b.test.ts': 50,
    'engine/src/generated/c.ts': 50,
    'engine/src/providers/x/fixtures/d.ts': 50,
    'spec/src/e.ts': 9,
    'spec/src/f.json': 50,
  };
  for (const [file, count] of Object.entries(lines)) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), 'line\n'.repeat(count));
  }
  expect(await longestFiles(tree, 2)).toEqual([
    { file: 'engine/src/kit/b.ts', lines: 9 },
    { file: 'spec/src/e.ts', lines: 9 },
  ]);
  await rm(tree, { recursive: true });
});
