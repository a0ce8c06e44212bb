import { instructionSetsOf, riscvVector } from './instruction-sets.ts';

export type CpuFacts = { vendor: string | null; model: string | null; physicalCores: number | null; instructionSets: string[] };

const vendors: Record<string, string> = { GenuineIntel: 'Intel', AuthenticAMD: 'AMD', HygonGenuine: 'Hygon', CentaurHauls: 'Zhaoxin' };

/** Implementer codes of Arm's MIDR register, as /proc/cpuinfo shows them. */
const implementers: Record<string, string> = {
  '0x41': 'Arm',
  '0x42': 'Broadcom',
  '0x43': 'Cavium',
  '0x46': 'Fujitsu',
  '0x48': 'HiSilicon',
  '0x4e': 'NVIDIA',
  '0x50': 'Ampere',
  '0x51': 'Qualcomm',
  '0x53': 'Samsung',
  '0x61': 'Apple',
  '0xc0': 'Ampere',
};

type Block = Map<string, string>;

const blocksOf = (text: string): Block[] =>
  text
    .split(/\n\s*\n/)
    .map(
      (block) =>
        new Map(
          [...block.matchAll(/^([^:\n]+?)\s*:[ \t]*(.*)$/gm)].map((match) => [
            (match[1] ?? '').trim().toLowerCase(),
            (match[2] ?? '').trim(),
          ]),
        ),
    )
    .filter((block) => block.size > 0);

/** Reads a list of numbers such as `0-3,8`; null when it is no such list. */
export const parseCpuList = (text: string): Set<number> | null => {
  const numbers = new Set<number>();
  for (const part of text.trim().split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part.trim());
    if (!match) return null;
    for (let n = Number(match[1]); n <= Number(match[2] ?? match[1]); n += 1) numbers.add(n);
  }
  return numbers;
};

const first = (blocks: Block[], ...keys: string[]): string | null => {
  for (const block of blocks) for (const key of keys) if (block.get(key)) return block.get(key) ?? null;
  return null;
};

const countPhysical = (blocks: Block[]): number | null => {
  const cores = blocks.filter((block) => block.has('core id')).map((block) => `${block.get('physical id') ?? '0'}/${block.get('core id')}`);
  return cores.length === 0 ? null : new Set(cores).size;
};

/**
 * CPU facts from the text of /proc/cpuinfo. `allowed` are the processors that this process may use (null = all):
 * a container often sees more than it may use.
 */
export const parseCpuInfo = (text: string, allowed: ReadonlySet<number> | null = null): CpuFacts => {
  const all = blocksOf(text);
  const processors = all.filter((block) => /^\d+$/.test(block.get('processor') ?? ''));
  const usable = processors.filter((block) => allowed === null || allowed.has(Number(block.get('processor'))));
  const vendorId = first(all, 'vendor_id');
  const implementer = first(all, 'cpu implementer')?.toLowerCase() ?? null;
  const flags = (first(all, 'flags', 'features') ?? '').split(/\s+/);
  return {
    vendor: vendorId !== null ? (vendors[vendorId] ?? vendorId) : implementer !== null ? (implementers[implementer] ?? null) : null,
    model: first(all, 'model name', 'cpu model', 'uarch', 'cpu'),
    physicalCores: countPhysical(usable),
    instructionSets: [...instructionSetsOf(flags), ...riscvVector(first(all, 'isa') ?? '')],
  };
};

/** Physical cores from the sibling lists of /sys/devices/system/cpu, where /proc/cpuinfo names no cores (Arm). */
export const countCores = (siblings: readonly (string | null)[]): number | null => {
  const known = siblings.filter((list) => list !== null && parseCpuList(list) !== null);
  return known.length === 0 ? null : new Set(known).size;
};

/** The model's name from the output of `lscpu`, which knows Arm's part numbers; null when it tells none. */
export const parseLscpuModel = (text: string): string | null => /^Model name:[ \t]*([^\s-].*)$/m.exec(text)?.[1]?.trim() ?? null;
