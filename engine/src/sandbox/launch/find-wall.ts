import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { appleWall } from './apple-sandbox.ts';
import { bubblewrapWall } from './bubblewrap.ts';
import type { Wall } from './child-process.ts';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export type FoundWall = { wall: Wall } | { missing: string; remedy: string };

/** The wall that this operating system offers, not yet tried. */
export const findWall = (path = process.env.PATH ?? ''): FoundWall => {
  if (process.platform === 'darwin')
    return isProgram('/usr/bin/sandbox-exec')
      ? { wall: appleWall() }
      : { missing: 'this macOS has no sandbox-exec', remedy: 'use a macOS that has it' };
  if (process.platform !== 'linux')
    return { missing: `there is none for ${process.platform}`, remedy: 'run BenchLoop on Linux, under WSL2 or on macOS' };
  const bubblewrap = path
    .split(delimiter)
    .map((folder) => join(folder, 'bwrap'))
    .find(isProgram);
  if (bubblewrap === undefined) return { missing: 'bwrap is not installed', remedy: 'install bubblewrap (`apt-get install bubblewrap`)' };
  const wall = bubblewrapWall(bubblewrap);
  return wall === null
    ? { missing: `there is no filter for ${process.arch}`, remedy: 'use a machine with an x64 or arm64 processor' }
    : { wall };
};
