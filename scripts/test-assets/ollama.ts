import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { ollamaFolder, ollamaProgram, ollamaVersion } from './paths.ts';
import { runProgram } from './run-program.ts';

/**
 * Without such flags the wide instructions stay unused, and it decodes fifty times slower. A cache may move to another machine,
 * so x64 gets the instructions that all processors of the last ten years have; `native` also does not link where there is AMX.
 */
const compilerFlags = `-O3 -march=${process.arch === 'x64' ? 'x86-64-v3' : 'native'}`;
const audioPackage = 'miniaudio==1.61';
const debianPackages = ['nlohmann-json3-dev', 'libstb-dev'];

const firstWith = async (folder: string, start: string): Promise<string> => {
  const name = (await readdir(folder)).find((entry) => entry.startsWith(start));
  if (name === undefined) throw new Error(`${start} was expected among the downloads`);
  return join(folder, name);
};

/** Unpacked into our own folder, so nothing is installed and nobody has to be root. */
const addDebianHeaders = async (downloads: string, include: string): Promise<void> => {
  for (const name of debianPackages) {
    await runProgram('apt-get', ['download', '-qq', name], { cwd: downloads });
    await runProgram('dpkg-deb', ['-x', await firstWith(downloads, `${name}_`), join(downloads, 'root')]);
  }
  await cp(join(downloads, 'root', 'usr', 'include'), include, { recursive: true });
};

const addAudioHeader = async (downloads: string, include: string): Promise<void> => {
  const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '-d', downloads, audioPackage];
  await runProgram('python3', args);
  await runProgram('tar', ['-xzf', await firstWith(downloads, 'miniaudio-'), '-C', join(downloads, 'root'), '--strip-components=1']);
  await mkdir(join(include, 'miniaudio'), { recursive: true });
  await cp(join(downloads, 'root', 'miniaudio', 'miniaudio.h'), join(include, 'miniaudio', 'miniaudio.h'));
};

/** The module's archive leaves out the headers that its source tree vendors. */
const addHeaders = async (work: string): Promise<string> => {
  const [downloads, include] = [join(work, 'downloads'), join(work, 'include')];
  await rm(downloads, { recursive: true, force: true });
  await mkdir(join(downloads, 'root'), { recursive: true });
  await addDebianHeaders(downloads, include);
  await addAudioHeader(downloads, include);
  return include;
};

const compile = async (work: string, include: string): Promise<void> => {
  setPriority(0, constants.priority.PRIORITY_LOW);
  const env = {
    ...process.env,
    GOPATH: join(work, 'go'),
    GOCACHE: join(work, 'cache'),
    GOBIN: join(work, 'bin'),
    GOFLAGS: '-p=1 -modcacherw',
    CGO_ENABLED: '1',
    CGO_CPPFLAGS: `-I${include}`,
    CGO_CFLAGS: compilerFlags,
    CGO_CXXFLAGS: compilerFlags,
  };
  await runProgram('go', ['install', `github.com/ollama/ollama@v${ollamaVersion}`], { env });
};

export const hasOllama = (): boolean => existsSync(ollamaProgram());

/**
 * Builds Ollama for the CPU from the Go module proxy: about 15 minutes on two cores, with Go 1.24 or later, a C++ compiler and
 * Debian's package lists. A build that was stopped goes on where it was.
 */
export const buildOllama = async (say: (line: string) => void): Promise<void> => {
  if (hasOllama()) return say(`Ollama ${ollamaVersion}: in the cache`);
  say(`Ollama ${ollamaVersion}: building, which takes about 15 minutes on two cores`);
  const work = join(ollamaFolder(), 'build');
  await mkdir(work, { recursive: true });
  await compile(work, await addHeaders(work));
  await rename(join(work, 'bin', 'ollama'), ollamaProgram());
  await rm(work, { recursive: true });
  say(`Ollama ${ollamaVersion}: built`);
};
