import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCgroupPaths, parseCpuMax, parseMemoryLimit, readCgroupLimits, withParents } from './cgroup.ts';

test.each([
  ['2147483648', 2_147_483_648],
  ['max', null],
  ['9223372036854771712', null],
  ['0', null],
  ['-1', null],
  ['', null],
  [null, null],
  ['lots', null],
])('memory limit %j is %j', (text, bytes) => expect(parseMemoryLimit(text)).toBe(bytes));

test.each([
  ['150000 100000', 1.5],
  ['max 100000', null],
  ['-1 100000', null],
  ['100000 0', null],
  ['', null],
  [null, null],
])('cpu limit %j is %j', (text, cores) => expect(parseCpuMax(text)).toBe(cores));

test('groups of both versions are found, and all above them', () => {
  const paths = parseCgroupPaths('12:cpu,cpuacct:/docker/ab\n4:memory:/docker/ab\n0::/user.slice/x:y\nnonsense');
  expect(Object.fromEntries(paths)).toEqual({ cpu: '/docker/ab', cpuacct: '/docker/ab', memory: '/docker/ab', '': '/user.slice/x:y' });
  expect(parseCgroupPaths(null).size).toBe(0);
  expect(withParents('/a/b')).toEqual(['/a/b', '/a', '/']);
  expect(withParents('/')).toEqual(['/']);
});

test('limits are read from the files, the smallest of all versions', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bench-loop-cgroup-'));
  try {
    expect(await readCgroupLimits(root)).toEqual({ memoryBytes: null, quotaCores: null });
    await writeFile(join(root, 'memory.max'), '4294967296\n');
    await writeFile(join(root, 'cpu.max'), '250000 100000\n');
    expect(await readCgroupLimits(root)).toEqual({ memoryBytes: 4_294_967_296, quotaCores: 2.5 });
    await mkdir(join(root, 'memory'));
    await writeFile(join(root, 'memory', 'memory.limit_in_bytes'), '1073741824\n');
    expect((await readCgroupLimits(root)).memoryBytes).toBe(1_073_741_824);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
