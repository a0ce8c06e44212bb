import { describe, expect, test } from 'vitest';
import { chooseHubFiles, hubFileTarget, parseHubTree, quantizationInName, type HubFile } from './hugging-face.ts';

const file = (path: string): HubFile => ({ path, sizeBytes: 1, sha256: null });
const names = (files: HubFile[]) => files.map(({ path }) => path);
const several = ['x-Q8_0.gguf', 'x-Q4_K_M.gguf', 'x-Q4_1.gguf', 'mmproj-x-f16.gguf'].map(file);

test.each([
  ['SmolLM2-135M-Instruct.Q4_1.gguf', 'Q4_1'],
  ['Qwen3-8B-Q4_K_M.gguf', 'Q4_K_M'],
  ['model-IQ3_XXS.gguf', 'IQ3_XXS'],
  ['sub/model-UD-Q2_K_XL-00001-of-00002.gguf', 'UD-Q2_K_XL'],
  ['model.f16.gguf', 'F16'],
  ['model-Q6_K.gguf', 'Q6_K'],
  ['gpt-oss-20b-mxfp4.gguf', 'MXFP4'],
  ['Q-model-7B.gguf', null],
])('%s is of quantization %s', (name, quantization) => expect(quantizationInName(name)).toBe(quantization));

describe('the choice', () => {
  test('is the named quantization or file, in any case', () => {
    expect(names(chooseHubFiles(several, 'o/r', 'q4_1'))).toEqual(['x-Q4_1.gguf']);
    expect(names(chooseHubFiles(several, 'o/r', 'x-Q8_0.gguf'))).toEqual(['x-Q8_0.gguf']);
  });
  test('is Q4_K_M when none is named, and the only file when there is one', () => {
    expect(names(chooseHubFiles(several, 'o/r', null))).toEqual(['x-Q4_K_M.gguf']);
    expect(names(chooseHubFiles([file('a/only.gguf'), file('mmproj-only.gguf')], 'o/r', null))).toEqual(['a/only.gguf']);
  });
  test('holds all shards in order', () => {
    const shards = ['x-Q8_0-00002-of-00002.gguf', 'x-Q8_0-00001-of-00002.gguf', 'x-Q4_0.gguf'].map(file);
    expect(names(chooseHubFiles(shards, 'o/r', 'Q8_0'))).toEqual(['x-Q8_0-00001-of-00002.gguf', 'x-Q8_0-00002-of-00002.gguf']);
  });
  test.each([
    ['no file at all', [], null, /holds no GGUF file/],
    ['an unknown quantization', several, 'Q9_Z', /has no Q9_Z. It has: Q4_1, Q4_K_M, Q8_0/],
    ['several without the usual one', [file('a-Q8_0.gguf'), file('a-Q4_1.gguf')], null, /holds several models. It has: Q4_1, Q8_0/],
  ])('is refused for %s', (_what, files, quant, message) => expect(() => chooseHubFiles(files, 'o/r', quant)).toThrow(message));
});

test('a listing gives GGUF files with the size and digest of their content', () => {
  const text = JSON.stringify([
    { type: 'directory', path: 'sub', size: 0 },
    { type: 'file', path: 'README.md', size: 5 },
    { type: 'file', path: 'sub/a.gguf', size: 130, lfs: { oid: 'cd'.repeat(32), size: 9_000, pointerSize: 130 } },
    { type: 'file', path: 'b.gguf', size: 12 },
  ]);
  expect(parseHubTree(text, new URL('https://hub.example/'))).toEqual([
    { path: 'sub/a.gguf', sizeBytes: 9_000, sha256: 'cd'.repeat(32) },
    { path: 'b.gguf', sizeBytes: 12, sha256: null },
  ]);
  for (const wrong of ['', '<html>', '{"error":"x"}'])
    expect(() => parseHubTree(wrong, new URL('https://hub.example/'))).toThrow(/no file listing/);
});

describe('the token', () => {
  const place = { repo: 'o/r', revision: 'main', path: 'a b.gguf' };
  test('belongs to the host that HF_ENDPOINT names', () => {
    expect(hubFileTarget(place, { HF_TOKEN: 't' })).toEqual({
      url: new URL('https://huggingface.co/o/r/resolve/main/a%20b.gguf'),
      credential: { origin: 'https://huggingface.co', value: 'Bearer t' },
    });
    expect(hubFileTarget(place, { HF_TOKEN: 't', HF_ENDPOINT: 'https://mirror.example/hf/' })).toEqual({
      url: new URL('https://mirror.example/hf/o/r/resolve/main/a%20b.gguf'),
      credential: { origin: 'https://mirror.example', value: 'Bearer t' },
    });
  });
  test('is never sent unencrypted across a network', () => {
    expect(hubFileTarget(place, { HF_TOKEN: 't', HF_ENDPOINT: 'http://mirror.example' }).credential).toBeNull();
    expect(hubFileTarget(place, { HF_ENDPOINT: 'https://mirror.example' }).credential).toBeNull();
  });
});
