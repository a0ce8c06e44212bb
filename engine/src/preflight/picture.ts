import { crc32, deflateSync } from 'node:zlib';
import type { Image } from '@benchloop/spec';

/** Large enough for the smallest patch that vision models take. */
const edge = 112;

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
};

/** A square of one colour as PNG: 8 bits each of red, green and blue (PNG specification, W3C, third edition). */
export const plainPicture = (colour: readonly [number, number, number]): Image => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(edge, 0);
  head.writeUInt32BE(edge, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: edge }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
  return { mediaType: 'image/png', data: file.toString('base64') };
};
