import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppEvent, RunRow } from '@benchloop/spec';
import { ask, handsOn, shows, startApp, openApp, until, type App, type Watched } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';
import { freePort } from './support/server-process.ts';

const chromium = chromiumProgram();

/** Three stacks that were asked the same, of which one model's name begins as another's. */
const stacks = [
  ['skill=90;as=alder;quant=Q8_0', 'raw', 'default'],
  ['skill=30;as=alder-2', 'hermes', 'off'],
  ['skill=60;as=birch', 'raw', 'default'],
] as const;

describe('results in the app', () => {
  let home = '';
  let app: App;
  let browser: Watched;
  let page: Page;
  let runs: RunRow[] = [];

  beforeAll(async () => {
    if ('skip' in chromium) return;
    home = await mkdtemp(join(tmpdir(), 'app-results-'));
    for (const [model, harness, think] of stacks) {
      const plan = ['--profile', 'custom', '--suites', 'dataextract,toolcall', '--tasks-per-suite', '8', '--harness', harness];
      await runCli(['run', '--provider', 'mock', '--model', model, '--think', think, ...plan], home);
    }
    ({ app, browser, page } = await openApp(chromium.path, home));
    ({ runs } = await ask<{ runs: RunRow[] }>(page, 'runs'));
  });
  beforeEach((context) => void requireAsset(context, chromium));
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const { go, press } = handsOn(() => ({ page, home }));
  const choose = (name: string, value: string) => page.getByRole('combobox', { name, exact: true }).selectOption(value);
  const search = () => new URL(page.url()).searchParams.toString();
  const idOf = (model: string): string => runs.find((run) => run.model === model)?.id ?? '';
  /** Models of all tables, by name. */
  const ranked = async (): Promise<string[]> => (await page.locator('main tbody th').allInnerTexts()).toSorted();
  const isRanked = (...models: string[]) => until(ranked, (now) => now.join() === models.toSorted().join());

  test('a leaderboard is narrowed by each filter; the address keeps it, and the back button undoes it', async () => {
    await go('Leaderboard');
    await isRanked('alder Q8_0', 'alder-2', 'birch');
    const narrowed: [name: string, value: string, ...models: string[]][] = [
      ['model', 'alder', 'alder Q8_0'],
      ['harness', 'hermes', 'alder-2'],
      ['thinking', 'off', 'alder-2'],
      ['profile', 'custom', 'alder Q8_0', 'alder-2', 'birch'],
      ['provider', 'mock', 'alder Q8_0', 'alder-2', 'birch'],
    ];
    for (const [name, value, ...models] of narrowed) {
      await choose(name, value);
      await isRanked(...models);
      expect(search()).toBe(`${name}=${value}`);
      await page.goBack();
      await isRanked('alder Q8_0', 'alder-2', 'birch');
      expect(await page.getByRole('combobox', { name, exact: true }).inputValue()).toBe('');
    }
    const machines = page.getByRole('combobox', { name: 'machine', exact: true });
    await machines.selectOption({ index: 1 });
    await isRanked('alder Q8_0', 'alder-2', 'birch');
    await choose('suite', 'toolcall');
    await shows(page, /over the 8 tasks that all ranked runs tried/u);
    await choose('model', 'birch');
    await isRanked('birch');
    await page.reload();
    await isRanked('birch');
    expect(await page.getByRole('combobox', { name: 'suite', exact: true }).inputValue()).toBe('toolcall');
    await page.goto(`${app.origin}/leaderboard?provider=ollama`);
    await shows(page, 'No finished run fits these filters');
    await press('Show all');
    await isRanked('alder Q8_0', 'alder-2', 'birch');
  });

  test('a leaderboard stays in the order of a column that was clicked: reloaded, passed on and after the back button', async () => {
    const inOrder = (direction: string) => page.locator(`main th[aria-sort=${direction}]`).getByRole('button', { name: 'model' }).waitFor();
    const models = () => page.locator('main tbody th').allInnerTexts();
    await press('model');
    await inOrder('ascending');
    await press('model');
    await inOrder('descending');
    expect(search()).toBe('sort=-model');
    expect(await models()).toEqual((await ranked()).toReversed());
    await page.reload();
    await inOrder('descending');
    expect(await models()).toEqual((await ranked()).toReversed());
    await page.goBack();
    await inOrder('ascending');
    expect(await models()).toEqual(await ranked());
    await page.goto(`${app.origin}/leaderboard?sort=weight`);
    await isRanked('alder Q8_0', 'alder-2', 'birch');
    expect(await page.locator('[aria-sort]').count()).toBe(0);
  });

  test('its columns are chosen, stay chosen, and are those of the file', async () => {
    await page.getByText(/^Columns \(/u).click();
    await page.getByRole('checkbox', { name: 'profile', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'thinking', exact: true }).check();
    await page.getByRole('checkbox', { name: 'tok/s', exact: true }).uncheck();
    await page.reload();
    await isRanked('alder Q8_0', 'alder-2', 'birch');
    const [file] = await Promise.all([page.waitForEvent('download'), press('Download CSV')]);
    expect(file.suggestedFilename()).toBe('leaderboard.csv');
    const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(head.trim()).toBe('board,model,rank,quality,95 %,harness,"TTFT, ms",thinking');
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => /,alder Q8_0,.*,raw,[\d.]*,default$/u.test(row.trim()))).toHaveLength(1);
  });

  test('runs are found by a tag that was given; the address keeps it', async () => {
    await go('Runs');
    await press(`Edit ${idOf('birch')}: name, tags and notes`);
    await page.getByLabel('Tags, separated by commas').fill('night, small');
    await press('Save');
    await choose('Tag', 'small');
    const shown = () =>
      page
        .getByRole('table')
        .getByRole('link', { name: /^\d{8}-/u })
        .allInnerTexts();
    await until(shown, (ids) => ids.join() === idOf('birch'));
    expect(search()).toBe('tag=small');
    await page.reload();
    await until(shown, (ids) => ids.join() === idOf('birch'));
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('nothing');
    await shows(page, 'No run fits the filter.');
    await until(
      async () => search(),
      (now) => now === 'tag=small&text=nothing',
    );
    await page.goBack();
    await until(shown, (ids) => ids.length === 3);
  });

  test('the palette finds a run by its tag, and an action', async () => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Search commands' });
    await box.fill('open the trials night');
    await page.getByRole('option', { name: /birch/u }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${idOf('birch')}/trace*`);
    await page.keyboard.press('Control+k');
    await box.fill('compare newest');
    await page.getByRole('option', { name: 'Compare the two newest runs' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/compare?runs=*');
    await shows(page, 'What differs between the two stacks');
  });

  test('three runs are compared in pairs; a verdict that changed leads to its trial', async () => {
    await page.goto(`${app.origin}/compare`);
    // The list stays open after the second, for a third.
    for (const model of ['alder', 'alder-2', 'birch']) await page.getByRole('checkbox', { name: idOf(model) }).check();
    await page.getByRole('table', { name: /Each row beside each column/u }).waitFor();
    const flips = page.getByRole('table', { name: /each name opens the conversation/u });
    await choose('suite', 'toolcall');
    await until(async () => (await flips.locator('tbody th').allInnerTexts()).every((task) => task.startsWith('toolcall/')), Boolean);
    expect(search()).toContain('suite=toolcall');
    const task = await flips.locator('tbody th').first().innerText();
    await flips.getByRole('link').first().click();
    await page.waitForURL(/\/trace\?trial=/u);
    expect(new URL(page.url()).searchParams.get('trial')).toBe(`${task}#0`);
    await page.goBack();
    await page.getByText('Pick 2 to 6 runs').click();
    await page.getByRole('checkbox', { name: idOf('birch') }).uncheck();
    await page.getByRole('table', { name: /Each row beside each column/u }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('table', { name: /Each row beside each column/u }).waitFor();
  });

  test('each use is decided on, and a limit rules runs out with the reason', async () => {
    const uses = await page.getByRole('combobox', { name: 'what it is for' }).locator('option').allInnerTexts();
    expect(uses.length).toBeGreaterThan(2);
    for (const use of uses) {
      await page.getByRole('combobox', { name: 'what it is for' }).selectOption(use);
      await press('Decide');
      const answer = page.getByRole('table', { name: new RegExp(`Candidates for: ${use}`, 'u') });
      await answer.waitFor();
      expect(await answer.locator('tbody th').count()).toBeGreaterThanOrEqual(3);
    }
    await page.getByLabel('most memory, GiB').fill('zero');
    await shows(page, 'A limit is a number above 0, or empty for none.');
    expect(await page.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
    await page.getByLabel('most memory, GiB').fill('');
    await page.getByLabel('least tok/s').fill('1e9');
    await press('Decide');
    await shows(page, /tok\/s.*(?:1000000000|1e\+?9|1,000,000,000)/u);
  });

  test('a run goes as a zip into another home; a zip that no BenchLoop wrote is refused in words', async () => {
    await go('Runs');
    const link = page.getByRole('link', { name: `Export ${idOf('alder')} as a zip` });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const zip = join(home, 'run.zip');
    await file.saveAs(zip);
    const hostile = join(home, 'hostile.zip');
    // The same zip with a file that would lie outside of the run's folder.
    await writeFile(hostile, (await readFile(zip)).toString('latin1').replaceAll('run.json', '../x.jso'), 'latin1');
    const other = await mkdtemp(join(tmpdir(), 'app-results-other-'));
    const second = await startApp(other);
    const there = await browser.open(second);
    try {
      await there.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click();
      await there.getByLabel('Zip of a run to import').setInputFiles(hostile);
      await there.getByRole('alert').filter({ hasText: /zip/iu }).waitFor();
      expect((await ask<{ runs: RunRow[] }>(there, 'runs')).runs).toEqual([]);
      await there.getByLabel('Zip of a run to import').setInputFiles(zip);
      await there.waitForURL(`**/runs/${idOf('alder')}`);
      await there.getByRole('button', { name: 'Verify' }).click();
      await shows(there, /^Holds/u);
    } finally {
      await there.close();
      await second.stop();
      await rm(other, { recursive: true, force: true });
    }
  });

  test('a verification that ended leaves no progress for the next', async () => {
    await page.goto(`${app.origin}/runs/${idOf('birch')}`);
    await page.evaluate(
      `window.told = []; new EventSource('/api/events').addEventListener('message', ({ data }) => window.told.push(JSON.parse(data)))`,
    );
    await press('Verify');
    await shows(page, /^Holds/u);
    const told = await until(
      async () => ((await page.evaluate('window.told')) as AppEvent[]).filter((event) => event.type === 'verify'),
      (events) => events.at(-1)?.total === 0,
    );
    expect(told.at(-1)).toEqual({ type: 'verify', runId: idOf('birch'), done: 0, total: 0 });
    await press('Verify');
    await page.getByRole('button', { name: 'Verify', exact: true }).waitFor();
    await shows(page, /^Holds/u);
  });

  test('a run that failed in the queue says where the app has what to change', async () => {
    const settings = { provider: 'openai', endpoint: `http://127.0.0.1:${await freePort()}`, model: 'gone', profile: 'smoke' };
    const answer = await page.request.post(`${app.origin}/api/queue`, {
      data: { jobs: [{ settings, group: null }] },
      headers: { origin: app.origin },
    });
    expect(answer.ok()).toBe(true);
    await page.goto(`${app.origin}/queue`);
    await shows(page, /In the app: .* page\./u);
  });

  test('no page asked another place, and none failed', () => expect(browser.wrong).toEqual([]));
});
