import type { WasmMemory } from '../web-assembly.ts';

/** Views of a guest's memory, made anew where the memory has grown. An address outside throws, which ends the guest. */
export const createGuestMemory = () => {
  let memory: WasmMemory | null = null;
  let view = new DataView(new ArrayBuffer(0));
  const current = (): DataView => {
    if (memory !== null && view.buffer !== memory.buffer) view = new DataView(memory.buffer);
    return view;
  };
  const bytes = (at: number, length: number): Uint8Array => new Uint8Array(current().buffer, at >>> 0, length >>> 0);
  return {
    attach: (of: WasmMemory): void => void (memory = of),
    view: current,
    bytes,
    text: (at: number, length: number): string => new TextDecoder().decode(bytes(at, length)),
    setU32: (at: number, value: number): void => current().setUint32(at >>> 0, value, true),
    setU64: (at: number, value: bigint): void => current().setBigUint64(at >>> 0, value, true),
    /** The buffers of a scatter or gather list; at most 1024, as `IOV_MAX`. */
    buffers: (at: number, count: number): Uint8Array[] =>
      Array.from({ length: Math.min(count >>> 0, 1024) }, (_, index) => {
        const entry = (at >>> 0) + index * 8;
        return bytes(current().getUint32(entry, true), current().getUint32(entry + 4, true));
      }),
  };
};
export type GuestMemory = ReturnType<typeof createGuestMemory>;
