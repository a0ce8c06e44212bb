import { cpus, loadavg, totalmem } from 'node:os';
import type { Gpu, Machine, Milliseconds } from '@benchloop/spec';
import { benchloopHome } from '../../kit/home.ts';
import { readCgroupLimits, type CgroupLimits } from './cgroup.ts';
import { countCores, parseCpuInfo, parseCpuList, parseLscpuModel, type CpuFacts } from './linux-cpu.ts';
import { readLinuxGpus } from './linux-gpu.ts';
import { machineId } from './machine-id.ts';
import { parseSysctl, parseSystemProfiler } from './macos.ts';
import { nvidiaPrograms, nvidiaQuery, parseNvidiaSmi } from './nvidia.ts';
import { readOperatingSystem } from './operating-system.ts';
import { readOtherCpu, readOtherGpus } from './other-system.ts';
import { readText } from './read-text.ts';
import { runCommand } from './run-command.ts';

/** The first call wakes a GPU's driver, which takes seconds on a machine with several. */
const slowProgramMs: Milliseconds = 15_000;

type Cores = { logicalCores: number; facts: CpuFacts };

const readLinuxCores = async (): Promise<Cores> => {
  const status = (await readText('/proc/self/status')) ?? '';
  const allowed = parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
  const facts = parseCpuInfo((await readText('/proc/cpuinfo')) ?? '', allowed);
  const usable = allowed === null ? cpus().map((_, at) => at) : [...allowed];
  const siblings = await Promise.all(usable.map((n) => readText(`/sys/devices/system/cpu/cpu${n}/topology/thread_siblings_list`)));
  const model = facts.model ?? parseLscpuModel((await runCommand('lscpu', [])) ?? '');
  return {
    logicalCores: Math.max(1, usable.length),
    facts: { ...facts, model, physicalCores: facts.physicalCores ?? countCores(siblings) },
  };
};

const readCores = async (): Promise<Cores> => {
  if (process.platform === 'linux') return readLinuxCores();
  const logicalCores = Math.max(1, cpus().length);
  if (process.platform === 'darwin') return { logicalCores, facts: parseSysctl((await runCommand('sysctl', ['hw', 'machdep.cpu'])) ?? '') };
  return { logicalCores, facts: await readOtherCpu() };
};

const nodeModel = (): string | null => {
  const model = cpus()[0]?.model.trim() ?? '';
  return model === '' || model === 'unknown' ? null : model;
};

const cpuOf = ({ logicalCores, facts }: Cores, quotaCores: number | null): Machine['cpu'] => ({
  vendor: facts.vendor,
  model: facts.model ?? nodeModel(),
  // Unknown counts as one thread per core, so that no core is left unused for want of a fact.
  physicalCores: Math.min(facts.physicalCores ?? logicalCores, logicalCores),
  logicalCores,
  quotaCores,
  instructionSets: facts.instructionSets,
});

const readNvidia = async (): Promise<Gpu[]> => {
  for (const program of nvidiaPrograms) {
    const output = await runCommand(program, nvidiaQuery, slowProgramMs);
    if (output !== null) return parseNvidiaSmi(output);
  }
  return [];
};

const readGpus = async (memoryBytes: number): Promise<Gpu[]> => {
  if (process.platform === 'darwin') {
    return parseSystemProfiler((await runCommand('system_profiler', ['SPDisplaysDataType', '-json'], slowProgramMs)) ?? '', memoryBytes);
  }
  const nvidia = await readNvidia();
  const others = process.platform === 'linux' ? await readLinuxGpus(nvidia.length > 0) : await readOtherGpus(nvidia.length > 0);
  return [...nvidia, ...others];
};

const noLimits: CgroupLimits = { memoryBytes: null, quotaCores: null };

/** The 1-minute load average; Windows keeps none. */
export const readLoadAverage = (): number | null => (process.platform === 'win32' ? null : (loadavg()[0] ?? null));

/**
 * Facts of this machine for a run. What the system does not tell is null or absent. `engine` names the embedded
 * engine's version where one is used. Holds no host name, user name, path or network address.
 */
export const readMachine = async (home: string = benchloopHome(), options: { engine?: string } = {}): Promise<Machine> => {
  const limits = process.platform === 'linux' ? await readCgroupLimits() : noLimits;
  const memoryBytes = Math.min(totalmem(), limits.memoryBytes ?? Number.POSITIVE_INFINITY);
  const [id, cores, gpus, os] = await Promise.all([machineId(home), readCores(), readGpus(memoryBytes), readOperatingSystem()]);
  return {
    machineId: id,
    cpu: cpuOf(cores, limits.quotaCores),
    memoryBytes,
    gpus,
    os,
    runtime: { node: process.version, engine: options.engine ?? null },
    loadAverage: readLoadAverage(),
    clockFloor: null,
  };
};
