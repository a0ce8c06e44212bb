import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LiveRun, Report, RunRow, Sweep, TrialRow } from '@benchloop/spec';
import { ask, handsOn, shows, startApp, startBrowser, until, type App, type Watched } from './support/app.ts';
import { requireAsset, starterModel } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';
import { pasteInShell, runOf, stackOf } from './support/paste-in-shell.ts';

const needs = { browser: chromiumProgram(), model: starterModel() };

/** No server: the model's file in the engine that BenchLoop brings. */
describe('a model on disk in the app', () => {
  let home = '';
  let app: App;
  let browser: Watched;
  let page: Page;

  beforeAll(async () => {
    if ('skip' in needs.browser || 'skip' in needs.model) return;
    home = await mkdtemp(join(tmpdir(), 'app-embedded-'));
    await mkdir(join(home, 'models'), { recursive: true });
    await symlink(needs.model.path, join(home, 'models', 'small.gguf'));
    app = await startApp(home);
    browser = await startBrowser(needs.browser.path);
    page = await browser.open(app);
  });
  beforeEach((context) => {
    requireAsset(context, needs.browser);
    requireAsset(context, needs.model);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const { go, press, jobs, storedIds } = handsOn(() => ({ page, home }));

  test('a chat streams the reply of the model, with its times, and remembers what was said', async () => {
    await go('Chat');
    await page.getByRole('combobox', { name: 'model', exact: true }).selectOption({ label: 'small.gguf, embedded engine' });
    await page.getByText('System text, sampling, thinking, tools').click();
    await page.getByLabel('most tokens').fill('96');
    await page.getByLabel('message').fill('Tell me a long story about a river.');
    await page.keyboard.press('Enter');
    const times = page.locator('.chat-times');
    await times.filter({ hasText: /about .* pieces/u }).waitFor();
    await times.filter({ hasText: /^TTFT .* · .*tok\/s · \d+ tokens/u }).waitFor();
    expect((await page.locator('.chat-text').last().innerText()).length).toBeGreaterThan(40);
    await page.getByLabel('message').fill('And of its end.');
    await press('Send');
    await until(
      () => times.filter({ hasText: /\d+ tokens/u }).count(),
      (count) => count === 2,
    );
  });

  test('the profile smoke is run from the page, watched, and a trial that failed is opened', async () => {
    await go('Benchmark');
    await page.getByRole('checkbox', { name: /^small/u }).check();
    await page.getByRole('radio', { name: /^smoke/u }).check();
    await press('Start the run');
    await page.waitForURL('**/queue');
    await page.getByRole('link', { name: /Open the run of .*raw/u }).click();
    await until(
      async () => Number(await page.getByRole('progressbar', { name: 'Trials done' }).getAttribute('value')),
      (done) => done > 1,
    );
    const [job] = await until(jobs, ([first]) => first?.state === 'done');
    await page.getByRole('region', { name: 'Scores' }).waitFor();
    const { report } = await ask<{ report: Report }>(page, `runs/${job?.runId ?? ''}`);
    const { profile, suites, trials: each } = report.run.manifest;
    expect([profile, suites.map(({ id }) => id)]).toEqual(['smoke', ['speed', 'reasonmath', 'toolcall']]);
    expect(report.trials).toHaveLength(each * suites.reduce((sum, { tasks }) => sum + tasks.length, 0));
    await page.getByRole('link', { name: 'Open the trials' }).click();
    const chosen = page.getByRole('listbox', { name: 'Trials' }).getByRole('option', { selected: true });
    await chosen.waitFor();
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${job?.runId ?? ''}/trials`);
    // The starter model takes no tools, which is no failure of it.
    const failed = trials.find(({ passed, outcome }) => passed !== true && outcome !== 'unsupported');
    expect(await chosen.innerText()).toContain(failed?.taskId ?? 'a trial that failed');
    await shows(page, failed?.reason.slice(0, 40) ?? '');
  });

  test('a sweep names the one to take, and says of a setting that can’t run why and what to do', async () => {
    await go('Stacks');
    await page.getByRole('checkbox', { name: /^small/u, checked: true }).waitFor();
    // The middle one is far beyond what the model and the machine hold.
    await page.getByLabel('context, tokens').fill('1024, 9000000, 1536');
    // Two spinning threads on a busy machine collapse.
    await page.getByLabel('threads').fill('1');
    await page.getByLabel('measured by').selectOption('custom');
    await page.getByRole('textbox', { name: 'suites', exact: true }).fill('reasonmath');
    await page.getByLabel('tasks per suite').fill('2');
    await press('Sweep 3 settings');
    await shows(page, /No setting is named yet/u);
    await shows(page, /Take context 1\d{3}\./u);
    const table = page.getByRole('table', { name: /^Speed and quality of each setting/u });
    await until(
      () => table.innerText(),
      (text) => text.match(/\bdone\b/gu)?.length === 2,
    );
    expect(await table.innerText()).toMatch(/fastest/u);
    await shows(page, 'Without a result: 1 of 3 settings, for the reason below each.');
    expect(await table.getByRole('row', { name: /^context 9000000/u }).innerText()).toMatch(/failed/u);
    expect(await table.innerText()).toMatch(
      /9000000 tokens was asked for and small\.gguf was trained for 8192.*Run with --ctx 8192 or less/u,
    );
  });

  test('the command of the best setting, copied from the page and pasted into a shell, runs with exactly that setting', async () => {
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin });
    await press('Copy the command');
    const command = await until(
      () => page.evaluate('navigator.clipboard.readText()') as Promise<string>,
      (text) => text !== '',
    );
    const { sweeps } = await ask<{ sweeps: Sweep[] }>(page, 'stacks');
    const { sweep } = await ask<{ sweep: Sweep }>(page, `stacks/${sweeps[0]?.id ?? ''}`);
    const best = sweep.rows.find(({ jobId }) => jobId === sweep.best?.jobId);
    const pasted = await pasteInShell(command, home);
    const swept = await runOf(home, best?.runId ?? '');
    expect(stackOf(pasted)).toEqual(stackOf(swept));
    expect([pasted.plan.contextTokens.value, pasted.plan.threads.value]).toEqual([Number(best?.label.split(' ')[1]), 1]);
    expect(pasted.manifest.profile).toBe('core');
  });

  test('BenchLoop is killed in mid-run and started again: the run and the queue go on, and no trial is lost or doubled', async () => {
    const before = (await jobs()).length;
    await go('Benchmark');
    await page.getByRole('checkbox', { name: /^small/u }).check();
    await page.getByRole('checkbox', { name: /^hermes/u }).check();
    await page.getByRole('radio', { name: /^custom/u }).check();
    await page.getByRole('checkbox', { name: /68 tasks/u }).check();
    await page.getByLabel('Most tasks of a suite').fill('10');
    await page.getByLabel('Longest reply, tokens').fill('48');
    await page.getByLabel('Context, tokens').fill('2048');
    await press('Start 2 runs');
    await page.waitForURL('**/queue');
    const running = await until(
      async () => (await jobs()).slice(before)[0],
      (job) => job?.state === 'running' && job.runId !== null,
    );
    await until(
      () => ask<LiveRun>(page, `queue/${running?.id ?? ''}/live`),
      ({ done }) => done >= 3,
    );
    await app.kill();
    await shows(page, 'BenchLoop does not answer; trying again');
    const kept = await storedIds(running?.runId ?? '');
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(10);

    app = await startApp(home);
    page = await browser.open(app);
    await go('Models');
    const ended = await until(
      async () => (await jobs()).slice(before),
      (all) => all.length === 2 && all.every(({ state }) => state !== 'running' && state !== 'waiting'),
    );
    expect(ended.map(({ state, problem }) => [state, problem])).toEqual([
      ['done', null],
      ['done', null],
    ]);
    expect(ended[0]?.runId).toBe(running?.runId);
    const ids = await storedIds(running?.runId ?? '');
    expect(ids.slice(0, kept.length)).toEqual(kept);
    expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
    for (const { runId } of ended) {
      const { code, stdout } = await runCli(['verify', runId ?? '', '--json'], home);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { holds: true, rescored: 10 }]);
    }
    const { runs } = await ask<{ runs: RunRow[] }>(page, 'runs');
    expect(runs).toHaveLength(6);
  });

  test('no page asked another place, and none failed', () => {
    expect(browser.wrong).toEqual([]);
  });
});
