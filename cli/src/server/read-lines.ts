import { open } from 'node:fs/promises';

const lineEnd = 10;
const pieceBytes = 1024 ** 2;

/**
 * Reads the whole lines of a file behind its first `readBytes`, piece by piece, so that other requests come in between. Gives how
 * many bytes are read then; a torn last line is left for later. `take` gets each line without its end, and where it begins.
 */
export const readLinesOn = async (path: string, readBytes: number, take: (line: Buffer, at: number) => void): Promise<number> => {
  const file = await open(path, 'r');
  let done = readBytes;
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const piece = Buffer.alloc(pieceBytes);
      const { bytesRead } = await file.read(piece, 0, pieceBytes, done + rest.length);
      if (bytesRead === 0) return done;
      const whole = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
      let from = 0;
      for (let end = whole.indexOf(lineEnd); end >= 0; end = whole.indexOf(lineEnd, from)) {
        take(whole.subarray(from, end), done + from);
        from = end + 1;
      }
      done += from;
      rest = whole.subarray(from);
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await file.close();
  }
};
