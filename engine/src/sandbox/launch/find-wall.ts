import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { appleWall } from './apple-sandbox.ts';
import { bubblewrapWall } from './bubblewrap.ts';
import type { FoundWall } from './child-process.ts';
import { prepareContainerWall } from './container.ts';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where a program of the system is; undefined = nowhere. */
const programIn = (path: string, name: string): string | undefined =>
  path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

/** The wall that this operating system offers, not yet tried. */
export const findWall = (path = process.env.PATH ?? ''): FoundWall => {
  if (process.platform === 'darwin')
    return isProgram('/usr/bin/sandbox-exec')
      ? { wall: appleWall() }
      : { missing: 'this macOS has no sandbox-exec', remedy: 'use a macOS that has it' };
  if (process.platform !== 'linux')
    return { missing: `there is none for ${process.platform}`, remedy: 'run BenchLoop on Linux, under WSL2 or on macOS' };
  const bubblewrap = programIn(path, 'bwrap');
  if (bubblewrap === undefined) return { missing: 'bwrap is not installed', remedy: 'install bubblewrap (`apt-get install bubblewrap`)' };
  const wall = bubblewrapWall(bubblewrap);
  return wall === null
    ? { missing: `there is no filter for ${process.arch}`, remedy: 'use a machine with an x64 or arm64 processor' }
    : { wall };
};

const containerEngines = ['podman', 'docker'] as const;

/** The wall of the first container engine that works here, not yet tried. Elsewhere than on Linux its programs are not this machine's. */
export const findContainerWall = async (path = process.env.PATH ?? ''): Promise<FoundWall> => {
  let found: FoundWall = { missing: 'neither podman nor docker is installed', remedy: 'install one of them, or bubblewrap' };
  if (process.platform !== 'linux') return { missing: `it is not used on ${process.platform}`, remedy: 'run BenchLoop on Linux' };
  for (const name of containerEngines) {
    const engine = programIn(path, name);
    if (engine !== undefined) found = await prepareContainerWall(engine);
    if ('wall' in found) return found;
  }
  return found;
};
