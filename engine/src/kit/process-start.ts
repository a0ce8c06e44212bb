import { readFileSync } from 'node:fs';

/** When a process began, in the system's own ticks: with the pid it names a process for good. Null where the system does not tell. */
export const processStart = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name before it may hold spaces and brackets; field 22 counts from the last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
};
