import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findModels } from '../find-models.ts';
import { resolveModel, resolveModelPath } from '../resolve-model-path.ts';

const gguf = (size: number): Buffer => Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(size - 4)]);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'disk-models-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = async (path: string, content: Buffer | string = gguf(100)): Promise<string> => {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
  return full;
};

const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ HOME: join(root, 'person'), ...more });
const find = (more: NodeJS.ProcessEnv = {}, folders: string[] = []) => findModels(folders, join(root, 'home'), env(more));
const named = async (more: NodeJS.ProcessEnv = {}) =>
  (await find(more)).map(({ name, source, sizeBytes, parts }) => [name, source, sizeBytes, parts]);
const resolveName = (text: string) => resolveModel(text, { home: join(root, 'home'), env: env() });

const putOllama = async (
  name: string,
  { digit = 'a', content = gguf(500), layers = 1, mediaType = 'application/vnd.ollama.image.model' } = {},
) => {
  const digest = digit.repeat(64);
  const store = 'person/.ollama/models';
  await put(`${store}/blobs/sha256-${digest}`, content);
  const layer = { mediaType, digest: `sha256:${digest}`, size: content.length };
  const template = { mediaType: 'application/vnd.ollama.image.template', digest: `sha256:${'0'.repeat(64)}`, size: 1 };
  await put(
    `${store}/manifests/${name}`,
    JSON.stringify({ schemaVersion: 2, layers: [...Array.from({ length: layers }, () => layer), template] }),
  );
  return join(root, store, 'blobs', `sha256-${digest}`);
};

