import { crc32, deflateRawSync } from 'node:zlib';

export type WheelEntry = { name: string; content: Buffer; compress: boolean; localExtra?: Buffer; wrongCrc?: boolean };

const localHeader = (entry: WheelEntry, data: Buffer): Buffer => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(entry.compress ? 8 : 0, 8);
  header.writeUInt32LE(crc32(entry.content), 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(entry.content.length, 22);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 26);
  header.writeUInt16LE(entry.localExtra?.length ?? 0, 28);
  return Buffer.concat([header, Buffer.from(entry.name), entry.localExtra ?? Buffer.alloc(0)]);
};

const centralHeader = (entry: WheelEntry, data: Buffer, offset: number): Buffer => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(entry.compress ? 8 : 0, 10);
  header.writeUInt32LE(entry.wrongCrc ? 1 : crc32(entry.content), 16);
  header.writeUInt32LE(data.length, 20);
  header.writeUInt32LE(entry.content.length, 24);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, Buffer.from(entry.name)]);
};

/** A small zip archive, as a wheel is one. `localExtra` makes a local header longer than the directory tells. */
export const makeWheel = (entries: WheelEntry[], comment = ''): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = entry.compress ? deflateRawSync(entry.content) : entry.content;
    const local = Buffer.concat([localHeader(entry, data), data]);
    directory.push(centralHeader(entry, data, offset));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, central, end, Buffer.from(comment)]);
};
