import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { digestOfFile } from './digest-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-loop-digests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const cachePath = join(folder, 'cache', 'digests.json');

it('hashes a file once, and again when it changed', async () => {
  const path = join(folder, 'weights');
  writeFileSync(path, 'one');
  const shares: number[] = [];
  expect(await digestOfFile(path, folder, (share) => shares.push(share))).toBe(digestOf('one'));
  expect(shares.at(-1)).toBe(1);
  const cache = JSON.parse(readFileSync(cachePath, 'utf8')) as Record<string, string>;
  const key = Object.keys(cache)[0] as string;
  writeFileSync(cachePath, JSON.stringify({ ...cache, [key]: 'sha256:remembered' }));
  expect(await digestOfFile(path, folder)).toBe('sha256:remembered');
  writeFileSync(path, 'another');
  expect(await digestOfFile(path, folder)).toBe(digestOf('another'));
});

it('does without a cache that is damaged or can not be written', async () => {
  const path = join(folder, 'weights');
  writeFileSync(path, 'two');
  writeFileSync(cachePath, '{ torn');
  expect(await digestOfFile(path, folder)).toBe(digestOf('two'));
  expect(await digestOfFile(path, join(path, 'no-folder'))).toBe(digestOf('two'));
});
