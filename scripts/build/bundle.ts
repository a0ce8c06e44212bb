import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { findEntries } from './find-entries.ts';
import { bundledLicences } from './licences.ts';
import { shipSandboxFiles } from './sandbox-files.ts';

const shebang = '#!/usr/bin/env node\n';

/** CommonJS packages inside the bundle ask for Node's modules through `require`. */
const banner = `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`;

const runtimeDependencies = async (root: string): Promise<string[]> => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  return Object.keys(dependencies);
};

const withShebang = async (file: string): Promise<void> => {
  const text = await readFile(file, 'utf8');
  if (!text.startsWith('#!')) await writeFile(file, `${shebang}${text}`);
  await chmod(file, 0o755);
};

export type Bundle = { entries: Record<string, string>; outputs: Metafile['outputs'] };

/** Bundles the command line, the library and every thread and child entry, flat, into one folder. */
export const bundle = async (root: string, dist = join(root, 'dist')): Promise<Bundle> => {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const entries = {
    'bench-loop': 'cli/src/main.ts',
    index: 'engine/src/index.ts',
    ...(await findEntries(root, ['cli/src', 'engine/src'])),
  };
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: dist,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    // React has a slow half that only developers of pages need.
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    banner: { js: banner },
    external: await runtimeDependencies(root),
    metafile: true,
    logLevel: 'silent',
  });
  await withShebang(join(dist, 'bench-loop.js'));
  const runtimes = await shipSandboxFiles(root, dist);
  await writeFile(join(dist, 'THIRD-PARTY.txt'), `${await bundledLicences(root, metafile)}${runtimes}`);
  return { entries, outputs: metafile.outputs };
};
