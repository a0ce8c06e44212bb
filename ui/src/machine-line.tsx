import type { Machine } from '@benchloop/spec';

const sayGib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(bytes >= 10 * 2 ** 30 ? 0 : 1)}\u2009GiB`;

/** The machine in a few words: processor, cores, memory, GPU, system. What is not known is left out, "no GPU" is said. */
export const partsOfMachine = ({ cpu, memoryBytes, gpus, os }: Pick<Machine, 'cpu' | 'memoryBytes' | 'gpus' | 'os'>): string[] => [
  cpu.model ?? 'unknown processor',
  cpu.physicalCores === null ? `${cpu.logicalCores} threads` : `${cpu.physicalCores} cores, ${cpu.logicalCores} threads`,
  sayGib(memoryBytes),
  ...(gpus.length === 0
    ? ['no GPU']
    : gpus.map((gpu) => (gpu.memoryBytes === null ? gpu.name : `${gpu.name}, ${sayGib(gpu.memoryBytes)}`))),
  `${os.distribution ?? os.platform} ${os.architecture}`,
];

export type MachineLineProps = { machine: Pick<Machine, 'cpu' | 'memoryBytes' | 'gpus' | 'os'> };

/** One line about the machine. */
export const MachineLine = ({ machine }: MachineLineProps) => (
  <ul className="bl-machine" aria-label="Machine">
    {partsOfMachine(machine).map((part) => (
      <li key={part}>{part}</li>
    ))}
  </ul>
);
