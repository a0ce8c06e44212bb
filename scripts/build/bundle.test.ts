import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { bundle, type Bundle } from './bundle.ts';

describe('the bundle of the published package', () => {
  let dist = '';
  let built: Bundle;
  let manifest: { version: string; bin: Record<string, string>; exports: Record<string, string>; dependencies: Record<string, string> };

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'dist-'));
    built = await bundle(root, dist);
    manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as typeof manifest;
  }, 120_000);
  afterAll(async () => rm(dist, { recursive: true }));

  test('holds every file that package.json names, and is flat', async () => {
    const files = await readdir(dist);
    for (const name of [...Object.values(manifest.bin), manifest.exports['.'] ?? '']) expect(files).toContain(basename(name));
    for (const entry of Object.keys(built.entries)) expect(files).toContain(`${entry}.js`);
    expect(files.filter((file) => !/^[\w-]+\.(?:js|txt|wasm|zip)$/.test(file))).toEqual([]);
  });

  test('imports only Node’s modules and the declared dependencies', () => {
    const external = Object.values(built.outputs).flatMap(({ imports }) =>
      imports.filter((each) => each.external === true).map(({ path }) => path),
    );
    const foreign = external.filter((path) => !path.startsWith('node:') && !isBuiltin(path) && !(path in manifest.dependencies));
    expect([...new Set(foreign)]).toEqual([]);
  });

  test('starts by itself and knows its version', async () => {
    const program = join(dist, 'bench-loop.js');
    expect((await stat(program)).mode & 0o111).not.toBe(0);
    expect((await readFile(program, 'utf8')).startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toBe(`${manifest.version}\n`);
  });

  test('names the licence of every package inside it', async () => {
    const text = await readFile(join(dist, 'THIRD-PARTY.txt'), 'utf8');
    for (const name of ['commander', 'sucrase', 'undici', 'zod'])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)`, 'm'));
    for (const name of ['CPython 3.11 (PSF-2.0)', 'WebAssembly Language Runtimes and wasi-vfs (Apache-2.0)']) expect(text).toContain(name);
    expect(text).not.toContain('no licence named');
  });
});
