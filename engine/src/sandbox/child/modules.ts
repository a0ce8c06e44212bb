import { readFile } from 'node:fs/promises';
import type { CodeLanguage } from '@benchloop/spec';
import { capModuleMemory, pageBytes } from './memory-section.ts';
import type { RuntimeFiles } from './messages.ts';
import { wasm, type WasmModule } from './web-assembly.ts';

/** Names of the runtimes as they stand in results. */
export const runtimeNames: Record<CodeLanguage, string> = {
  python: 'CPython 3.11.3 (WASI)',
  javascript: 'QuickJS (quickjs-emscripten 0.32.0)',
  typescript: 'QuickJS (quickjs-emscripten 0.32.0), types removed by Sucrase 3.35.1',
};

/** Compiles each runtime once; Python anew for another limit of memory, as that is written into the module. */
export const createModules = (files: RuntimeFiles) => {
  let quickjs: Promise<WasmModule> | null = null;
  let python: { bytes: number; module: Promise<WasmModule> } | null = null;
  let library: Promise<Uint8Array> | null = null;
  return {
    get: async (language: CodeLanguage, memoryBytes: number): Promise<{ module: WasmModule; library: Uint8Array | null }> => {
      if (language !== 'python') {
        quickjs ??= readFile(files.quickjsModule).then((bytes) => wasm.compile(new Uint8Array(bytes)));
        return { module: await quickjs, library: null };
      }
      if (python?.bytes !== memoryBytes)
        python = {
          bytes: memoryBytes,
          module: readFile(files.pythonModule).then((bytes) => wasm.compile(capModuleMemory(bytes, Math.floor(memoryBytes / pageBytes)))),
        };
      library ??= readFile(files.pythonLibrary).then((bytes) => {
        // Shared by all workers, none of which may change it.
        const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
        shared.set(bytes);
        return shared;
      });
      return { module: await python.module, library: await library };
    },
  };
};
export type Modules = ReturnType<typeof createModules>;
