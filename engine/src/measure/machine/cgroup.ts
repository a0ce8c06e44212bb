import { posix } from 'node:path';
import type { Bytes } from '@benchloop/spec';
import { readText } from './read-text.ts';

/** What the container or session may use; null = no limit. */
export type CgroupLimits = { memoryBytes: Bytes | null; quotaCores: number | null };

/** A memory limit in bytes as `memory.max` or `memory.limit_in_bytes` gives it; null for none (`max`, or no number). */
export const parseMemoryLimit = (text: string | null): Bytes | null => {
  if (text === null || !/^\d+$/.test(text.trim())) return null;
  const bytes = Number(text);
  // Version 1 writes "no limit" as the largest multiple of the page size.
  return bytes > 0 && bytes < 2 ** 60 ? bytes : null;
};

/** Cores of a `cpu.max` line such as `150000 100000`; null for none (`max 100000`). */
export const parseCpuMax = (text: string | null): number | null => {
  const match = /^(\d+) (\d+)$/.exec(text?.trim() ?? '');
  const [quota, period] = [Number(match?.[1]), Number(match?.[2])];
  return match && quota > 0 && period > 0 ? quota / period : null;
};

/** This process's group by controller, from /proc/self/cgroup; version 2 is under the empty name. */
export const parseCgroupPaths = (text: string | null): Map<string, string> => {
  const lines = [...(text ?? '').matchAll(/^\d+:([^:\n]*):(\/.*)$/gm)];
  return new Map(lines.flatMap((match) => (match[1] ?? '').split(',').map((name): [string, string] => [name, match[2] ?? '/'])));
};

/** A group and all groups above it, as a limit of any of them holds. */
export const withParents = (path: string): string[] => (path === '/' || path === '.' ? ['/'] : [path, ...withParents(posix.dirname(path))]);

const smallest = (values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const readAll = async (mount: string, path: string | undefined, file: string): Promise<(string | null)[]> =>
  Promise.all(withParents(path ?? '/').map((group) => readText(posix.join(mount, group, file))));

const versionOneQuotas = async (mount: string, path: string | undefined): Promise<(number | null)[]> => {
  const quotas = await readAll(mount, path, 'cpu.cfs_quota_us');
  const periods = await readAll(mount, path, 'cpu.cfs_period_us');
  return quotas.map((quota, at) => parseCpuMax(`${quota ?? ''} ${periods[at] ?? ''}`));
};

/** Limits of the control groups (versions 1 and 2) that hold this process. */
export const readCgroupLimits = async (root = '/sys/fs/cgroup'): Promise<CgroupLimits> => {
  const paths = parseCgroupPaths(await readText('/proc/self/cgroup'));
  const unified = paths.get('');
  const memory = [
    ...(await readAll(root, unified, 'memory.max')),
    ...(await readAll(posix.join(root, 'memory'), paths.get('memory'), 'memory.limit_in_bytes')),
  ];
  const cpu = [
    ...(await readAll(root, unified, 'cpu.max')).map(parseCpuMax),
    ...(await versionOneQuotas(posix.join(root, 'cpu'), paths.get('cpu'))),
  ];
  return { memoryBytes: smallest(memory.map(parseMemoryLimit)), quotaCores: smallest(cpu) };
};
