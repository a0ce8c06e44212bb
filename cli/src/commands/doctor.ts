import type { Command } from 'commander';
import type { CliCommand } from '../command.ts';
import { sayBytes } from '../edge/say-bytes.ts';
import { examineSandbox } from '../edge/doctor-sandbox.ts';
import { printJson, printLine } from '../edge/print.ts';

const row = (name: string, value: string): void => printLine(`${name.padEnd(12)} ${value}`);

const examine = async (options: { json?: boolean }): Promise<void> => {
  const engine = await import('@benchloop/engine');
  const home = engine.benchloopHome();
  const machine = { ...(await engine.readMachine(home)), clockFloor: await engine.measureClockFloor() };
  const busy = engine.busyWarning(machine.loadAverage, machine.cpu.logicalCores);
  if (options.json) return printJson({ machine, warnings: busy === null ? [] : [busy] });
  const { cpu, os } = machine;
  row('cpu', `${cpu.model ?? 'unknown'}, ${cpu.physicalCores ?? 'unknown'} physical cores, ${cpu.logicalCores} logical`);
  row('instructions', cpu.instructionSets.join(', ') || 'unknown');
  row('memory', sayBytes(machine.memoryBytes));
  row(
    'gpu',
    machine.gpus.length === 0
      ? 'none seen'
      : machine.gpus
          .map(
            (gpu) => `${gpu.name}${gpu.memoryBytes === null ? '' : ` ${sayBytes(gpu.memoryBytes)}`}${gpu.unifiedMemory ? ' shared' : ''}`,
          )
          .join(', '),
  );
  row('system', [os.distribution ?? os.platform, os.release, os.architecture].filter((part) => part !== null).join(' '));
  row('runtime', `Node ${machine.runtime.node}${machine.runtime.engine === null ? '' : `, ${machine.runtime.engine}`}`);
  row('load', machine.loadAverage === null ? 'not told by this system' : machine.loadAverage.toFixed(2));
  row(
    'clock',
    `arrival of a token over loopback is seen after ${machine.clockFloor.p50Ms.toFixed(2)} ms (p50), ${machine.clockFloor.p99Ms.toFixed(2)} ms (p99), n=${machine.clockFloor.samples}`,
  );
  if (busy !== null) printLine(`! ${busy.message} ${busy.nextStep}`);
};

/** Says what machine this is, and how fine its clock measures. */
export const createDoctorCommand = (): CliCommand => ({
  name: 'doctor',
  register: (program) => {
    const doctor = program
      .command('doctor')
      .description('say what machine this is, and measure the floor of the client’s clock')
      .option('--json', 'print JSON')
      .action(examine);
    doctor
      .command('sandbox')
      .description('say which wall stands around code that a model writes, by trying to get out')
      .option('--json', 'print JSON')
      .action((_options, command: Command) => examineSandbox(command.optsWithGlobals<{ json?: boolean }>()));
  },
});
