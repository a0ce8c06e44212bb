import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LiveRun, RunRow, TrialRow } from '@benchloop/spec';
import { ask, handsOn, shows, startApp, openApp, until, type App, type Watched } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';
import { sendChat, sendJson, startModelServer, type ModelServer } from './support/model-server.ts';

const chromium = chromiumProgram();

/** A server that lists two models and never ends a reply, so that what was started first runs and the rest waits. */
const startBusyServer = (): Promise<ModelServer> =>
  startModelServer(
    () => undefined,
    (_request, response) => sendJson(response, 200, { object: 'list', data: ['alder', 'birch'].map((id) => ({ id, object: 'model' })) }),
  );

type SlowServer = ModelServer & { failOnce: () => void };

/** A server whose replies take a while; it fails at one when it is told to. */
const startSlowServer = async (): Promise<SlowServer> => {
  let fails = false;
  const server = await startModelServer((_request, response) => {
    if (fails) sendJson(response, 500, { error: { message: 'out of luck', type: 'server_error' } });
    else setTimeout(() => sendChat(response, 'The answer is 42.'), 100);
    fails = false;
  });
  return { ...server, failOnce: () => void (fails = true) };
};

describe('the queue and the verification in the app', () => {
  let home = '';
  let server: ModelServer;
  let slow: SlowServer;
  let app: App;
  let browser: Watched;
  let page: Page;

  beforeAll(async () => {
    if ('skip' in chromium) return;
    home = await mkdtemp(join(tmpdir(), 'app-queue-'));
    // Programs are run again to be verified, which takes seconds on any machine.
    const plan = ['--profile', 'custom', '--suites', 'coding', '--trials', '1'];
    await runCli(['run', '--provider', 'mock', '--model', 'oracle', ...plan], home);
    server = await startBusyServer();
    slow = await startSlowServer();
    ({ app, browser, page } = await openApp(chromium.path, home));
  });
  beforeEach((context) => void requireAsset(context, chromium));
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await server?.close();
    await slow?.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const { press, jobs, storedIds } = handsOn(() => ({ page, home }));
  const order = async (): Promise<string[]> =>
    (await jobs()).filter(({ state }) => state === 'waiting').map(({ settings: { model, harness } }) => `${model} ${harness}`);

  test('two models with two harnesses make four runs in their order', async () => {
    await page.goto(`${app.origin}/benchmark`);
    await page.getByText('Another endpoint').click();
    await page.getByLabel('Address').fill(server.endpoint);
    await press('List its models');
    await press('Add alder');
    await press('Add birch');
    await page.getByRole('checkbox', { name: /^hermes/u }).check();
    await shows(page, 'Each of 2 models with each of 2 harnesses');
    await press('Start 4 runs');
    await page.waitForURL('**/queue');
    await page.getByRole('row', { name: /Matrix of 2 × 2: alder, raw.*running/u }).waitFor();
    await page.getByRole('row', { name: /birch, hermes.*waiting, 3 before it/u }).waitFor();
    const all = await jobs();
    expect(all.map(({ settings: { model, harness } }) => `${model} ${harness}`)).toEqual([
      'alder raw',
      'alder hermes',
      'birch raw',
      'birch hermes',
    ]);
    expect(new Set(all.map(({ group }) => group?.id)).size).toBe(1);
  });

  test('their order is changed by keyboard, and the key can be pressed again where the run is then', async () => {
    await page.getByRole('button', { name: /^Move .*birch, hermes.* up$/u }).focus();
    await page.keyboard.press('Enter');
    await until(order, ([, second]) => second === 'birch hermes');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Move .*birch, hermes.* up$/u);
    await page.keyboard.press('Enter');
    await until(order, ([first]) => first === 'birch hermes');
    // At the top the key does nothing more, and is not lost.
    await page.keyboard.press('Enter');
    expect(await order()).toEqual(['birch hermes', 'alder hermes', 'birch raw']);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Move .*birch, hermes/u);
    for (const name of [/^Cancel: .*birch, hermes/u, /^Cancel: .*alder, hermes/u, /^Cancel: .*birch, raw/u, /^Cancel: .*alder, raw/u])
      await press(name);
    await until(jobs, (all) => all.every(({ state }) => state === 'cancelled'));
  });

  test('a verification tells how far it is, and can be cancelled', async () => {
    const [run] = (await ask<{ runs: RunRow[] }>(page, 'runs')).runs;
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${run?.id}/trials`);
    await page.goto(`${app.origin}/runs/${run?.id}`);
    await press('Verify');
    const bar = page.getByRole('progressbar', { name: 'Verification' });
    await bar.waitFor();
    await shows(page, new RegExp(`[1-9]\\d* of ${trials.length} trials`, 'u'));
    await press('Cancel the verification');
    await shows(page, 'The verification was cancelled.');
    expect(await bar.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Verify', exact: true }).isEnabled()).toBe(true);
  });

  test('a paused run is the same after a restart of the app, also what was tried again, and goes on', async () => {
    const before = (await jobs()).length;
    const { endpoint } = slow;
    await page.goto(`${app.origin}/benchmark?model=m&provider=openai&endpoint=${encodeURIComponent(endpoint)}`);
    await page.getByRole('radio', { name: /^custom/u }).check();
    await page.getByRole('checkbox', { name: /^Reasoning/u }).check();
    // So many that it lasts for minutes on any machine.
    await page.getByLabel('Trials of each task').fill('20');
    await press('Start the run');
    await page.waitForURL('**/queue');
    const current = async () => (await jobs())[before];
    const job = await until(current, (one) => typeof one?.runId === 'string');
    const live = () => ask<LiveRun>(page, `queue/${job?.id}/live`);
    await until(live, ({ done }) => done > 0);
    slow.failOnce();
    await until(live, ({ done, retries }) => done > 2 && retries === 1);
    await page.goto(`${app.origin}/runs/${job?.runId}`);
    await press('Pause after the trials that run');
    await until(current, (one) => one?.state === 'paused');
    const was = await until(live, ({ running, remainingMs }) => running.length === 0 && remainingMs === null);
    expect(await storedIds(job?.runId ?? '')).toHaveLength(was.done);
    expect(was.retries).toBe(1);
    const panel = () => page.getByRole('region', { name: 'Live' }).innerText();
    const isStill = (text: string) => text.includes(`${was.done} of `) && !/ left, by the mean|Running now/u.test(text);
    const shown = await until(panel, isStill);
    expect(shown).toMatch(/^Paused; finished trials are kept[^]*1 tried again[^]*Go on[^]*passed so far/u);

    await app.stop();
    await page.close();
    app = await startApp(home);
    page = await browser.open(app);
    await page.goto(`${app.origin}/runs/${job?.runId}`);
    expect(await until(panel, isStill)).toBe(shown);
    await press('Go on');
    const later = await until(live, ({ done }) => done > was.done);
    expect(later.suites[0]?.ended).toBe(later.done);
    await press('Cancel');
    await shows(page, 'Cancelled; finished trials are kept');
  });

  test('no page asked another place, and none failed', () => expect(browser.wrong).toEqual([]));
});
