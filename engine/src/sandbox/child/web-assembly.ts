/** The little of WebAssembly that is used here; Node's types know only its name. */
export type WasmModule = { readonly __module: never };
export type WasmMemory = { readonly buffer: ArrayBuffer };
export type WasmInstance = { exports: Record<string, unknown> };

type WasmApi = {
  compile: (bytes: Uint8Array<ArrayBuffer>) => Promise<WasmModule>;
  Instance: new (module: WasmModule, imports: object) => WasmInstance;
  Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
};

export const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;
