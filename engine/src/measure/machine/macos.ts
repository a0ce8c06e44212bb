import type { Gpu } from '@benchloop/spec';
import { z } from 'zod';
import { instructionSetsOf } from './instruction-sets.ts';
import type { CpuFacts } from './linux-cpu.ts';

const parseKeys = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^([\w.]+):[ \t]*(.*)$/gm)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]));

const switchedOn = (keys: Map<string, string>): string[] =>
  [...keys]
    .filter(([key, value]) => key.startsWith('hw.optional.') && value === '1')
    .map(([key]) => key.replace(/^hw\.optional\.(arm\.)?/, ''));

/** CPU facts from the output of `sysctl hw machdep.cpu` on macOS. */
export const parseSysctl = (text: string): CpuFacts => {
  const keys = parseKeys(text);
  const model = keys.get('machdep.cpu.brand_string') || null;
  const listed = ['machdep.cpu.features', 'machdep.cpu.leaf7_features'].flatMap((key) => (keys.get(key) ?? '').split(/\s+/));
  const vendor = keys.get('machdep.cpu.vendor') ?? (model?.startsWith('Apple') ? 'Apple' : null);
  const cores = Number(keys.get('hw.physicalcpu'));
  return {
    vendor: vendor === 'GenuineIntel' ? 'Intel' : vendor,
    model,
    physicalCores: Number.isInteger(cores) && cores > 0 ? cores : null,
    instructionSets: instructionSetsOf([...listed, ...switchedOn(keys)]),
  };
};

const displaysSchema = z.object({
  SPDisplaysDataType: z.array(
    z.object({
      sppci_model: z.string().optional(),
      _name: z.string().optional(),
      spdisplays_vendor: z.string().optional(),
      spdisplays_vram: z.string().optional(),
      spdisplays_vram_shared: z.string().optional(),
      spdisplays_metal: z.string().optional(),
    }),
  ),
});
type Display = z.infer<typeof displaysSchema>['SPDisplaysDataType'][number];

const sizeOf = (text: string | undefined): number | null => {
  const match = /^(\d+(?:\.\d+)?)\s*(MB|GB)$/i.exec(text?.trim() ?? '');
  if (!match) return null;
  return Number(match[1]) * (match[2]?.toUpperCase() === 'GB' ? 1024 ** 3 : 1024 ** 2);
};

const vendorOf = (display: Display): Gpu['vendor'] => {
  const text = `${display.spdisplays_vendor ?? ''} ${display.sppci_model ?? ''}`.toLowerCase();
  if (text.includes('apple')) return 'apple';
  if (text.includes('amd') || text.includes('radeon') || text.includes('0x1002')) return 'amd';
  if (text.includes('nvidia')) return 'nvidia';
  return text.includes('intel') ? 'intel' : 'other';
};

/** GPUs from `system_profiler SPDisplaysDataType -json`. An Apple GPU uses the system's memory, all of which is given. */
export const parseSystemProfiler = (text: string, memoryBytes: number): Gpu[] => {
  let displays: Display[];
  try {
    displays = displaysSchema.parse(JSON.parse(text)).SPDisplaysDataType;
  } catch {
    return [];
  }
  return displays.flatMap((display) => {
    const name = display.sppci_model ?? display._name;
    if (!name) return [];
    const vendor = vendorOf(display);
    const unifiedMemory = vendor === 'apple' || display.spdisplays_vram_shared !== undefined;
    return [{ vendor, name, memoryBytes: vendor === 'apple' ? memoryBytes : sizeOf(display.spdisplays_vram), unifiedMemory, driver: null }];
  });
};
