import { realpathSync } from 'node:fs';
import type { Wall } from './child-process.ts';

const quoted = (path: string): string => JSON.stringify(path);

/**
 * Puts the child under Apple's sandbox with a profile that denies by default: it may run Node itself, read the system's libraries
 * and its own files, and nothing else; no network, no other program, no written file.
 */
export const appleWall = (): Wall => ({
  filter: null,
  command: ({ node, readable, nodeArgs }) => {
    const program = realpathSync(node);
    const own = [program, ...readable.map((path) => realpathSync(path))].map((path) => `(subpath ${quoted(path)})`).join(' ');
    const profile = [
      '(version 1)',
      '(deny default)',
      `(allow process-exec (literal ${quoted(program)}))`,
      '(allow sysctl-read)',
      '(allow mach-lookup (global-name "com.apple.system.logger"))',
      '(allow file-read-metadata)',
      `(allow file-read* (subpath "/usr/lib") (subpath "/System") (subpath "/private/var/db/dyld") (literal "/dev/urandom") (literal "/dev/null") (literal "/") ${own})`,
      '(allow file-write-data (literal "/dev/null"))',
    ].join('\n');
    return { file: '/usr/bin/sandbox-exec', args: ['-p', profile, program, ...nodeArgs] };
  },
});
