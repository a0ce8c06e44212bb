import type { Gpu } from '@benchloop/spec';

export const nvidiaQuery = ['--query-gpu=name,memory.total,driver_version', '--format=csv,noheader,nounits'] as const;
/** Names under which the program is found: on the path, and where WSL keeps it. */
export const nvidiaPrograms = ['nvidia-smi', '/usr/lib/wsl/lib/nvidia-smi'] as const;

/** Modules whose GPU shares the system's memory; the query then gives no memory of its own. */
const sharesMemory = /\b(GB10|Thor|Orin|Xavier|Tegra)\b/i;

/** GPUs from the CSV of `nvidia-smi` with `nvidiaQuery`; memory comes in MiB. Lines of another form are passed over. */
export const parseNvidiaSmi = (text: string): Gpu[] =>
  text.split(/\r?\n/).flatMap((line): Gpu[] => {
    const match = /^(\S[^,]*), ?(\d+|\[?(?:N\/A|Not Supported|Unknown Error|Insufficient Permissions)\]?), ?([\d.]+|\[?N\/A\]?)\s*$/i.exec(
      line,
    );
    if (!match) return [];
    const [, name = '', memory = '', driver = ''] = match;
    const mebibytes = /^\d+$/.test(memory) ? Number(memory) : null;
    return [
      {
        vendor: 'nvidia',
        name: name.trim(),
        memoryBytes: mebibytes === null ? null : mebibytes * 1024 ** 2,
        unifiedMemory: sharesMemory.test(name),
        driver: /^\d/.test(driver) ? driver : null,
      },
    ];
  });
