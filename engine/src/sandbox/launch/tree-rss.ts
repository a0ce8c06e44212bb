import { readFileSync } from 'node:fs';

const bytesPerKibibyte = 1024;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Memory of a process and all below it, from Linux's `/proc`; null where the system does not tell. */
export const treeRssBytes = (pid: number): number | null => {
  const kibibytes = /^VmRSS:\s+(\d+)/mu.exec(read(`/proc/${pid}/status`))?.[1];
  if (kibibytes === undefined) return null;
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + (treeRssBytes(child) ?? 0), Number(kibibytes) * bytesPerKibibyte);
};
