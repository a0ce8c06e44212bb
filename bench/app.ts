import { rmSync, mkdirSync, symlinkSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { QueuedJob } from '@benchloop/spec';
import { startApp, type App } from '../tests/support/app.ts';
import { chromiumProgram } from '../tests/support/chromium.ts';
import { startEventServer } from './app/event-server.ts';
import { makeStore, storedTrials, type Store } from './app/make-store.ts';
import { inputMs, longestGapMs, watch } from './app/page-times.ts';
import { printTable } from './table.ts';

/**
 * The app against its limits, in Chromium over the built program: first page, 1,000 stored runs that no index knows, interactions
 * with them, 10,000 trials and a reply of 5 MB, 1,000 events a second, and the decode rate of an embedded run with its page open
 * over closed.
 *
 *   npx tsx bench/app.ts [--rounds 5] [--runs 1000] [--tasks 10000] [--only first,unread,runs,trace,events,decode] [--model FILE.gguf]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    runs: { type: 'string', default: '1000' },
    tasks: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'first,unread,runs,trace,events,decode' },
    model: { type: 'string', default: join(homedir(), '.cache/bench-loop-tests/SmolLM2-135M-Instruct.Q4_1.gguf') },
  },
});
const rounds = Number(values.rounds);
const parts = new Set(values.only.split(','));
const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'dist/bench-loop.js');
const found = chromiumProgram();
if ('skip' in found) throw new Error(found.skip);
if (!existsSync(program)) throw new Error('build the program first: npm run prepack');

type Row = { what: string; value: number; limit: number; atLeast?: boolean };
const rows: Row[] = [];
const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
const times = async (read: () => Promise<number>): Promise<number> => {
  const all: number[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await read());
  return median(all);
};
const open = async (): Promise<Browser> => chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
const linkAgain = async (app: App, home: string): Promise<string> => {
  const again = await startApp(home);
  await again.stop().catch(() => null);
  return again.link.startsWith(app.origin) ? again.link : app.link;
};

/** A browser that was never here: nothing is cached. */
const firstPage = async (app: App, home: string): Promise<void> => {
  const scripts = new Map<string, number>();
  const data: number[] = [];
  const heading: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const link = round === 0 ? app.link : await linkAgain(app, home);
    const browser = await open();
    const page = await browser.newPage();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      void response.body().then((body) => scripts.set(new URL(response.url()).pathname, gzipSync(body).length));
    });
    const began = performance.now();
    await page.goto(link, { waitUntil: 'commit' });
    await page.locator('main h1').waitFor();
    heading.push(performance.now() - began);
    await page.locator('main table').first().waitFor();
    data.push(performance.now() - began);
    await browser.close();
  }
  rows.push({ what: 'first page: heading, ms', value: median(heading), limit: 1000 });
  rows.push({ what: 'first page: models shown, ms', value: median(data), limit: 1000 });
  rows.push({
    what: 'first page: scripts, KiB gzip',
    value: [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024,
    limit: 250,
  });
};

/** Runs that no index knows, as after a copy from another machine: the first list, and when it holds all. */
const unreadRuns = async (home: string): Promise<void> => {
  const first: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const end of ['', '-wal', '-shm']) rmSync(join(home, `index.sqlite${end}`), { force: true });
    await withApp(home, async (app) => {
      const browser = await open();
      const page = await browser.newPage();
      await page.goto(app.link);
      await page.locator('main h1').waitFor();
      const began = performance.now();
      await page.goto(new URL('/runs', app.origin).href);
      await page.locator('main table tbody tr').first().waitFor();
      first.push(performance.now() - began);
      await page.locator('.runs-reading').waitFor({ state: 'detached', timeout: 120_000 });
      await browser.close();
    });
  }
  rows.push({ what: 'runs that no index knows: the first of them shown, ms', value: median(first), limit: 1000 });
};

const go = async (page: Page, path: string, ready: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
  await page.locator(ready).first().waitFor({ timeout: 120_000 });
  await watch(page);
};

const manyRuns = async (page: Page): Promise<void> => {
  await go(page, '/runs', 'main table');
  const search = page.locator('input[type=search]').first();
  const input = async (what: string, act: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    const value = await times(async () => {
      const taken = await inputMs(page, act);
      await undo();
      return taken;
    });
    rows.push({ what, value, limit: 100 });
  };
  const empty = () => search.fill('');
  await search.focus();
  await input('runs: a key of the search, ms', () => search.press('7'), empty);
  await input(
    'palette opens, ms',
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('Escape'),
  );
  await go(page, '/leaderboard', 'main table');
  const head = page.locator('main thead button').nth(1);
  await input(
    'leaderboard: sort, ms',
    () => head.click(),
    async () => undefined,
  );
  const filter = page.locator('main select').first();
  await input(
    'leaderboard: filter, ms',
    () => filter.selectOption({ index: 1 }),
    () => filter.selectOption({ index: 0 }),
  );
};

const longTrace = async (page: Page, { longRunId, longTrialId }: Store): Promise<void> => {
  const path = `/runs/${longRunId}/trace?trial=${encodeURIComponent(longTrialId)}`;
  await go(page, path, '.trace-row');
  const box = await page.locator('.trace-conversation').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 50);
  const scroll = async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, 800);
  };
  rows.push({
    what: '5 MB reply: longest frame gap while it scrolls, ms',
    value: await times(() => longestGapMs(page, scroll)),
    limit: 100,
  });
  const list = await page.locator('.trace-list').boundingBox();
  await page.mouse.move((list?.x ?? 0) + 50, (list?.y ?? 0) + 50);
  rows.push({
    what: 'list of trials: longest frame gap while it scrolls, ms',
    value: await times(() => longestGapMs(page, scroll)),
    limit: 100,
  });
  rows.push({ what: 'next trial by key, ms', value: await times(() => inputMs(page, () => page.keyboard.press('j'))), limit: 100 });
  const search = page.locator('.trace-filters input').first();
  const type = () => inputMs(page, () => search.press('9'));
  await search.focus();
  rows.push({ what: 'search of trials, ms', value: await times(type), limit: 100 });
};

