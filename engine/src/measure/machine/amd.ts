import type { Gpu } from '@benchloop/spec';
import { z } from 'zod';

/** GPUs inside AMD processors, by their names: they share the system's memory. */
const sharesMemory =
  /\b\d{3}M\b|\b80[56]0S\b|\bVega \d+ Graphics\b|^AMD Radeon(?:\(TM\)| )? ?Graphics$|\bRenoir\b|\bCezanne\b|\bPhoenix\b|\bStrix\b/i;

const gpu = (name: string, memoryBytes: number | null, driver: string | null): Gpu => ({
  vendor: 'amd',
  name,
  memoryBytes,
  unifiedMemory: sharesMemory.test(name),
  driver,
});

const textAt = (record: Record<string, unknown>, ...keys: string[]): string | null => {
  const found = Object.entries(record).find(
    ([key, value]) => keys.includes(key.toLowerCase()) && typeof value === 'string' && value !== '' && value !== 'N/A',
  );
  return found === undefined ? null : String(found[1]);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const recordSchema = z.record(z.string(), z.unknown());

/** GPUs from `rocm-smi --showproductname --showmeminfo vram --showdriverversion --json`: one object per `cardN`. */
export const parseRocmSmi = (text: string): Gpu[] => {
  const all = recordSchema.safeParse(parseJson(text));
  if (!all.success) return [];
  const system = recordSchema.safeParse(all.data.system);
  const driver = system.success ? textAt(system.data, 'driver version') : null;
  return Object.entries(all.data).flatMap(([key, value]) => {
    const card = recordSchema.safeParse(value);
    if (!/^card\d+$/.test(key) || !card.success) return [];
    const name = textAt(card.data, 'card series', 'card model', 'device name') ?? 'AMD GPU';
    const bytes = Number(textAt(card.data, 'vram total memory (b)') ?? Number.NaN);
    return [gpu(name, Number.isFinite(bytes) ? bytes : null, driver)];
  });
};

const amdSmiSchema = z.array(
  z.object({
    asic: z.object({ market_name: z.string() }).loose(),
    vram: z
      .object({ size: z.object({ value: z.number(), unit: z.string() }).or(z.string()) })
      .loose()
      .optional(),
    driver: z.object({ version: z.string().optional(), driver_version: z.string().optional() }).loose().optional(),
  }),
);

const units: Record<string, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** GPUs from `amd-smi static --asic --vram --driver --json`, a list, or in newer versions an object that holds it. */
export const parseAmdSmi = (text: string): Gpu[] => {
  const json = parseJson(text);
  const wrapped = z.object({ gpu_data: z.unknown() }).safeParse(json);
  const list = amdSmiSchema.safeParse(wrapped.success ? wrapped.data.gpu_data : json);
  if (!list.success) return [];
  return list.data.map(({ asic, vram, driver }) => {
    const size = typeof vram?.size === 'object' ? vram.size.value * (units[vram.size.unit.toUpperCase()] ?? Number.NaN) : Number.NaN;
    return gpu(asic.market_name, Number.isFinite(size) ? size : null, driver?.version ?? driver?.driver_version ?? null);
  });
};

/** A GPU from the kernel's files: its name where one is told, and the memory in `mem_info_vram_total`. */
export const amdFromSysfs = (name: string | null, vramTotal: string | null, driver: string | null): Gpu =>
  gpu(name ?? 'AMD GPU', vramTotal !== null && /^\d+$/.test(vramTotal) ? Number(vramTotal) : null, driver);
