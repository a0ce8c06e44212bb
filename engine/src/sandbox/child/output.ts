/** The guest wrote more than it may. */
export class OutputOverflow extends Error {}

/** Keeps what a guest prints, up to a cap in bytes; above it the guest is ended. */
export const createOutput = (capBytes: number) => {
  let parts: Uint8Array[] = [];
  let size = 0;
  let overflown = false;
  return {
    write: (bytes: Uint8Array): void => {
      size += bytes.length;
      if (size > capBytes) {
        if (!overflown) parts.push(bytes.slice(0, Math.max(0, bytes.length - (size - capBytes))));
        overflown = true;
        throw new OutputOverflow();
      }
      parts.push(bytes.slice());
    },
    overflown: (): boolean => overflown,
    /** All since the last time. */
    take: (): string => {
      const text = new TextDecoder().decode(Buffer.concat(parts));
      parts = [];
      size = 0;
      return text;
    },
  };
};
export type Output = ReturnType<typeof createOutput>;
