import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { join } from 'node:path';
import { bytesRoute, startHost, textRoute, type Host } from '../models/testing/loopback-host.ts';
import { smallGguf } from '../models/testing/small-model.ts';
import { hubChoices, searchModels } from './hub.ts';

const gigabyte = 1e9;
const machine = { memoryBytes: 16 * gigabyte, gpus: [] };

let host: Host;
let home: string;
beforeEach(async () => {
  host = await startHost();
  home = await mkdtemp(join(tmpdir(), 'hub-'));
});
afterEach(async () => {
  await host.close();
  await rm(home, { recursive: true, force: true });
});

const serve = (repos: Record<string, Record<string, number>>): void => {
  host.routes.set('/api/models', textRoute(JSON.stringify(Object.keys(repos).map((id) => ({ id }))), 'application/json'));
  for (const [repo, files] of Object.entries(repos)) {
    const tree = Object.entries(files).map(([path, size]) => ({ type: 'file', path, size }));
    host.routes.set(`/api/models/${repo}/tree/main`, textRoute(JSON.stringify(tree), 'application/json'));
    for (const path of Object.keys(files)) host.routes.set(`/${repo}/resolve/main/${path}`, bytesRoute({ content: smallGguf(500) }));
  }
};
const options = () => ({ home, env: { HF_ENDPOINT: host.url }, machine, signal: new AbortController().signal });
const search = async (sized = true) => {
  const answer = await searchModels({ text: 'x', format: 'gguf', limit: 9, sized }, options());
  return answer.state === 'found' ? answer.models : [];
};

test('the list speaks for the largest file that fits, and where none does for the smallest', async () => {
  serve({
    'a/mixed': { 'm-Q2_K.gguf': 3 * gigabyte, 'm-Q4_K_M.gguf': 5 * gigabyte, 'm-F16.gguf': 40 * gigabyte },
    'a/huge': { 'h-Q2_K.gguf': 90 * gigabyte, 'h-Q8_0-00001-of-00002.gguf': 100 * gigabyte, 'h-Q8_0-00002-of-00002.gguf': 100 * gigabyte },
    'a/none': { 'mmproj-m.gguf': 100 },
  });
  expect(await search()).toMatchObject([
    {
      repo: 'a/mixed',
      smallestBytes: 3 * gigabyte,
      fits: { fits: true },
      fitsFile: { name: 'Q4_K_M', sizeBytes: 5 * gigabyte, fitting: 2, all: 3 },
    },
    { repo: 'a/huge', fits: { fits: false }, fitsFile: { name: 'Q2_K', sizeBytes: 90 * gigabyte, fitting: 0, all: 2 } },
    { repo: 'a/none', smallestBytes: null, fits: null, fitsFile: null },
  ]);
  expect((await search(false))[0]).toMatchObject({ smallestBytes: null, fits: null, fitsFile: null });
});

test('each file of a repository is judged by its own size, and the head of each model in it is read once', async () => {
  serve({ 'a/two': { 'small-Q4_0.gguf': 5e8, 'small-Q8_0.gguf': gigabyte, 'large-Q4_0.gguf': 60 * gigabyte } });
  const answer = await hubChoices('a/two', options());
  expect(answer).toMatchObject({
    state: 'found',
    choices: [
      { source: 'hf:a/two:small-Q4_0.gguf', fits: { fits: true } },
      { source: 'hf:a/two:Q8_0', fits: { fits: true } },
      { source: 'hf:a/two:large-Q4_0.gguf', fits: { fits: false } },
    ],
  });
  const heads = host.seen.map(({ path }) => path).filter((path) => path.includes('resolve'));
  expect(heads.toSorted()).toEqual(['/a/two/resolve/main/large-Q4_0.gguf', '/a/two/resolve/main/small-Q4_0.gguf']);
});

test('a file list that broke off is asked for once more, one that is refused is not', async () => {
  serve({ 'a/drops': { 'm-Q4_0.gguf': gigabyte }, 'a/closed': {} });
  const list = host.routes.get('/api/models/a/drops/tree/main');
  host.routes.set('/api/models/a/drops/tree/main', (request, response, nth) =>
    nth === 1 ? void response.destroy() : list?.(request, response, nth),
  );
  host.routes.set('/api/models/a/closed/tree/main', (_request, response) => void response.writeHead(401).end());
  expect(await search()).toMatchObject([{ fitsFile: { name: 'Q4_0' } }, { fitsFile: null }]);
  expect(host.seen.filter(({ path }) => path.includes('closed'))).toHaveLength(1);
});
