import { wasm, type WasmInstance } from '../web-assembly.ts';
import { clockImports } from './clock-imports.ts';
import { rootFd, type Context, type WasiOptions } from './context.ts';
import { descriptorImports } from './descriptor-imports.ts';
import { createDescriptors, type Open } from './descriptors.ts';
import { createFiles } from './files.ts';
import { createGuestMemory } from './guest-memory.ts';
import { pathImports } from './path-imports.ts';
import { processImports } from './process-imports.ts';
import { transferImports } from './transfer-imports.ts';

/**
 * A host of `wasi_snapshot_preview1` with nothing behind it but memory: files under a quota, a virtual clock, no environment, no
 * sockets, no symbolic links. The guest's program runs to its end inside `start`.
 */
export const createWasiHost = (options: WasiOptions) => {
  const memory = createGuestMemory();
  const files = createFiles(options.fileQuotaBytes);
  const root: Open = { kind: 'node', node: files.root, path: '', offset: 0, appends: false };
  const devices = [...options.devices].map(([fd, device]) => [fd, { kind: 'device', device }] as const);
  const fds = createDescriptors([[rootFd, root], ...devices]);
  const openOnce = new Map([...options.openOnce].map(([name, device]) => [`/${name}`, device]));
  const context: Context = { memory, files, fds, options, openOnce };
  return {
    files,
    imports: {
      wasi_snapshot_preview1: {
        ...processImports(context),
        ...clockImports(context),
        ...transferImports(context),
        ...descriptorImports(context),
        ...pathImports(context),
      },
    },
    start: (instance: WasmInstance): void => {
      const { memory: own, _start: run } = instance.exports;
      if (!(own instanceof wasm.Memory) || typeof run !== 'function') throw new Error('the module is no WASI program');
      memory.attach(own);
      run();
    },
  };
};
