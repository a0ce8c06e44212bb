import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { TestContext } from 'vitest';

/** A file system of 1 MB on a folder, which `grow` makes large; the test is skipped where that needs rights it does not have. */
export const openSmallDisk = async (context: TestContext, folder: string) => {
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a small file system needs root: run the tests as root in a container');
  }
  return {
    grow: () => void execFileSync('mount', ['-o', 'remount,size=200m', folder]),
    close: () => void execFileSync('umount', [folder]),
  };
};
