import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '@benchloop/spec';
import { requireAsset, starterModel } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'compare-real-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const verdictWords = /is better than|is worse than|the same|cannot tell|can’t tell/u;
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const call = async (args: readonly string[], codes: readonly number[] = [0]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(args, home);
  expect(codes, stderr).toContain(code);
  return stdout;
};

const measure = async (model: string, harness: string): Promise<Report> => {
  const plan = ['--profile', 'custom', '--suites', 'reasonmath,dataextract,toolcall', '--tasks-per-suite', '3'];
  const limits = ['--threads', '1', '--ctx', '4096', '--max-tokens', '48'];
  return JSON.parse(await call(['run', '--model', model, '--harness', harness, ...plan, ...limits, '--json'])) as Report;
};

type Look = { colorScheme: 'light' | 'dark'; width: number };
const looks: Look[] = [1280, 390].flatMap((width) => [
  { colorScheme: 'light' as const, width },
  { colorScheme: 'dark' as const, width },
]);

/** What is wrong with a page, and the words that can be seen on it. */
const look = async (browser: Browser, file: string, { colorScheme, width }: Look): Promise<{ wrong: string[]; text: string }> => {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  const wrong: string[] = [];
  const own = pathToFileURL(file).href;
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('request', (request) => /^(?:data|blob):/.test(request.url()) || request.url() === own || wrong.push(request.url()));
  await page.goto(own, { waitUntil: 'load' });
  const found = await page.evaluate(`({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    tables: document.querySelectorAll('table').length,
    bare: [...document.querySelectorAll('table')].filter((table) => !table.caption?.textContent.trim()).length,
    text: document.body.innerText,
  })`);
  const { overflow, tables, bare, text } = found as { overflow: number; tables: number; bare: number; text: string };
  if (overflow > 0) wrong.push(`${overflow} px too wide`);
  if (tables === 0) wrong.push('no table');
  if (bare > 0) wrong.push(`${bare} tables without a caption`);
  await page.close();
  return { wrong, text: flat(text) };
};

const expectSound = async (browser: Browser, file: string, words: RegExp): Promise<void> => {
  for (const each of looks) {
    const { wrong, text } = await look(browser, file, each);
    expect({ ...each, wrong }).toEqual({ ...each, wrong: [] });
    expect(text).toMatch(words);
  }
};

test('two settings of the starter model are compared, decided on, gated, ranked and shown', async (context) => {
  const { path } = requireAsset(context, starterModel());
  const executablePath = requireAsset(context, chromiumProgram()).path;
  const raw = await measure(path, 'raw');
  const hermes = await measure(path, 'hermes');
  expect(raw.run.manifest.digest).not.toBe(hermes.run.manifest.digest);
  expect(raw.summary.notRun.map(({ suiteId }) => suiteId)).toContain('toolcall');
  expect(hermes.trials).toHaveLength(9);
  const ids = [raw.run.id, hermes.run.id];

  expect(flat(await call(['compare', ...ids]))).toMatch(verdictWords);
  expect(JSON.parse(await call(['compare', ...ids, '--json']))).toBeTypeOf('object');
  expect(flat(await call(['decide', '--use', 'extraction', ...ids]))).not.toBe('');
  expect(await call(['gate', hermes.run.id, '--min', 'reasonmath=0'], [0, 3])).toContain('reasonmath');
  expect(await call(['leaderboard', '--all'])).toMatch(/raw[^]*hermes|hermes[^]*raw/u);

  const [comparison, report] = [join(home, 'compare.html'), join(home, 'report.html')];
  await call(['compare', ...ids, '--format', 'html', '--output', comparison]);
  await call(['report', hermes.run.id, '--format', 'html', '--output', report]);
  expect(await readFile(comparison, 'utf8')).toMatch(/^<!doctype html>/iu);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await expectSound(browser, comparison, verdictWords);
    await expectSound(browser, report, /Passed by difficulty/u);
  } finally {
    await browser.close();
  }
});
