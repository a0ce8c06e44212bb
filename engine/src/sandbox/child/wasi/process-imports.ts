import type { Context, Imports } from './context.ts';
import { errno } from './errno.ts';

/** The guest asked for its own end. */
export class GuestExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the guest ended with code ${code}`);
    this.code = code;
  }
}

/** Arguments, environment, end, chance and sockets, of which there are none. */
export const processImports = ({ memory, options }: Context): Imports => {
  const args = options.args.map((arg) => new TextEncoder().encode(`${arg}\0`));
  return {
    args_sizes_get: (count: number, size: number) => {
      memory.setU32(count, args.length);
      memory.setU32(
        size,
        args.reduce((sum, { length }) => sum + length, 0),
      );
      return errno.success;
    },
    args_get: (pointers: number, buffer: number) => {
      let at = buffer;
      for (const [index, arg] of args.entries()) {
        memory.setU32(pointers + 4 * index, at);
        memory.bytes(at, arg.length).set(arg);
        at += arg.length;
      }
      return errno.success;
    },
    environ_sizes_get: (count: number, size: number) => {
      memory.setU32(count, 0);
      memory.setU32(size, 0);
      return errno.success;
    },
    environ_get: () => errno.success,
    proc_exit: (code: number) => {
      throw new GuestExit(code);
    },
    sched_yield: () => errno.success,
    random_get: (at: number, length: number) => {
      options.fillRandom(memory.bytes(at, length));
      return errno.success;
    },
    sock_accept: () => errno.notSupported,
    sock_recv: () => errno.notSupported,
    sock_send: () => errno.notSupported,
    sock_shutdown: () => errno.notSupported,
  };
};