const manyEvents = async (store: Store): Promise<void> => {
  const runId = store.runIds[0] ?? '';
  const trial = storedTrials(store.home, runId)[0];
  if (trial === undefined) throw new Error('the run has no trial');
  const server = await startEventServer({ home: store.home, files: join(root, 'dist/dashboard'), runId, trial });
  const browser = await open();
  try {
    const page = await browser.newPage();
    await page.goto(server.link);
    await page.locator('main h1').waitFor();
    await go(page, `/runs/${runId}`, 'main h2');
    let fed = 0;
    const gap = await longestGapMs(page, async () => void (fed = await server.feed(1000, 1000 * Math.max(3, rounds))));
    rows.push({ what: 'events a second that were fed', value: fed, limit: 990, atLeast: true });
    rows.push({ what: 'events: longest frame gap, ms', value: gap, limit: 100 });
  } finally {
    await browser.close();
    await server.close();
  }
};

/** Tokens a second of each task's replies that are long enough to give a rate. */
const decodeRatesOf = (home: string, runId: string): Map<string, number> =>
  new Map(
    storedTrials(home, runId).flatMap(({ taskId, calls }) =>
      calls.flatMap(({ timings, usage }) => {
        const [first, last, tokens] = [timings?.firstTokenMs ?? null, timings?.lastTokenMs ?? null, usage?.completionTokens ?? 0];
        return first === null || last === null || tokens < 16 ? [] : [[taskId, ((tokens - 1) / (last - first)) * 1000] as const];
      }),
    ),
  );

const runOnce = async (page: Page, watched: boolean): Promise<string> => {
  const settings = { model: 'small.gguf', profile: 'custom', suites: 'speed' };
  const { models } = (await (await page.request.get('/api/models')).json()) as { models: { id: string; provider: string }[] };
  const model = models.find(({ provider }) => provider === 'llama-cpp');
  const data = { jobs: [{ settings: { ...settings, model: model?.id ?? settings.model }, group: null }] };
  const answer = await page.request.post('/api/queue', { data });
  const [job] = ((await answer.json()) as { jobs: QueuedJob[] }).jobs;
  for (let shown = false; ;) {
    const { jobs } = (await (await page.request.get('/api/queue')).json()) as { jobs: QueuedJob[] };
    const now = jobs.find(({ id }) => id === job?.id);
    if (now?.state === 'failed') throw new Error(now.problem?.message);
    if (now?.state === 'done') return now.runId ?? '';
    if (watched && !shown && now?.runId !== null && now?.runId !== undefined) {
      shown = true;
      await page.goto(`/runs/${now.runId}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
};

/**
 * Open and closed take turns, first the one and then the other; a closed page is a blank one in the same browser. The ratio is
 * that of the same task in the two runs of a round, because tasks differ more than a page could change.
 */
const decode = async (app: App, home: string): Promise<void> => {
  const browser = await open();
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  await page.goto(app.link);
  await page.locator('main h1').waitFor();
  const measureRates = async (isOpen: boolean): Promise<Map<string, number>> => {
    if (!isOpen) await page.goto('about:blank');
    return decodeRatesOf(home, await runOnce(page, isOpen));
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await measureRates(round % 2 === 0);
    const second = await measureRates(round % 2 === 1);
    const [opened, closed] = round % 2 === 0 ? [first, second] : [second, first];
    for (const [taskId, rate] of opened) ratios.push(rate / (closed.get(taskId) ?? Number.NaN));
  }
  await browser.close();
  rows.push({
    what: 'decode rate, page open over closed',
    value: median(ratios.filter((ratio) => !Number.isNaN(ratio))),
    limit: 0.99,
    atLeast: true,
  });
};

const withApp = async (home: string, work: (app: App) => Promise<void>): Promise<void> => {
  const app = await startApp(home);
  try {
    await work(app);
  } finally {
    await app.stop();
  }
};

const store = await makeStore(program, { runs: Number(values.runs), tasks: Number(values.tasks) });
mkdirSync(join(store.home, 'models'), { recursive: true });
if (existsSync(values.model)) symlinkSync(values.model, join(store.home, 'models', 'small.gguf'));
try {
  if (parts.has('first')) await withApp(store.home, (app) => firstPage(app, store.home));
  if (parts.has('unread')) await unreadRuns(store.home);
  if (parts.has('runs') || parts.has('trace'))
    await withApp(store.home, async (app) => {
      const browser = await open();
      const page = await browser.newPage();
      await page.goto(app.link);
      await page.locator('main h1').waitFor();
      if (parts.has('runs')) await manyRuns(page);
      if (parts.has('trace')) await longTrace(page, store);
      await browser.close();
    });
  if (parts.has('events')) await manyEvents(store);
  if (parts.has('decode')) await withApp(store.home, (app) => decode(app, store.home));
} finally {
  rmSync(store.home, { recursive: true, force: true });
  printTable(
    `app with ${values.runs} runs and ${values.tasks} trials, median of ${rounds}`,
    rows.map(({ what, value, limit, atLeast = false }) => ({
      what,
      value: value.toFixed(value < 10 ? 3 : 0),
      limit: `${atLeast ? '>=' : '<='} ${limit}`,
      'ratio to limit': (value / limit).toFixed(2),
      holds: (atLeast ? value >= limit : value <= limit) ? 'yes' : 'no',
    })),
  );
}
