import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { lstatSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundWall, Wall } from './child-process.ts';
import { emptyImage } from './empty-image.ts';
import { seccompProfile } from './seccomp.ts';

/** Made on this machine from folders without files, so nothing is downloaded. The number changes with what is in it. */
export const containerImage = 'localhost/benchloop-sandbox:1';

const patienceMs = 30_000;
const temporaryBytes = 16 * 1024 ** 2;
/** Of the whole container: Node, its workers and their guests. */
const memoryBytes = 4 * 1024 ** 3;
const mostProcesses = 128;
const nobody = '65534:65534';

/** Folders beside `/usr` that a program of the system needs. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];

const exists = (path: string): boolean => {
  try {
    return lstatSync(path) !== undefined;
  } catch {
    return false;
  }
};

const limits = [
  '--network none --read-only --cap-drop ALL --hostname sandbox --log-driver none --pull never --workdir /tmp'.split(' '),
  ['--user', nobody, '--pids-limit', String(mostProcesses), '--memory', String(memoryBytes), '--memory-swap', String(memoryBytes)],
  ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=512:512', '--ulimit', 'core=0:0'],
  ['--tmpfs', `/tmp:rw,nosuid,nodev,noexec,size=${temporaryBytes}`],
].flat();

/** The mount's text is a list of comma-separated values, so a path with a comma or a quote could say more than a path. */
const mountOf = (path: string): string[] => {
  if (/[,"\n]/u.test(path)) throw new Error(`a container cannot be given ${JSON.stringify(path)}`);
  return ['--mount', `type=bind,source=${path},target=${path},readonly`];
};

/**
 * Puts the child into a container of Podman or Docker: no network, no capability, a seccomp filter that denies processes and sockets,
 * limits of memory and threads, and only the system's programs and the child's files, none of which can be changed. Null = this
 * architecture has no filter.
 */
export const containerWall = (engine: string): Wall | null => {
  const profile = seccompProfile(process.arch);
  if (profile === null) return null;
  return {
    filter: null,
    command: ({ node, readable, nodeArgs, folder }) => {
      const name = `benchloop-sandbox-${randomUUID()}`;
      const profileFile = join(folder, 'seccomp.json');
      writeFileSync(profileFile, profile);
      const program = realpathSync(node);
      const own = [program, ...readable.map((path) => realpathSync(path))].filter((path) => !path.startsWith('/usr/'));
      return {
        file: engine,
        args: [
          ['run', '--rm', '--interactive', '--name', name, ...limits],
          ['--security-opt', 'no-new-privileges', '--security-opt', 'label=disable', '--security-opt', `seccomp=${profileFile}`],
          [...systemFolders.filter(exists), ...own].flatMap(mountOf),
          // The engines set variables of their own.
          [containerImage, '/usr/bin/env', '-i', program, ...nodeArgs],
        ].flat(),
        // The container is no child of the command that runs it.
        end: { file: engine, args: ['rm', '--force', name] },
      };
    },
  };
};

const ask = (engine: string, args: readonly string[], input?: Buffer): Promise<string | null> =>
  new Promise((resolve) => {
    const child = execFile(engine, args, { timeout: patienceMs, killSignal: 'SIGKILL' }, (error, _stdout, complaints) =>
      resolve(error === null ? null : (complaints.trim().split('\n').at(-1) ?? '') || error.message),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });

/** The wall of a container engine, with its image made; not yet tried. `engine` is the program's path. */
export const prepareContainerWall = async (engine: string): Promise<FoundWall> => {
  const wall = containerWall(engine);
  if (wall === null) return { missing: `there is no filter for ${process.arch}`, remedy: 'use a machine with an x64 or arm64 processor' };
  const isThere = (await ask(engine, ['image', 'inspect', containerImage])) === null;
  const fault = isThere ? null : await ask(engine, ['import', '-', containerImage], emptyImage());
  return fault === null
    ? { wall }
    : { missing: `${engine} does not work: ${fault.slice(0, 300)}`, remedy: `see that \`${engine} info\` works for this user` };
};