describe('Ollama', () => {
  test('models are read where they lie, under the name that Ollama prints', async () => {
    const path = await putOllama('registry.ollama.ai/library/llama3.2/latest');
    await putOllama('registry.ollama.ai/someone/tiny/q4_0', { digit: 'b' });
    await putOllama('hf.co/owner/repo-GGUF/Q8_0', { digit: 'c' });
    expect(await named()).toEqual([
      ['hf.co/owner/repo-GGUF:Q8_0', 'Ollama', 500, 1],
      ['llama3.2:latest', 'Ollama', 500, 1],
      ['someone/tiny:q4_0', 'Ollama', 500, 1],
    ]);
    expect(await resolveName('llama3.2')).toEqual({ path, name: 'llama3.2:latest' });
    expect(await resolveName('LLAMA3.2:latest')).toMatchObject({ path });
    expect(await resolveName('someone/tiny:q4_0')).toMatchObject({ name: 'someone/tiny:q4_0' });
  });

  test.each([
    ['weights of another format', { content: Buffer.from('safetensors and so on') }],
    ['several weight layers', { layers: 2 }],
    ['no weight layer', { mediaType: 'application/vnd.ollama.image.adapter' }],
  ])('%s are left out', async (_what, options) => {
    await putOllama('registry.ollama.ai/library/other/latest', options);
    expect(await find()).toEqual([]);
  });

  test('damaged manifests and missing blobs are left out', async () => {
    await put('person/.ollama/models/manifests/registry.ollama.ai/library/bad/latest', '{');
    await put(
      'person/.ollama/models/manifests/registry.ollama.ai/library/gone/latest',
      JSON.stringify({ layers: [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${'d'.repeat(64)}` }] }),
    );
    await put(
      'person/.ollama/models/manifests/registry.ollama.ai/library/evil/latest',
      JSON.stringify({ layers: [{ mediaType: 'application/vnd.ollama.image.model', digest: 'sha256:../../../etc/passwd' }] }),
    );
    expect(await find()).toEqual([]);
  });

  test('OLLAMA_MODELS names its folder', async () => {
    await putOllama('registry.ollama.ai/library/llama3.2/latest');
    expect(await find({ OLLAMA_MODELS: join(root, 'elsewhere') })).toEqual([]);
    expect(await named({ HOME: '', OLLAMA_MODELS: join(root, 'person/.ollama/models') })).toHaveLength(1);
  });
});

describe('other programs', () => {
  test('LM Studio: by publisher, repository and file; moved folders too; projectors are no models', async () => {
    await put('person/.lmstudio/models/pub/repo/Small-Q4_K_M.gguf');
    await put('person/.lmstudio/models/pub/repo/mmproj-Small-f16.gguf');
    await put('person/.lmstudio/models/pub/mlx/model.safetensors');
    await put('moved/pub/other/Other-Q8_0.gguf');
    await put('person/.lmstudio/settings.json', JSON.stringify({ downloadsFolder: join(root, 'moved') }));
    expect(await named()).toEqual([
      ['pub/other/Other-Q8_0.gguf', 'LM Studio', 100, 1],
      ['pub/repo/Small-Q4_K_M.gguf', 'LM Studio', 100, 1],
    ]);
    for (const name of ['pub/repo/Small-Q4_K_M', 'small-q4_k_m', 'Small-Q4_K_M.gguf'])
      expect(await resolveName(name)).toEqual({
        path: join(root, 'person/.lmstudio/models/pub/repo/Small-Q4_K_M.gguf'),
        name: 'Small-Q4_K_M.gguf',
      });
  });

  test('Hugging Face: each file once, of the revision that main names', async () => {
    const repository = 'hf/hub/models--owner--repo-GGUF';
    const blob = await put(`${repository}/blobs/abc`);
    for (const revision of ['111', '222']) {
      await mkdir(join(root, repository, 'snapshots', revision), { recursive: true });
      await symlink(blob, join(root, repository, 'snapshots', revision, 'x-Q4_0.gguf'));
    }
    await put(`${repository}/refs/main`, '222\n');
    const found = await find({ HF_HOME: join(root, 'hf') });
    expect(found).toMatchObject([{ name: 'owner/repo-GGUF/x-Q4_0.gguf', source: 'Hugging Face cache', sizeBytes: 100 }]);
    expect(found[0]?.path).toContain(join('snapshots', '222'));
    await rm(blob);
    expect(await find({ HF_HOME: join(root, 'hf') })).toEqual([]);
  });

  test('llama.cpp: LLAMA_CACHE or the cache of the system', async () => {
    await put('person/.cache/llama.cpp/owner_repo_x.gguf');
    await put('person/.cache/llama.cpp/owner_repo_x.gguf.json', '{}');
    await put('cache/y.gguf');
    expect(await named()).toEqual([['owner_repo_x.gguf', 'llama.cpp cache', 100, 1]]);
    expect(await named({ LLAMA_CACHE: join(root, 'cache') })).toEqual([['y.gguf', 'llama.cpp cache', 100, 1]]);
  });
});

describe('folders', () => {
  test('given ones are searched at any depth, each folder once though linked in a circle', async () => {
    await put('mine/a.gguf');
    await put('mine/deep/er/b.gguf');
    await put('more/c.gguf');
    await symlink(join(root, 'mine'), join(root, 'mine', 'deep', 'circle'));
    const found = await find({ BENCHLOOP_MODEL_FOLDERS: [join(root, 'more'), join(root, 'none')].join(delimiter) }, [join(root, 'mine')]);
    expect(found.map(({ name, source }) => [name, source])).toEqual([
      ['a.gguf', 'folder'],
      ['b.gguf', 'folder'],
      ['c.gguf', 'folder'],
    ]);
  });

  test('a model in parts is one; without all its parts it is none', async () => {
    for (const part of [1, 2, 3]) await put(`mine/Big-0000${part}-of-00003.gguf`);
    await put('mine/Half-00001-of-00002.gguf');
    await put('mine/Tail-00002-of-00002.gguf');
    expect(await find({}, [join(root, 'mine')])).toEqual([
      {
        name: 'Big.gguf',
        aliases: ['Big-00001-of-00003.gguf', 'Big'],
        path: join(root, 'mine', 'Big-00001-of-00003.gguf'),
        sizeBytes: 300,
        parts: 3,
        source: 'folder',
      },
    ]);
  });
});

describe('a name', () => {
  test('that several models have is one message that lists them', async () => {
    await put('person/.lmstudio/models/a/repo/same.gguf', gguf(100));
    await put('person/.lmstudio/models/b/repo/same.gguf', gguf(200));
    await expect(resolveName('same')).rejects.toThrow(/may mean several models: a\/repo\/same\.gguf \(LM Studio\), b\/repo\/same\.gguf/u);
    expect(await resolveName('b/repo/same')).toMatchObject({ path: expect.stringContaining(join('b', 'repo')) as string });
  });

  test('that two copies of one file have is the first of them', async () => {
    await put('home/models/same.gguf');
    await put('person/.lmstudio/models/a/repo/same.gguf');
    expect(await resolveName('same')).toMatchObject({ path: join(root, 'home/models/same.gguf') });
  });

  test('nobody has, and a path that leads nowhere, are one message each', async () => {
    await put('home/models/qwen.gguf');
    await expect(resolveName('qwem')).rejects.toThrow(/There is no model "qwem"\. Near it: qwen\.gguf/u);
    await expect(resolveName('owner/none')).rejects.toThrow(/There is no file owner\/none/u);
    await expect(resolveModelPath(join(root, 'x.gguf'))).rejects.toThrow(/There is no file/u);
  });
});
