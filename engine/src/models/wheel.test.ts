import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWheel, type WheelEntry } from './testing/make-wheel.ts';
import { listZip, unpackMember } from './wheel.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-loop-wheel-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const save = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'x.whl');
  await writeFile(path, bytes);
  return path;
};
const unpack = async (path: string, name: string): Promise<Buffer> => {
  const member = (await listZip(path)).find((one) => one.name === name);
  if (!member) throw new Error('not listed');
  await unpackMember({ path, member, to: join(folder, 'out') });
  return readFile(join(folder, 'out'));
};

const entries = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}\.gguf$/),
    content: fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
    compress: fc.boolean(),
    localExtra: fc.integer({ min: 0, max: 20 }).map((length) => Buffer.alloc(length, 7)),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
);

test('every member comes back as it was, stored or deflated, behind a comment of any length', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.nat(300), async (list, commentLength) => {
      const path = await save(makeWheel(list, 'c'.repeat(commentLength)));
      expect((await listZip(path)).map(({ name }) => name)).toEqual(list.map(({ name }) => name));
      for (const { name, content } of list) expect(await unpack(path, name)).toEqual(content);
    }),
    { numRuns: 40 },
  );
});

describe('refused', () => {
  const content = Buffer.from('GGUF'.repeat(200));
  const one = (change: Partial<WheelEntry> = {}): WheelEntry => ({ name: 'a.gguf', content, compress: true, ...change });
  const wheel = makeWheel([one()]);
  const changed = (at: number, byte: number): Buffer => {
    const copy = Buffer.from(wheel);
    copy[at] = byte;
    return copy;
  };

  test.each([
    ['an empty file', Buffer.alloc(0), /no zip directory/],
    ['a page instead of a zip', Buffer.from('<html>not found</html>'.repeat(9)), /no zip directory/],
    ['a cut-off file', wheel.subarray(0, wheel.length - 30), /no zip directory/],
    ['a cut-off front', wheel.subarray(20), /outside the file|damaged/],
    ['a damaged file header', changed(0, 0), /header is damaged/],
    ['damaged data', changed(38, 0xff), /damaged/],
    ['a wrong sum', makeWheel([one({ wrongCrc: true })]), /damaged/],
    ['an unknown compression', changed(wheel.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10, 99), /method 99/],
  ])('%s', async (_what, bytes, message) => {
    const path = await save(bytes);
    await expect(unpack(path, 'a.gguf')).rejects.toThrow(message);
  });

  test('a member that unpacks to more than it says', async () => {
    const bomb = Buffer.from(wheel);
    bomb.writeUInt32LE(10, bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    await expect(unpack(await save(bomb), 'a.gguf')).rejects.toThrow(/longer than it says/);
  });
});
