import { arch, platform, release, version } from 'node:os';
import type { Machine } from '@benchloop/spec';
import { readText } from './read-text.ts';
import { runCommand } from './run-command.ts';

/** Name of a Linux distribution from the text of os-release; null when it tells none. */
export const parseOsRelease = (text: string): string | null => {
  const values = new Map(
    [...text.matchAll(/^([A-Z_]+)=(?:"([^"\n]*)"|'([^'\n]*)'|(.*))$/gm)].map((match) => [
      match[1] ?? '',
      match[2] ?? match[3] ?? match[4] ?? '',
    ]),
  );
  return values.get('PRETTY_NAME') || values.get('NAME') || null;
};

/** The numbers of a release; what a person may have added behind them is left out. */
export const numericRelease = (text: string): string | null => /^\d+(?:\.\d+)*(?:-\d+)?/.exec(text.trim())?.[0] ?? null;

const linuxDistribution = async (): Promise<string | null> =>
  parseOsRelease((await readText('/etc/os-release')) ?? (await readText('/usr/lib/os-release')) ?? '');

/** Operating system, distribution, release and architecture. */
export const readOperatingSystem = async (): Promise<Machine['os']> => {
  const base = { platform: platform(), architecture: arch(), release: numericRelease(release()) };
  if (base.platform === 'linux') return { ...base, distribution: await linuxDistribution() };
  if (base.platform !== 'darwin') return { ...base, distribution: version() || null };
  return { ...base, distribution: 'macOS', release: numericRelease((await runCommand('sw_vers', ['-productVersion'])) ?? '') };
};
