import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errno } from './errno.ts';
import { createFiles, type FileNode } from './files.ts';

const kibibyte = 1024;
const fileAt = (files: ReturnType<typeof createFiles>, path: string): FileNode => {
  const node = files.find(path);
  if (typeof node === 'number' || node.kind !== 'file') throw new Error(`${path} is no file`);
  return node;
};

test('files are written, found by every spelling of their path, renamed and removed', () => {
  const files = createFiles(100 * kibibyte);
  expect(files.createFolder('/a')).toBe(errno.success);
  files.createFile('/a/b');
  expect(files.write(fileAt(files, '/a/b'), Buffer.from('hello'), 0)).toBe(errno.success);
  expect(Buffer.from(fileAt(files, 'a/../a/./b').bytes.subarray(0, 5)).toString()).toBe('hello');
  expect(files.find('/../../a/b')).toBe(files.find('/a/b'));
  expect(files.rename('/a/b', '/c')).toBe(errno.success);
  expect(files.find('/a/b')).toBe(errno.missing);
  expect(files.remove('/c', 'folder')).toBe(errno.notDirectory);
  expect(files.remove('/c', 'file')).toBe(errno.success);
  expect(files.remove('/a', 'folder')).toBe(errno.success);
});

test('what is wrong has the error number of a real system', () => {
  const files = createFiles(100 * kibibyte);
  files.createFolder('/a');
  files.createFolder('/a/b');
  files.createFile('/f');
  expect(files.find('/none')).toBe(errno.missing);
  expect(files.find('/f/x')).toBe(errno.notDirectory);
  expect(files.createFile('/f')).toBe(errno.exists);
  expect(files.remove('/a', 'folder')).toBe(errno.notEmpty);
  expect(files.remove('/a', 'file')).toBe(errno.isDirectory);
  expect(files.rename('/a', '/a/b/c')).toBe(errno.invalid);
  expect(files.find(`/${'x'.repeat(5000)}`)).toBe(errno.nameTooLong);
});

test('what the host put cannot be written, renamed or removed, nor a folder around it', () => {
  const files = createFiles(100 * kibibyte);
  const own = Buffer.from('library');
  files.putFixed('/usr/lib/a.zip', own);
  const node = fileAt(files, '/usr/lib/a.zip');
  expect(files.write(node, Buffer.from('xx'), 0)).toBe(errno.readOnly);
  expect(files.resize(node, 0)).toBe(errno.readOnly);
  expect(files.remove('/usr/lib/a.zip', 'file')).toBe(errno.readOnly);
  expect(files.rename('/usr', '/other')).toBe(errno.readOnly);
  expect(own.toString()).toBe('library');
});

test('files that are deleted while open keep their share of the quota', () => {
  const files = createFiles(10 * kibibyte);
  files.createFile('/a');
  const node = fileAt(files, '/a');
  node.opens += 1;
  expect(files.write(node, new Uint8Array(6 * kibibyte), 0)).toBe(errno.success);
  expect(files.remove('/a', 'file')).toBe(errno.success);
  files.createFile('/b');
  expect(files.write(fileAt(files, '/b'), new Uint8Array(4 * kibibyte), 0)).toBe(errno.noSpace);
});

test('whatever a guest does, its files never take more than the quota', () => {
  const quota = 64 * kibibyte;
  const action = fc.record({
    act: fc.constantFrom('create', 'write', 'resize', 'remove', 'rename'),
    name: fc.constantFrom('a', 'b', 'c', 'd/e', 'd'),
    size: fc.integer({ min: -1, max: 100 * kibibyte }),
    at: fc.integer({ min: 0, max: 100 * kibibyte }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const files = createFiles(quota);
      files.createFolder('/d');
      for (const { act, name, size, at } of actions) {
        const node = files.find(name);
        if (act === 'create') files.createFile(name);
        else if (act === 'remove') files.remove(name, 'file');
        else if (act === 'rename') files.rename(name, 'b');
        else if (typeof node !== 'number' && node.kind === 'file')
          if (act === 'write') files.write(node, new Uint8Array(Math.max(0, size)), at);
          else files.resize(node, size);
      }
      const total = ['a', 'b', 'c', 'd/e'].reduce((sum, name) => {
        const node = files.find(name);
        return sum + (typeof node !== 'number' && node.kind === 'file' ? node.size : 0);
      }, 0);
      expect(total).toBeLessThanOrEqual(quota);
    }),
    { numRuns: 200 },
  );
});
