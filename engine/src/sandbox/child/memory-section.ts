/** Bytes of one page of WebAssembly memory. */
export const pageBytes = 65_536;

const memorySectionId = 5;

/** Unsigned LEB128 (WebAssembly core specification 5.2.2). */
const readNumber = (bytes: Uint8Array, start: number): { value: number; next: number } => {
  let value = 0;
  for (let index = start, factor = 1; ; index += 1, factor *= 128) {
    const byte = bytes[index];
    if (byte === undefined || index - start > 4) throw new Error('the WebAssembly module is cut off');
    value += (byte & 127) * factor;
    if (byte < 128) return { value, next: index + 1 };
  }
};

const writeNumber = (value: number): number[] => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
};

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * The module with `mostPages` as the maximum of its own memory, which no guest can grow beyond. A module that needs more from
 * the start, or has another than one memory, is refused.
 */
export const capModuleMemory = (module: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> => {
  for (let at = 8; at < module.length;) {
    const id = module[at];
    const { value: size, next: body } = readNumber(module, at + 1);
    if (id === memorySectionId) {
      const count = readNumber(module, body);
      const minimum = readNumber(module, count.next + 1);
      if (count.value !== 1) throw new Error('the WebAssembly module has another than one memory');
      if (minimum.value > mostPages) throw new Error(`the runtime needs ${minimum.value} pages of memory from the start`);
      const section = [1, 1, ...writeNumber(minimum.value), ...writeNumber(mostPages)];
      const head = [memorySectionId, ...writeNumber(section.length)];
      return joined([module.subarray(0, at), Uint8Array.from([...head, ...section]), module.subarray(body + size)]);
    }
    at = body + size;
  }
  throw new Error('the WebAssembly module has no memory of its own');
};
