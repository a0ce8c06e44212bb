import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import type { Wall } from './child-process.ts';
import { seccompFilter } from './seccomp.ts';

const temporaryBytes = 16 * 1024 ** 2;

/** Folders beside `/usr` that a program of the system needs; on most systems they are links into it. */
const systemFolders = ['bin', 'sbin', 'lib', 'lib32', 'lib64'];

const mountOf = (name: string): string[] => {
  const path = `/${name}`;
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
};

/**
 * Puts the child behind namespaces of its own and a seccomp filter: no network, no process, an empty machine of system programs
 * that cannot be changed, and the files that it has to read. Null = this architecture has no filter.
 */
export const bubblewrapWall = (bubblewrap: string): Wall | null => {
  const filter = seccompFilter(process.arch);
  if (filter === null) return null;
  return {
    filter,
    command: ({ node, readable, nodeArgs }) => {
      const own = [realpathSync(node), ...readable.map((path) => realpathSync(path))].filter((path) => !path.startsWith('/usr/'));
      return {
        file: bubblewrap,
        args: [
          '--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv --hostname sandbox --uid 65534 --gid 65534'.split(' '),
          ['--ro-bind', '/usr', '/usr', ...systemFolders.flatMap(mountOf), '--proc', '/proc', '--dev', '/dev'],
          ['--size', String(temporaryBytes), '--tmpfs', '/tmp'],
          own.flatMap((path) => ['--ro-bind', path, path]),
          ['--chdir', '/tmp', '--seccomp', '3', realpathSync(node), ...nodeArgs],
        ].flat(),
      };
    },
  };
};
