import { realpathSync } from 'node:fs';
import type { Wall } from './child-process.ts';

/** A string of the profile's language, in which `"` and `\` are written as in JSON. */
const quoted = (path: string): string => {
  if ([...path].some((character) => character < ' ')) throw new Error('the path of a program holds a control character');
  return JSON.stringify(path);
};

/** Homebrew's Node is linked to libraries that stand beside it, below one of these roots. */
const librariesBeside = (program: string): string[] =>
  ['/opt/homebrew', '/usr/local']
    .filter((root) => program.startsWith(`${root}/Cellar/`))
    .flatMap((root) => [`${root}/Cellar`, `${root}/opt`]);

/** Of the system: its libraries, where dyld keeps them since macOS 13 and before, and devices without content of anybody. */
const systemReads = [
  '(subpath "/usr/lib") (subpath "/System") (subpath "/private/preboot/Cryptexes") (subpath "/private/var/db/dyld")',
  '(literal "/") (literal "/dev/null") (literal "/dev/random") (literal "/dev/urandom")',
].join(' ');

/** A profile in the language of Apple's `sandbox-exec`, in which the last rule that fits counts (Apple Sandbox Guide 1.0). */
export const appleProfile = (program: string, readable: readonly string[]): string =>
  [
    '(version 1)',
    '(deny default)',
    // Not all operations are covered by the default.
    '(deny network*)',
    '(deny process-fork)',
    `(allow process-exec (literal ${quoted(program)}))`,
    '(allow process-info* (target self))',
    '(allow signal (target self))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.logger"))',
    '(allow file-read-metadata)',
    `(allow file-read* ${systemReads} ${[program, ...librariesBeside(program), ...readable].map((path) => `(subpath ${quoted(path)})`).join(' ')})`,
    '(allow file-write-data (literal "/dev/null"))',
  ].join('\n');

/**
 * Puts the child under Apple's sandbox with a profile that denies by default: it may run Node itself, read the system's libraries
 * and its own files, and nothing else; no network, no other program, no written file. Written from what is published about the
 * language; we have not run it on a Mac. Like every wall it is used only where its self-test passes.
 */
export const appleWall = (): Wall => ({
  filter: null,
  command: ({ node, readable, nodeArgs }) => {
    const program = realpathSync(node);
    const profile = appleProfile(
      program,
      readable.map((path) => realpathSync(path)),
    );
    return { file: '/usr/bin/sandbox-exec', args: ['-p', profile, program, ...nodeArgs] };
  },
});
