import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelsAnswer, TrialRow } from '@benchloop/spec';
import { ask, shows, startApp, startBrowser, until, type App, type Watched } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';
import { sendJson, startModelServer } from './support/model-server.ts';
import { freePort } from './support/server-process.ts';
import { openSmallDisk } from './support/small-disk.ts';

const chromium = chromiumProgram();

type Silent = { endpoint: string; close: () => Promise<void> };

/** Accepts every connection and says nothing on it. */
const startSilentServer = async (): Promise<Silent> => {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

/** A copy of a run under another id, with its run.json changed. */
const copyRun = async (home: string, id: string, name: string, change: (text: string) => string): Promise<void> => {
  const folder = join(home, 'runs', name);
  await cp(join(home, 'runs', id), folder, { recursive: true });
  await writeFile(join(folder, 'run.json'), change(await readFile(join(folder, 'run.json'), 'utf8')));
};

const damaged = '20260101-000000-aaaaaa';
const older = '20260101-000000-bbbbbb';

describe('the app says what to do', () => {
  let home = '';
  let runId = '';
  let silent: Silent;
  let app: App;
  let browser: Watched;
  let page: Page;

  beforeAll(async () => {
    if ('skip' in chromium) return;
    home = await mkdtemp(join(tmpdir(), 'app-states-'));
    const plan = ['--profile', 'custom', '--suites', 'dataextract,toolcall', '--tasks-per-suite', '6'];
    await runCli(['run', '--provider', 'mock', '--model', 'skill=50', ...plan], home);
    runId = (await readdir(join(home, 'runs')))[0] ?? '';
    await copyRun(home, runId, damaged, (text) => text.slice(0, 100));
    await copyRun(home, runId, older, (text) => JSON.stringify({ ...(JSON.parse(text) as object), id: older, formatVersion: 0 }));
    silent = await startSilentServer();
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    app = await startApp(home, { env: { BENCHLOOP_ENDPOINTS: `${silent.endpoint},${nowhere}`, HF_ENDPOINT: nowhere } });
    browser = await startBrowser(chromium.path);
    page = await browser.open(app);
  });
  beforeEach((context) => void requireAsset(context, chromium));
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await silent?.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const open = (path: string) => page.goto(`${app.origin}/${path}`);
  const chosenTrial = () => page.getByRole('listbox', { name: 'Trials' }).getByRole('option', { selected: true });

  test('where no server and no model is', async (context) => {
    await shows(page, 'Fetch a model');
    const { servers, models } = await ask<ModelsAnswer>(page, 'models');
    await shows(page, `Something at ${silent.endpoint} accepts connections and did not answer within a second; it may be busy.`);
    await shows(page, /does not answer: start the server, or remove the address/u);
    if (servers.length > 0 || models.length > 0) return context.skip('does not apply: this machine has servers or models of its own');
    await shows(page, /No server answers on this machine\. .* Start Ollama, LM Studio, llama\.cpp or another server/u);
    await shows(page, /No model is on this machine.* Fetch the starter model below to begin/u);
  });

  test('where the network is away', async () => {
    await page.getByRole('searchbox', { name: 'Name' }).fill('smollm');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await shows(page, 'Hugging Face can’t be reached');
    await shows(page, /set HF_ENDPOINT to its address/u);
  });

  test('where run folders are damaged or of another version; the good one still opens', async () => {
    await open('runs');
    const section = page.getByRole('region', { name: 'Runs that can’t be read' });
    await section.waitFor();
    const text = await section.innerText();
    expect(text).toMatch(/aaaaaa[^]*is damaged: it is no JSON\.[^]*Restore the file from a copy/u);
    expect(text).toMatch(/bbbbbb[^]*does not fit the run format[^]*another version of BenchLoop; read it with that version/u);
    await open(`runs/${damaged}`);
    await shows(page, 'Restore the file from a copy; the trials beside it are untouched.');
    await open(`runs/${older}`);
    await shows(page, 'It may come from another version of BenchLoop; read it with that version.');
    await open('runs/20990101-000000-cccccc');
    await shows(page, /There is no run 20990101-000000-cccccc/u);
    await open(`runs/${runId}`);
    await page.getByRole('region', { name: 'Scores' }).waitFor();
  });

  test('where a line of the trials is damaged', async () => {
    const name = '20260101-000000-dddddd';
    await copyRun(home, runId, name, (text) => JSON.stringify({ ...(JSON.parse(text) as object), id: name }));
    const trials = join(home, 'runs', name, 'trials.jsonl');
    await writeFile(trials, (await readFile(trials, 'utf8')).replace('{', '{{'));
    await open(`runs/${name}`);
    await shows(page, /trials\.jsonl is damaged in line 1; those trials are left out of the numbers below/u);
    await shows(page, 'Restore the file from a copy, or run the benchmark again.');
  });

  test('trials are chosen by cause and suite; the address keeps the choice, and the next failed one is one of them', async () => {
    await open(`runs/${runId}`);
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${runId}/trials`);
    const cause = 'answered wrongly';
    const wrong = trials.filter((row) => row.cause === cause);
    const chosen = wrong.filter(({ suiteId }) => suiteId === wrong[0]?.suiteId);
    expect(chosen.length).toBeLessThan(trials.length);
    expect(chosen.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: `${cause} (${wrong.length})` }).click();
    await page.getByRole('heading', { level: 1, name: `Run, ${wrong.length} of ${trials.length} trials` }).waitFor();
    const suiteId = chosen[0]?.suiteId ?? '';
    await page.getByRole('combobox', { name: 'Suite' }).selectOption(`${suiteId} (${chosen.length})`);
    const heading = `Run, ${chosen.length} of ${trials.length} trials`;
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const list = page.getByRole('listbox', { name: 'Trials' });
    await list.getByRole('option').first().click();
    for (let step = 1; step <= chosen.length; step += 1) {
      await page.keyboard.press('n');
      const next = encodeURIComponent(chosen[step % chosen.length]?.id ?? '');
      await until(
        async () => page.url(),
        (url) => url.includes(next),
      );
    }
    await page.reload();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Cause' }).inputValue()).toBe(cause);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: `Run, ${wrong.length} of ${trials.length} trials` }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Suite' }).inputValue()).toBe('');
  });

  test('where the server refuses the key, has no such model, or too small a context', async () => {
    const refusals = [
      [401, 'Incorrect API key provided', /Incorrect API key provided\. Give the key of this server/u],
      [404, 'model not found', /model not found\. Check the model name/u],
      [400, 'This model has a maximum context length of 256 tokens', /256 tokens\. Start the server with a larger context/u],
    ] as const;
    const servers = await Promise.all(
      refusals.map(([status, message]) => startModelServer((_, response) => sendJson(response, status, { error: { message } }))),
    );
    try {
      const plan = { provider: 'openai', model: 'm', profile: 'custom', suites: 'reasonmath', 'tasks-per-suite': '1' };
      const jobs = servers.map(({ endpoint }) => ({ settings: { ...plan, endpoint }, group: null }));
      expect((await page.request.post(`${app.origin}/api/queue`, { data: { jobs } })).ok()).toBe(true);
      await open('queue');
      for (const [, , words] of refusals) await shows(page, words);
      for (let left = refusals.length; left > 0; left -= 1) {
        await page
          .getByRole('button', { name: /^Forget/u })
          .first()
          .click();
        await until(
          () => page.getByRole('button', { name: /^Forget/u }).count(),
          (count) => count < left,
        );
      }
      await shows(page, 'The queue is empty');
    } finally {
      await Promise.all(servers.map(({ close }) => close()));
    }
  });

  test('where the address or the link leads nowhere', async () => {
    await open('nonsense');
    await shows(page, 'There is no such page');
    await page.getByRole('link', { name: 'Open the runs' }).click();
    await page.getByRole('table', { name: /stored runs/u }).waitFor();
    const stranger = await startBrowser('path' in chromium ? chromium.path : '');
    try {
      // The link was used, so it opens nothing to another browser.
      const late = await stranger.open(app);
      await shows(late, /This page was not opened by BenchLoop/u);
      await shows(late, 'Open the app again with `bench-loop dashboard`.');
      expect((await late.request.get(`${app.origin}/api/runs`)).status()).toBe(401);
    } finally {
      await stranger.close();
    }
  });

  test('where an app runs already: the second start opens another page of it, one of another home takes another port', async () => {
    const again = await runCli(['dashboard', '--no-open'], home);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('The app runs already; this opens another page of it.');
    const link = /is open at (\S+)/u.exec(again.stdout)?.[1] ?? '';
    const second = await browser.open({ ...app, link });
    await shows(second, 'Fetch a model');
    await second.close();

    const otherHome = await mkdtemp(join(tmpdir(), 'app-states-other-'));
    try {
      const taken = await runCli(['dashboard', '--no-open', '--port', new URL(app.origin).port], otherHome);
      expect(taken.code).toBe(2);
      expect(taken.stderr).toMatch(/Port \d+ is taken\.[^]*leave it out: the next free one is taken/u);
      const other = await startApp(otherHome);
      expect(other.origin).not.toBe(app.origin);
      expect(await other.stop()).toBe(0);
    } finally {
      await rm(otherHome, { recursive: true, force: true });
    }
  });

  test('where a server never answers: the search for its models and a run of it end with what to do', async () => {
    await open('benchmark');
    await page.getByText('Another endpoint').click();
    await page.getByLabel('Address').fill(silent.endpoint);
    await page.getByRole('button', { name: 'List its models' }).click();
    await shows(page, 'Asking…');
    await shows(page, /has not answered yet\. It may be busy or loading a model\. Check that the address/u);

    const run = await browser.context.newPage();
    await run.goto(`${app.origin}/benchmark?model=m&endpoint=${encodeURIComponent(silent.endpoint)}`);
    await run.getByRole('button', { name: 'Start the run' }).click();
    await run.waitForURL('**/queue');
    await run.getByRole('row', { name: /running/u }).waitFor();
    for (const each of [page, run]) await shows(each, /was silent for too long before the first byte/u);
    await shows(run, /Give the server longer with --timeout/u);
    await run.getByRole('button', { name: /^Forget/u }).click();
    await shows(run, 'The queue is empty');
    await run.close();
  });

  test('where the disk is full: the run stops with what to do, and goes on when there is space', async (context) => {
    const small = join(home, 'small');
    const disk = await openSmallDisk(context, small);
    const full = await startApp(small);
    try {
      const own = await browser.open(full);
      await own.goto(`${full.origin}/benchmark?model=oracle&provider=mock`);
      await own.getByRole('radio', { name: /^custom/u }).check();
      await own.getByRole('checkbox', { name: /^Reasoning/u }).check();
      await own.getByLabel('Trials of each task').fill('10');
      await own.getByRole('button', { name: 'Start the run' }).click();
      await shows(own, /The disk is full/u);
      await shows(own, /Free some space/u);
      disk.grow();
      await own.getByRole('button', { name: /^Try again/u }).click();
      await own.getByRole('row', { name: /done/u }).waitFor();
      await own.close();
    } finally {
      await full.stop();
      disk.close();
    }
  });

  test('where the file of the queue is damaged', async () => {
    const other = join(home, 'other');
    await mkdir(join(other, 'app'), { recursive: true });
    await writeFile(join(other, 'app', 'jobs.json'), '{');
    const started = await runCli(['dashboard', '--no-open'], other);
    expect(started.code).toBe(2);
    expect(started.stderr).toMatch(/app\/jobs\.json in the data home\) is damaged\.[^]*Mend it, or remove it/u);
  });

  test('every page is reached by keyboard, by link and by the back button, and asks no other place', async () => {
    await open('models');
    for (const [words, path] of [
      ['bench', 'benchmark'],
      ['go to runs', 'runs'],
      ['leader', 'leaderboard'],
      ['comp', 'compare'],
      ['stack', 'stacks'],
      ['chat', 'chat'],
      ['queue', 'queue'],
      ['docs', 'docs'],
    ] as const) {
      await page.locator('h1').first().waitFor();
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Search commands' }).fill(words);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/${path}`);
    }
    await page.locator('h1').first().waitFor();
    await page.goBack();
    await page.waitForURL('**/queue');
    await page.goForward();
    await page.waitForURL('**/docs');
    await page.getByRole('main').getByRole('link').first().click();
    await page.waitForURL('**/docs/*');
    await open(`runs/${runId}/trace`);
    await chosenTrial().waitFor();
    await page.reload();
    await chosenTrial().waitFor();
    await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Run' }).click();
    await page.waitForURL(`**/runs/${runId}`);
    await page.goBack();
    await page.waitForURL('**/trace**');
    expect(browser.wrong).toEqual([]);
  });

  test('where BenchLoop was ended: the open page says so, and what to do when it is back', async () => {
    await open('models');
    await page.locator('h1').first().waitFor();
    await app.kill();
    await shows(page, /BenchLoop does not answer/u);
    app = await startApp(home, { args: ['--port', new URL(app.origin).port] });
    await shows(page, /BenchLoop was started again since\. Open the app again with `bench-loop dashboard`\./u);
    page = await browser.open(app);
    await shows(page, 'Fetch a model');
  });
});
