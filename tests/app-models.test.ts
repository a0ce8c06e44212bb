import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shows, startApp, startBrowser, until, type App, type Watched } from './support/app.ts';
import { requireAsset, starterModel, type RealServer } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { startModelHub, type ModelHub } from './support/model-hub.ts';
import { ollamaServer } from './support/ollama-server.ts';

const chromium = chromiumProgram();
const starter = starterModel();
const ollamaHere = ollamaServer();
const secretKey = 'sk-loopback-31415926535';
const heldBytes = 30_000_000;

/** A server that lists a model to those who know the key. */
const startKeyedServer = async (): Promise<Server> => {
  const server = createServer(({ url, headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${secretKey}`;
    const body = isKnown && url === '/v1/models' ? { object: 'list', data: [{ id: 'held-back', object: 'model' }] } : {};
    response.writeHead(!isKnown ? 401 : url === '/v1/models' ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('models in the app', () => {
  let home = '';
  let hub: ModelHub;
  let ollama: RealServer | null = null;
  let keyed: Server;
  let app: App;
  let browser: Watched;
  let page: Page;
  const answers: Promise<string>[] = [];

  beforeAll(async () => {
    if ('skip' in chromium || 'skip' in starter) return;
    home = await mkdtemp(join(tmpdir(), 'app-models-'));
    hub = await startModelHub(starter.path);
    keyed = await startKeyedServer();
    if ('start' in ollamaHere) ollama = await ollamaHere.start();
    app = await startApp(home, { env: { HF_ENDPOINT: hub.url, HF_TOKEN: '', BENCHLOOP_ENDPOINTS: ollama?.endpoint ?? '' } });
    browser = await startBrowser(chromium.path);
    browser.context.on('response', (response) => {
      // The stream of events has no end.
      if (!/event-stream/u.test(response.headers()['content-type'] ?? '')) answers.push(response.text().catch(() => ''));
    });
    page = await browser.open(app);
  });
  beforeEach((context) => {
    requireAsset(context, chromium);
    requireAsset(context, starter);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await ollama?.stop();
    await hub?.close();
    keyed?.closeAllConnections();
    keyed?.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const download = (name: string): Locator =>
    page.getByRole('region', { name: 'Fetch a model' }).getByRole('listitem').filter({ hasText: name });
  const press = (name: string, source: string): Promise<void> =>
    download(source)
      .getByRole('button', { name: `${name} ${source}` })
      .click();
  const says = (source: string, text: RegExp): Promise<void> =>
    download(source)
      .filter({ hasText: text })
      .waitFor()
      .catch(async (error: unknown) => {
        throw new Error(`the download says: ${await download(source).innerText()}`, { cause: error });
      });
  /** What is still being sent belongs to a download that was stopped, and would end it whole if it were let go on. */
  const letGo = async (): Promise<void> => {
    await until(
      async () => hub.sending(),
      (count) => count === 0,
    );
    hub.holdAt(null);
  };
  const parts = async (): Promise<string[]> => (await readdir(join(home, 'models'))).filter((name) => name.includes('.part'));

  test('a search tells which file of a repository fits, and each file with its memory', async () => {
    const results = page.getByRole('table', { name: /Repositories of/u });
    await page.getByRole('searchbox', { name: 'Name' }).fill('smollm');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await shows(page, /1 that do not fit are left out/u);
    await results.getByRole('row', { name: /maker\/SmolLM2-GGUF.*135M.*llama.*Q4_1, 98 MB/u }).waitFor();
    expect(await results.getByText('maker/Huge-GGUF').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Fits this machine' }).uncheck();
    await results.getByRole('row', { name: /maker\/Huge-GGUF.*no: Q4_K_M/u }).waitFor();
    await page.getByRole('button', { name: 'Show the models of maker/SmolLM2-GGUF' }).click();
    const files = page.getByRole('table', { name: 'Models in maker/SmolLM2-GGUF' });
    await files.getByRole('row', { name: /Q4_1 98\sMB \d+\sMB, with 8k tokens yes/u }).waitFor();
    await files.getByRole('row', { name: /F32 .*weights alone no/u }).waitFor();
    await page.getByLabel('Format').selectOption('MLX');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await results.getByRole('row', { name: /maker\/SmolLM2-GGUF.*load it in a server of this format/u }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ hub: 'smollm', fits: 'any', format: 'mlx' });
    await page.reload();
    await results.getByRole('row', { name: /maker\/SmolLM2-GGUF.*load it in a server of this format/u }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Name' }).inputValue()).toBe('smollm');
    expect(await page.getByLabel('Format').inputValue()).toBe('mlx');
    await page.goBack();
    await results.getByRole('row', { name: /maker\/Huge-GGUF.*no: Q4_K_M/u }).waitFor();
    expect(await page.getByLabel('Format').inputValue()).toBe('gguf');
    await page.goBack();
    await shows(page, /1 that do not fit are left out/u);
    expect(await page.getByRole('checkbox', { name: 'Fits this machine' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Show the models of maker/SmolLM2-GGUF' }).click();
  });

  test('a download that comes spoilt, is cancelled, paused and gone on with ends among the models, ready to run', async () => {
    const { source } = hub;
    hub.spoil(true);
    await page.getByRole('button', { name: `Fetch ${source}` }).click();
    await says(source, /failed.*its file has the SHA-256 .* and was deleted.*Pull again\. If it differs again/u);
    hub.spoil(false);
    hub.holdAt(heldBytes);
    await press('Resume', source);
    await says(source, /running: 3\d\sMB of 98\sMB \(3\d\s%\)/u);
    await press('Cancel', source);
    await says(source, /cancelled/u);
    await until(parts, (left) => left.length === 0);
    await press('Start again', source);
    await says(source, /running: 3\d\sMB of 98\sMB/u);
    await press('Pause', source);
    await says(source, /paused: 3\d\sMB of 98\sMB/u);
    const part = (await parts()).find((name) => name.endsWith('.part')) ?? 'no part';
    const { size: keptBytes } = await stat(join(home, 'models', part));
    await letGo();
    await page.reload();
    await press('Resume', source);
    await says(source, /done: 98\sMB of 98\sMB/u);
    expect(keptBytes).toBeGreaterThan(0);
    expect(hub.asked.at(-1)?.start).toBe(keptBytes);
    const row = page.getByRole('region', { name: 'On this disk, for the embedded engine' }).getByRole('row', { name: hub.fileName });
    const order = page.getByLabel('Sort by');
    await order.selectOption('size descending');
    const sorted = page.locator('th[aria-sort=descending]', { hasText: 'Size' }).first();
    await sorted.waitFor();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-size');
    await page.reload();
    await sorted.waitFor();
    expect(await order.inputValue()).toBe('size descending');
    await page.goBack();
    await sorted.waitFor({ state: 'detached' });
    await row.getByRole('link', { name: /^Benchmark/u }).click();
    await page.waitForURL('**/benchmark?**');
    await until(
      () => page.getByRole('checkbox', { name: hub.fileName }).isChecked(),
      (isChecked) => isChecked,
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Models', exact: true }).click();
  });

  test('what no disk holds is refused before a byte of it is asked for', async () => {
    const before = hub.asked.length;
    await page.getByLabel('Source').fill(hub.hugeSource);
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await says(hub.hugeSource, /failed.*MB free; the model needs 4,000,000,000 MB there.*Free some space/u);
    expect(hub.asked.length).toBe(before);
  });

  test('an Ollama fetches a model, watched, paused and gone on with', async (context) => {
    requireAsset(context, ollamaHere);
    const source = hub.ollamaSource;
    hub.holdAt(heldBytes);
    await page.getByLabel('Source').fill(source);
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await says(source, /running: 3\d\sMB of 98\sMB/u);
    await press('Pause', source);
    await says(source, /paused: 3\d\sMB of 98\sMB/u);
    await letGo();
    const before = hub.asked.length;
    await press('Resume', source);
    await says(source, /done/u);
    expect(hub.asked.slice(before).some(({ start }) => start > 0)).toBe(true);
    await page
      .getByRole('region', { name: 'Ollama' })
      .getByRole('row', { name: /library\/tiny:latest.*135M.*Q4_1/u })
      .waitFor();
  });

  test('a saved endpoint is asked with its key, which no answer gives back', async () => {
    const { port } = keyed.address() as AddressInfo;
    await page.getByText('Save an endpoint').click();
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/v1`);
    await page.getByLabel('Key', { exact: true }).fill(secretKey);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('table', { name: /Addresses that are asked/u })
      .getByRole('cell', { name: /in the (?:keychain|key file)/u })
      .waitFor();
    await page.getByRole('row', { name: /held-back/u }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /held-back/u }).waitFor();
    expect(await page.content()).not.toContain(secretKey);
    expect((await Promise.all(answers)).join('')).not.toContain(secretKey);
    expect(browser.wrong).toEqual([]);
  });
});
