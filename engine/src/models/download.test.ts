import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { UserError } from '@benchloop/spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { downloadFile, parseContentRange, type Download } from './download.ts';
import { fetchContext, type FetchOptions } from './fetch-context.ts';
import { createNetwork, targetOf } from './network.ts';
import { bytesRoute, startHost, type Host } from './testing/loopback-host.ts';
import { sha256, smallGguf } from './testing/small-model.ts';

const content = smallGguf(30_000);
let host: Host;
let folder: string;
let part: string;
let slept: number[];

beforeEach(async () => {
  host = await startHost();
  folder = await mkdtemp(join(tmpdir(), 'bench-loop-download-'));
  part = join(folder, 'x.gguf.part');
  slept = [];
});
afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const fetchIt = async (change: Partial<Download> = {}, options: FetchOptions = {}): Promise<void> => {
  const context = fetchContext({ env: {}, home: folder, sleep: async (ms) => void slept.push(ms), ...options });
  const network = createNetwork(context);
  const download = {
    target: targetOf(`${host.url}/x.gguf`),
    label: 'loopback',
    sizeBytes: content.length,
    sha256: sha256(content),
    ...change,
  };
  try {
    await downloadFile(download, part, { network, context });
  } finally {
    await network.close();
  }
};
const serve = (options: Partial<Parameters<typeof bytesRoute>[0]> = {}) => host.routes.set('/x.gguf', bytesRoute({ content, ...options }));
const isGone = async (path: string) => (await stat(path).catch(() => null)) === null;

describe('a whole download', () => {
  test('writes all bytes and reports progress up to the total', async () => {
    serve();
    const progress: [string, number, number | null][] = [];
    await fetchIt({}, { onProgress: ({ stage, bytes, totalBytes }) => progress.push([stage, bytes, totalBytes]) });
    expect(sha256(await readFile(part))).toBe(sha256(content));
    expect(progress).toContainEqual(['download', content.length, content.length]);
    expect(progress.at(-1)).toEqual(['verify', content.length, content.length]);
  });

  test('of unknown size and digest takes what is sent', async () => {
    serve({ length: false });
    await fetchIt({ sizeBytes: null, sha256: null });
    expect(sha256(await readFile(part))).toBe(sha256(content));
  });
});

describe('resuming', () => {
  test('from any byte gives the same file and asks only for the rest', async () => {
    serve();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: content.length }), async (at) => {
        await writeFile(part, content.subarray(0, at));
        host.seen.length = 0;
        await fetchIt();
        expect(sha256(await readFile(part))).toBe(sha256(content));
        expect(host.seen.map(({ range }) => range)).toEqual(at === content.length ? [] : [at === 0 ? null : `bytes=${at}-`]);
      }),
      { numRuns: 40, examples: [[0], [1], [content.length - 1], [content.length]] },
    );
  });

  test('starts again where the server ignores Range', async () => {
    serve({ range: false });
    await writeFile(part, content.subarray(0, 9_000));
    await fetchIt();
    expect(sha256(await readFile(part))).toBe(sha256(content));
  });

  test('starts again where the server goes on elsewhere', async () => {
    host.routes.set('/x.gguf', (request, response) => {
      if (request.headers.range) response.writeHead(206, { 'content-range': `bytes 0-99/${content.length}` }).end(content.subarray(0, 100));
      else response.writeHead(200).end(content);
    });
    await writeFile(part, content.subarray(0, 9_000));
    await fetchIt();
    expect(sha256(await readFile(part))).toBe(sha256(content));
  });

  test('a part longer than the file is thrown away', async () => {
    serve();
    await writeFile(part, Buffer.alloc(content.length + 1));
    await fetchIt();
    expect(sha256(await readFile(part))).toBe(sha256(content));
  });

  test('without a digest needs the same entity tag', async () => {
    const loose = { sizeBytes: null, sha256: null };
    const other = smallGguf(30_000).reverse();
    serve({ etag: '"one"', dropAfter: (nth) => (nth === 1 ? 10_000 : 0) });
    await expect(fetchIt(loose)).rejects.toThrow(/4 times in a row/);
    host.routes.set('/x.gguf', bytesRoute({ content: other, etag: '"two"' }));
    await fetchIt(loose);
    expect(sha256(await readFile(part))).toBe(sha256(other));
    expect(await isGone(`${part}.json`)).toBe(true);
  });

  test('without a digest goes on when the entity tag is the same', async () => {
    serve({ etag: '"one"', dropAfter: (nth) => (nth === 1 ? 10_000 : null) });
    await fetchIt({ sizeBytes: null, sha256: null });
    expect(sha256(await readFile(part))).toBe(sha256(content));
    expect(host.seen.map(({ range }) => range)).toEqual([null, 'bytes=10000-']);
  });
});

