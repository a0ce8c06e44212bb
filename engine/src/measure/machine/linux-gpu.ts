import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Gpu } from '@benchloop/spec';
import { amdFromSysfs, parseAmdSmi, parseRocmSmi } from './amd.ts';
import { readText } from './read-text.ts';
import { runCommand } from './run-command.ts';

const vendorIds: Record<string, Gpu['vendor']> = { '0x10de': 'nvidia', '0x1002': 'amd', '0x8086': 'intel' };

/** One graphics card as the kernel lists it below /sys/class/drm. */
export type DrmCard = { vendor: Gpu['vendor']; slot: string; productName: string | null; vramTotal: string | null; driver: string | null };

const linkName = async (path: string): Promise<string | null> => {
  try {
    return basename(await readlink(path));
  } catch {
    return null;
  }
};

const readCard = async (device: string): Promise<DrmCard | null> => {
  const vendor = vendorIds[((await readText(join(device, 'vendor'))) ?? '').toLowerCase()];
  // Display controllers of virtual machines and servers' management chips are no GPUs to run a model on.
  if (vendor === undefined) return null;
  return {
    vendor,
    slot: (await linkName(device)) ?? '',
    productName: (await readText(join(device, 'product_name'))) || null,
    vramTotal: await readText(join(device, 'mem_info_vram_total')),
    driver: await linkName(join(device, 'driver')),
  };
};

/** Graphics cards of known vendors below /sys/class/drm. */
export const readDrmCards = async (root = '/sys/class/drm'): Promise<DrmCard[]> => {
  const names = await readdir(root).catch(() => [] as string[]);
  const cards = await Promise.all(names.filter((name) => /^card\d+$/.test(name)).map((name) => readCard(join(root, name, 'device'))));
  return cards.filter((card) => card !== null);
};

/** Device names by PCI address, from the output of `lspci -mm -D`. */
export const parseLspci = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^(\S+) "([^"]*)" "([^"]*)" "([^"]*)"/gm)]
      .filter((match) => /VGA|3D|Display/i.test(match[2] ?? ''))
      .map((match) => [match[1] ?? '', `${shortVendor(match[3] ?? '')} ${inBrackets(match[4] ?? '')}`.trim()]),
  );

const shortVendor = (name: string): string =>
  /intel/i.test(name) ? 'Intel' : /amd|advanced micro/i.test(name) ? 'AMD' : /nvidia/i.test(name) ? 'NVIDIA' : name;
const inBrackets = (name: string): string => /\[([^\]]+)\]\s*$/.exec(name)?.[1] ?? name;

const titles: Record<Gpu['vendor'], string> = {
  nvidia: 'NVIDIA GPU',
  amd: 'AMD GPU',
  intel: 'Intel GPU',
  apple: 'Apple GPU',
  other: 'GPU',
};

/** A GPU of which only the kernel tells. Intel's discrete cards are called Arc or Flex; the others share memory. */
export const gpuOfCard = (card: DrmCard, names: ReadonlyMap<string, string>): Gpu => {
  const name = names.get(card.slot) ?? card.productName ?? titles[card.vendor];
  if (card.vendor === 'amd') return amdFromSysfs(name, card.vramTotal, card.driver);
  const isDiscrete = card.vendor !== 'intel' || /\b(A[3-7]\d0M?|B[5-7]\d0|Arc (A|B|Pro)|Flex|Max 1\d{3}|DG[12])\b/i.test(name);
  return { vendor: card.vendor, name, memoryBytes: null, unifiedMemory: !isDiscrete, driver: card.driver };
};

const readAmdTools = async (): Promise<Gpu[]> => {
  const static_ = await runCommand('amd-smi', ['static', '--asic', '--vram', '--driver', '--json']);
  const found = static_ === null ? [] : parseAmdSmi(static_);
  if (found.length > 0) return found;
  const rocm = await runCommand('rocm-smi', ['--showproductname', '--showmeminfo', 'vram', '--showdriverversion', '--json']);
  return rocm === null ? [] : parseRocmSmi(rocm);
};

/** GPUs on Linux besides those that NVIDIA's own program has told of. */
export const readLinuxGpus = async (hasNvidia: boolean): Promise<Gpu[]> => {
  const cards = (await readDrmCards()).filter(({ vendor }) => vendor !== 'nvidia' || !hasNvidia);
  if (cards.length === 0) return [];
  const amd = cards.some(({ vendor }) => vendor === 'amd') ? await readAmdTools() : [];
  const rest = amd.length > 0 ? cards.filter(({ vendor }) => vendor !== 'amd') : cards;
  const names = rest.length > 0 ? parseLspci((await runCommand('lspci', ['-mm', '-D'])) ?? '') : new Map<string, string>();
  return [...amd, ...rest.map((card) => gpuOfCard(card, names))];
};
