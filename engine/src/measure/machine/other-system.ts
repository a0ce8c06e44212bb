import type { Gpu } from '@benchloop/spec';
import type { CpuFacts } from './linux-cpu.ts';

/** The fields that are used of what systeminformation tells of one graphics controller; memory in MiB. */
export type Controller = { vendor?: string; model?: string; vram?: number | null; vramDynamic?: boolean; driverVersion?: string };

const notForModels = /basic (display|render)|hyper-v|vmware|virtualbox|parsec|citrix|displaylink|remote|qxl|aspeed|matrox|mirage/i;

const vendorOf = (text: string): Gpu['vendor'] => {
  if (/nvidia|geforce|quadro/i.test(text)) return 'nvidia';
  if (/\bamd\b|radeon|advanced micro/i.test(text)) return 'amd';
  return /intel/i.test(text) ? 'intel' : 'other';
};

/** Windows gives memory as a 32-bit number, so that 4 GiB and more are not told apart. */
const largestTold = 4095;

/** A GPU from one graphics controller; null for virtual and management displays. */
export const gpuOfController = (controller: Controller): Gpu | null => {
  const name = controller.model?.trim() ?? '';
  if (name === '' || notForModels.test(`${controller.vendor ?? ''} ${name}`)) return null;
  const vram = controller.vram ?? 0;
  return {
    vendor: vendorOf(`${controller.vendor ?? ''} ${name}`),
    name,
    memoryBytes: vram > 0 && vram < largestTold ? vram * 1024 ** 2 : null,
    unifiedMemory: controller.vramDynamic === true,
    driver: controller.driverVersion?.trim() || null,
  };
};

/** CPU facts where neither /proc nor sysctl tells them (Windows, BSD). */
export const readOtherCpu = async (): Promise<CpuFacts> => {
  const { cpu } = await import('systeminformation');
  const facts = await cpu();
  return {
    vendor: facts.manufacturer || facts.vendor || null,
    model: facts.brand || null,
    physicalCores: facts.physicalCores > 0 ? facts.physicalCores : null,
    // Windows and the BSDs tell no such list to an ordinary program.
    instructionSets: [],
  };
};

/** GPUs where neither the kernel's files nor system_profiler tell them. */
export const readOtherGpus = async (hasNvidia: boolean): Promise<Gpu[]> => {
  const { graphics } = await import('systeminformation');
  const { controllers } = await graphics();
  return controllers.map(gpuOfController).filter((gpu): gpu is Gpu => gpu !== null && !(hasNvidia && gpu.vendor === 'nvidia'));
};
