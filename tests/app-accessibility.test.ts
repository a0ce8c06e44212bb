import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelsAnswer, QueuedJob, RunRow, TrialRow } from '@benchloop/spec';
import { ask, shows, startApp, startBrowser, until, type App, type Watched } from './support/app.ts';
import { fillHome, goOf, startTwoServers, statesOf, sweepStatesOf } from './support/app-states.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import type { ModelServer } from './support/model-server.ts';

const needed = chromiumProgram();
const widths = [
  { width: 3840, height: 2160 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** A screen this wide shows what one of 1440 pixels does, and only its width is looked at. */
const widest = 3840;

type Finding = { id: string; help: string; nodes: { html: string }[] };

/** Violations of WCAG 2.2 AA and of good practice on the page as it stands, in light and dark, wide and narrow. */
const violationsOf = async (page: Page, axe: string): Promise<string[]> => {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const size of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const where = `${new URL(page.url()).pathname} ${size.width} ${colorScheme}`;
      const { violations } =
        size.width === widest
          ? { violations: [] }
          : await page.evaluate<{ violations: Finding[] }>(`axe.run(document, { resultTypes: ['violations'] })`);
      found.push(...violations.map(({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.map(({ html }) => html).join(' ')}`));
      const isTooWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      if (isTooWide === true) found.push(`${where}: the page scrolls sideways`);
    }
  return found;
};

/** What has the focus, in the words of who hears the page. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.id + document.activeElement.textContent',
  );

describe('every page can be read and used by everyone, and asks nothing of another place', () => {
  let home = '';
  let axe = '';
  let app: App;
  let browser: Watched;
  let page: Page;
  let runs: string[] = [];
  let trial = '';
  let servers: ModelServer[] = [];

  beforeAll(async () => {
    if ('skip' in needed) return;
    home = await mkdtemp(join(tmpdir(), 'app-axe-'));
    servers = await startTwoServers();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await fillHome(home);
    app = await startApp(home, { env: { BENCHLOOP_ENDPOINTS: servers.map(({ endpoint }) => endpoint).join(',') } });
    browser = await startBrowser(needed.path);
    page = await browser.open(app);
    await page.getByRole('heading', { level: 1 }).waitFor();
    runs = (await ask<{ runs: RunRow[] }>(page, 'runs')).runs.map(({ id }) => id);
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${runs[0]}/trials`);
    trial = trials.find(({ suiteId, passed }) => suiteId === 'agent' && passed === false)?.id ?? trials[0]?.id ?? '';
  });
  beforeEach((context) => void requireAsset(context, needed));
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    for (const server of servers) await server.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const place = { app: () => app, page: () => page, home: () => home };
  const go = goOf(place);

  const addresses: [name: string, path: () => string, text: RegExp | string][] = [
    ['Models', () => '/models', 'Search Hugging Face'],
    ['Benchmark', () => '/benchmark', 'Start the run'],
    ['Queue', () => '/queue', 'The queue is empty'],
    ['Runs', () => '/runs', 'made-up-80'],
    ['Run', () => `/runs/${runs[0]}`, 'Failures by cause'],
    ['Trace', () => `/runs/${runs[0]}/trace?trial=${encodeURIComponent(trial)}`, 'Components'],
    ['Leaderboard', () => '/leaderboard', 'Compare these runs'],
    ['Compare', () => `/compare?runs=${runs.join(',')}`, 'made-up-80 is better'],
    ['Compare without runs', () => '/compare', 'Pick 2 to 6 runs'],
    ['Stacks', () => '/stacks', 'A sweep measures'],
    ['Chat', () => '/chat', 'Talk to a model'],
    ['Docs', () => '/docs', 'need no network'],
    ['a page of the docs', () => '/docs/scoring', 'Scoring'],
  ];
  test.each(addresses)('%s', async (_, path, text) => {
    await go(path(), text);
    expect(await violationsOf(page, axe)).toEqual([]);
  });

  test('the command palette, and the list of pages on a phone', async () => {
    await go('/runs', 'made-up-80');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).waitFor();
    expect(await violationsOf(page, axe)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('More', { exact: true }).click();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Chat' }).isVisible()).toBe(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click();
    await shows(page, 'Pick 2 to 6 runs');
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Chat' }).isVisible()).toBe(false);
  });

  test('by keyboard alone: what opens takes the focus and holds it, and what closes gives it back', async () => {
    await go('/runs', 'made-up-80');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain('Skip to content');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toMatch(/^content/u);

    await page.getByRole('button', { name: 'Commands, Ctrl+K' }).focus();
    await page.keyboard.press('Enter');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    for (let step = 0; step < 5; step += 1) {
      // The browser's own bar stands between the last and the first; the page behind never has the focus.
      expect(await page.evaluate('document.activeElement === document.body || document.activeElement.closest("dialog") !== null')).toBe(
        true,
      );
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Commands, Ctrl+K');

    const row = page.getByRole('row', { name: /made-up-80/u });
    const label = (await row.getByRole('button', { name: /^Edit/u }).getAttribute('aria-label')) ?? '';
    await row.getByRole('button', { name: /^Edit/u }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await until(
      () => focused(page),
      (text) => text === label,
    );
    await row.getByRole('button', { name: /^Delete/u }).focus();
    await page.keyboard.press('Enter');
    await until(
      () => focused(page),
      (text) => text === 'Undo',
    );
    await page.keyboard.press('Enter');
    await until(
      () => focused(page),
      (text) => text.startsWith('content'),
    );
    await row.waitFor();
  });

  const states = statesOf(place);
  test.each(states)('$name', async ({ reach }) => {
    await reach();
    expect(await violationsOf(page, axe)).toEqual([]);
  });

  test('no page asked another place, and the policy of the page held', () => expect(browser.wrong).toEqual([]));

  test('the app does not answer any more', async () => {
    await go('/runs', 'made-up-80');
    await app.stop();
    // Another app may take the port in between, and then refuses this page.
    await shows(page, /BenchLoop does not answer; trying again|was not opened by BenchLoop/u);
    await page.getByRole('navigation').getByRole('link', { name: 'Benchmark' }).click();
    await shows(page, /Start it again with|Open the app again with/u);
    expect(await violationsOf(page, axe)).toEqual([]);
  });
});

describe('demo data', () => {
  test('is shown on request in a home of its own, says so on every page, and goes with the app', async (context) => {
    requireAsset(context, needed);
    if ('skip' in needed) return;
    const home = await mkdtemp(join(tmpdir(), 'app-demo-'));
    const app = await startApp(home, { args: ['--demo'], env: { TMPDIR: home } });
    const browser = await startBrowser(needed.path);
    try {
      const page = await browser.open(app);
      await shows(page, 'demo-heron-30b');
      for (const path of ['models', 'benchmark', 'queue', 'runs', 'leaderboard', 'compare', 'stacks', 'chat', 'docs']) {
        await page.goto(`${app.origin}/${path}`);
        await page.getByRole('note').getByText('Demo data.').waitFor();
      }
      const { models } = await ask<ModelsAnswer>(page, 'models');
      expect(models.every(({ provider, where }) => provider === 'mock' && where === 'Demo data')).toBe(true);
      const { jobs } = await ask<{ jobs: QueuedJob[] }>(page, 'queue');
      expect(jobs).toHaveLength(models.length);
      await until(
        async () => (await ask<{ jobs: QueuedJob[] }>(page, 'queue')).jobs,
        ([first]) => first?.runId !== undefined && first.runId !== null,
      );
      expect(existsSync(join(home, 'runs'))).toBe(false);
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      for (const { reach } of sweepStatesOf({ app: () => app, page: () => page, home: () => home })) {
        await reach();
        expect(await violationsOf(page, axe)).toEqual([]);
      }
    } finally {
      await browser.close();
      expect(await app.stop()).toBe(0);
    }
    expect((await readdir(home)).filter((name) => name.startsWith('bench-loop-demo'))).toEqual([]);
    await rm(home, { recursive: true, force: true });
  });
});
