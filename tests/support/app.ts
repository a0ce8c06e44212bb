import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { QueuedJob } from '@benchloop/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startTimeoutMs = 120_000;
const pollMs = 50;
/** A slow machine may need this long to show what a quick one shows at once. */
export const patienceMs = 120_000;

export type App = {
  /** Opens one page, once. */
  link: string;
  origin: string;
  said: () => string;
  /** Ends it as Ctrl-C does, and gives its exit code. */
  stop: () => Promise<number | null>;
  /** Ends it as a crash does. */
  kill: () => Promise<void>;
};

export type AppOptions = { env?: Record<string, string>; args?: readonly string[]; program?: readonly string[]; cwd?: string };

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('close', (code) => resolve(code)));

/** Starts `bench-loop dashboard --no-open` as a person does, and waits for its link. Nothing of the person's own is found. */
export const startApp = async (home: string, { env = {}, args = [], program, cwd = root }: AppOptions = {}): Promise<App> => {
  const [command = process.execPath, ...first] = program ?? [process.execPath, 'dist/bench-loop.js'];
  const child = spawn(command, [...first, 'dashboard', '--no-open', ...args], {
    cwd,
    env: { ...process.env, HOME: home, BENCHLOOP_HOME: home, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended(child);
  };
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const link = /is open at (http:\S+)/u.exec(text)?.[1];
    if (link !== undefined)
      return {
        link,
        origin: new URL(link).origin,
        said: () => text,
        stop: () => end('SIGINT'),
        kill: async () => void (await end('SIGKILL')),
      };
    await sleep(pollMs);
  }
  await end('SIGKILL');
  throw new Error(`the app gave no link: ${text}`);
};

/** A browser whose pages are watched. */
export type Watched = {
  /** Opens a page of the app with a link that it gave out. */
  open: (app: App) => Promise<Page>;
  context: BrowserContext;
  /** Requests to another place than an app, and errors of pages. */
  wrong: string[];
  close: () => Promise<void>;
};

const isOwn = (url: string, origins: ReadonlySet<string>): boolean =>
  /^(?:data|blob|about):/u.test(url) || origins.has(new URL(url).origin);

export const startBrowser = async (executablePath: string): Promise<Watched> => {
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  context.setDefaultTimeout(patienceMs);
  const origins = new Set<string>();
  const wrong: string[] = [];
  context.on('request', (request) => isOwn(request.url(), origins) || wrong.push(`asked ${request.url()}`));
  context.on('weberror', (error) => wrong.push(error.error().message));
  context.on('console', (message) => /content security policy/iu.test(message.text()) && wrong.push(message.text()));
  return {
    context,
    wrong,
    open: async (app) => {
      origins.add(app.origin);
      const page = await context.newPage();
      await page.goto(app.link);
      return page;
    },
    close: () => browser.close(),
  };
};

/** Starts the app and a browser, with the app's first page open in it. */
export const openApp = async (browserPath: string, home: string, options: AppOptions = {}) => {
  const app = await startApp(home, options);
  const browser = await startBrowser(browserPath);
  const page = await browser.open(app);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { app, browser, page };
};

/** Waits until the page shows a text that fits. */
export const shows = async (page: Page, text: RegExp | string): Promise<void> => {
  await page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`${String(text)} is not on ${page.url()}, which says: ${await page.locator('body').innerText()}`, { cause: error });
    });
};

/** Waits until a value read from the page is as the check wants it. */
export const until = async <Value>(read: () => Promise<Value>, isEnough: (value: Value) => boolean): Promise<Value> => {
  let value = await read();
  await expect
    .poll(
      async () => {
        value = await read();
        return isEnough(value);
      },
      { timeout: patienceMs, interval: 100 },
    )
    .toBe(true);
  return value;
};

/** What the app's data say, asked by the page itself with its session. */
export const ask = async <Answer>(page: Page, path: string): Promise<Answer> =>
  (await (await page.request.get(`${new URL(page.url()).origin}/api/${path}`)).json()) as Answer;

/** What a person does on the page of a test, and what is then stored. Asked anew each time, because a test may start another app. */
export const handsOn = (current: () => { page: Page; home: string }) => ({
  go: (title: string): Promise<void> => current().page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click(),
  press: (name: RegExp | string): Promise<void> => current().page.getByRole('button', { name }).click(),
  jobs: async (): Promise<QueuedJob[]> => (await ask<{ jobs: QueuedJob[] }>(current().page, 'queue')).jobs,
  storedIds: async (runId: string): Promise<string[]> =>
    (await readFile(join(current().home, 'runs', runId, 'trials.jsonl'), 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: string }).id),
});
