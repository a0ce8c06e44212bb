import { spawn } from 'node:child_process';
import { root } from '../kit/root.ts';
import type { Page } from 'playwright-core';
import type { QueuedJob, RunRow, TrialRow } from '@benchloop/spec';

export type Theme = 'light' | 'dark';
export type Shot = { name: string; path: string; act?: (page: Page) => Promise<void> };
export type OpenedApp = { link: string; close: () => Promise<void> };
export type Choice = { demo?: boolean; home?: string | undefined; link?: string | undefined };

/** A link into an app that was started for this, or that runs already. */
export const openApp = async ({ demo = false, home, link }: Choice): Promise<OpenedApp> => {
  if (link !== undefined) return { link, close: async () => undefined };
  const args = ['--import', 'tsx', 'cli/src/main.ts', 'dashboard', '--no-open', ...(demo ? ['--demo'] : [])];
  const env = { ...process.env, ...(home === undefined ? {} : { BENCHLOOP_HOME: home }) };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const printed = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const found = /http:\S+#token=\S+/u.exec(text);
      if (found !== null) resolve(found[0]);
    });
    void ended.then(() => reject(new Error(`the app ended before it was open: ${text}`)));
  });
  return {
    link: printed,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

const get = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate(`fetch('/api/${path}').then((answer) => answer.json())`) as Promise<Answer>;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when nothing waits and nothing runs. */
const untilQueueEnds = async (page: Page): Promise<void> => {
  for (;;) {
    const { jobs } = await get<{ jobs: QueuedJob[] }>(page, 'queue');
    if (!jobs.some(({ state }) => state === 'waiting' || state === 'running')) return;
    await wait(2000);
  }
};

const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
};

/** Every page with something on it: the newest complete runs are opened and compared. */
export const addressesOf = async (page: Page): Promise<Shot[]> => {
  await untilQueueEnds(page);
  const { runs } = await get<{ runs: RunRow[] }>(page, 'runs');
  const ids = runs.filter(({ status }) => status === 'complete').map(({ id }) => id);
  const [first] = ids;
  const { trials } = first === undefined ? { trials: [] } : await get<{ trials: TrialRow[] }>(page, `runs/${first}/trials`);
  const failed = trials.find(({ passed, suiteId }) => passed === false && suiteId === 'toolcall') ?? trials[0];
  const of = (name: string, path = name, act: Shot['act'] = settle): Shot => ({ name, path: `/${path}`, act });
  return [
    of('models'),
    of('benchmark'),
    of('queue'),
    of('runs'),
    ...(first === undefined ? [] : [of('run', `runs/${first}`)]),
    ...(first === undefined || failed === undefined ? [] : [of('trace', `runs/${first}/trace?trial=${encodeURIComponent(failed.id)}`)]),
    of('leaderboard'),
    of('compare', `compare?runs=${ids.slice(0, 4).join(',')}`),
    of('stacks'),
    of('chat'),
    of('docs'),
    of('palette', 'models', async (shown) => {
      await shown.keyboard.press('Control+k');
      await shown.locator('dialog[open]').waitFor();
    }),
  ];
};