describe('drops', () => {
  test('in the middle are continued at the byte reached', async () => {
    serve({ dropAfter: (nth) => (nth <= 5 ? 4_000 : null) });
    await fetchIt();
    expect(sha256(await readFile(part))).toBe(sha256(content));
    expect(host.seen.map(({ range }) => range)).toEqual([null, ...[4, 8, 12, 16, 20].map((kilo) => `bytes=${kilo}000-`)]);
  });

  test('without progress end after three more tries and keep the part', async () => {
    serve({ range: false, dropAfter: () => 4_000 });
    await expect(fetchIt()).rejects.toThrow(/4 times in a row/);
    expect((await readFile(part)).length).toBe(4_000);
    expect(slept.length).toBeGreaterThanOrEqual(3);
  });

  test('silence counts as a drop', async () => {
    serve();
    host.routes.set('/x.gguf', (request, response, nth) => {
      if (nth > 1) return bytesRoute({ content })(request, response, nth);
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 5_000));
    });
    await fetchIt({}, { idleTimeoutMs: 200 });
    expect(sha256(await readFile(part))).toBe(sha256(content));
  });

  test('a host that never answers is left without a second try', async () => {
    host.routes.set('/x.gguf', () => undefined);
    await expect(fetchIt({}, { idleTimeoutMs: 200 })).rejects.toThrow(/no answer in time/);
    expect(host.seen).toHaveLength(1);
  });

  test('a busy server is asked again', async () => {
    host.routes.set('/x.gguf', (request, response, nth) => {
      if (nth === 1) response.writeHead(503).end();
      else bytesRoute({ content })(request, response, nth);
    });
    await fetchIt();
    expect(sha256(await readFile(part))).toBe(sha256(content));
    expect(slept).toEqual([500]);
  });
});

describe('refused', () => {
  test('a wrong SHA-256 deletes the part and says so', async () => {
    serve();
    await expect(fetchIt({ sha256: '0'.repeat(64) })).rejects.toThrow(/SHA-256 .* and was deleted/);
    expect(await isGone(part)).toBe(true);
  });

  test('another size is seen before a byte is written', async () => {
    serve();
    await expect(fetchIt({ sizeBytes: content.length + 5 })).rejects.toThrow(/offers 30000 bytes where 30005/);
    expect(await isGone(part)).toBe(true);
  });

  test.each([
    [404, /no such file there/],
    [401, /asks for a login/],
    [403, /refuses access/],
  ])('HTTP %i is told at once', async (status, message) => {
    host.routes.set('/x.gguf', (_request, response) => void response.writeHead(status).end());
    await expect(fetchIt()).rejects.toThrow(message);
    expect(host.seen).toHaveLength(1);
  });

  test('a full disk is one message with a next step, before a byte is written', async () => {
    serve();
    const failure = await fetchIt({ extraBytes: 5_000_000 }, { freeBytes: async () => 64 * 1024 * 1024 + 5_000_000 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({ exitCode: 1, nextStep: expect.stringContaining('BENCHLOOP_HOME') });
    expect(await isGone(part)).toBe(true);
  });

  test('an abort stops and keeps the part', async () => {
    const stop = new AbortController();
    host.routes.set(
      '/x.gguf',
      (_request, response) => void response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 5_000)),
    );
    const run = fetchIt({}, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect((await readFile(part)).length).toBe(5_000);
  });
});

test('a Content-Range is read or refused', () => {
  expect(parseContentRange('bytes 5-9/10')).toEqual({ start: 5, totalBytes: 10 });
  expect(parseContentRange('bytes 5-9/*')).toEqual({ start: 5, totalBytes: null });
  for (const wrong of [null, '', 'bytes */10', 'items 1-2/3', 'bytes a-b/c']) expect(parseContentRange(wrong)).toBeNull();
});
