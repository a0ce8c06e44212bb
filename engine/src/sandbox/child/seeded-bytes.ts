/** Fills with bytes of one fixed stream (xorshift32, Marsaglia 2003), so that a guest's randomness is the same in every run. */
export const createSeededBytes = (): ((bytes: Uint8Array) => void) => {
  let state = 0x9e3779b9;
  return (bytes) => {
    for (let index = 0; index < bytes.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[index] = state & 255;
    }
  };
};
