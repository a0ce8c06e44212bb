import type { GuestOptions } from '../guest.ts';
import type { Step } from '../messages.ts';
import { createOutput, OutputOverflow } from '../output.ts';
import { createSeededBytes } from '../seeded-bytes.ts';
import { wasm } from '../web-assembly.ts';
import type { Device } from '../wasi/descriptors.ts';
import { createVirtualClock } from '../wasi/virtual-clock.ts';
import { createWasiHost } from '../wasi/host.ts';
import { GuestExit } from '../wasi/process-imports.ts';
import { ChannelAbuse, createChannel } from './channel.ts';
import { runnerSource } from './runner.ts';

const libraryPath = '/usr/local/lib/python311.zip';
/** Python finds its library by these (CPython `Modules/getpath.py`). */
const landmarks = ['/usr/local/lib/python3.11/os.py', '/usr/local/lib/python3.11/lib-dynload/.empty'];
const runnerPath = '/runner.py';

const error = (type: string, message: string) => ({ type, message, line: null });

/** How a step ended whose end took the interpreter with it. */
const endOf = (cause: unknown, lastWords: string): Pick<Step, 'end' | 'error'> => {
  if (cause instanceof OutputOverflow) return { end: 'output', error: error('OutputLimit', 'the program printed more than it may') };
  if (cause instanceof ChannelAbuse) return { end: 'exited', error: error('ChannelAbuse', cause.message) };
  if (cause instanceof RangeError && cause.message.includes('call stack'))
    return { end: 'raised', error: error('RecursionError', 'the stack of the interpreter is full') };
  if (lastWords.includes('MemoryError')) return { end: 'memory', error: error('MemoryError', 'the memory of the sandbox is full') };
  if (cause instanceof GuestExit || cause === null)
    return { end: 'exited', error: error('SystemExit', `the interpreter ended${cause === null ? '' : ` with code ${cause.code}`}`) };
  return { end: 'exited', error: error('InterpreterFailure', cause instanceof Error ? cause.message.slice(0, 200) : 'unknown') };
};

/** Runs one interpreter until it ends, which it does only by a fault of the program: workers are ended from outside. */
export const runPython = ({ start, nextWork, report, slept }: GuestOptions): void => {
  const output = createOutput(start.limits.outputBytes);
  let lastWords = '';
  const host = createHost();
  host.files.putFixed(libraryPath, start.library ?? new Uint8Array(0));
  for (const path of landmarks) host.files.putFixed(path, new Uint8Array(0));
  host.files.createFolder('/tmp');
  let cause: unknown = null;
  try {
    host.start(new wasm.Instance(start.module, host.imports));
  } catch (thrown) {
    cause = thrown;
  }
  report({ ...endOf(cause, lastWords), value: null, output: output.take(), dead: true });

  function createHost() {
    const clock = createVirtualClock(slept);
    const channel = createChannel({
      nextWork: () => {
        host.files.root.entries.delete(runnerPath.slice(1));
        return nextWork();
      },
      sleep: clock.sleep,
      accept: (answer) => report({ ...answer, output: output.take(), dead: false }),
    });
    const complain = (bytes: Uint8Array): void => {
      lastWords = `${lastWords}${new TextDecoder().decode(bytes.slice(-2000))}`.slice(-4000);
      output.write(bytes);
    };
    const made = createWasiHost({
      args: ['python', '-I', '-S', '-B', '-u', '-X', 'utf8', runnerPath],
      clock,
      fillRandom: createSeededBytes(),
      fileQuotaBytes: start.limits.fileBytes,
      devices: new Map<number, Device>([
        [0, { read: () => new Uint8Array(0) }],
        [1, { write: output.write }],
        [2, { write: complain }],
      ]),
      openOnce: channel.openOnce,
    });
    made.files.putFixed(runnerPath, new TextEncoder().encode(runnerSource(channel.names)));
    return made;
  }
};
