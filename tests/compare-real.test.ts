import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comparisonSchema, decisionSchema, isJudged, type Board, type Comparison, type Report } from '@benchloop/spec';
import { requireAsset, starterModel } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { runCli } from './support/cli.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'compare-real-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

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

const expectSound = async (browser: Browser, file: string, words: readonly string[]): Promise<void> => {
  for (const each of looks) {
    const { wrong, text } = await look(browser, file, each);
    expect({ ...each, wrong }).toEqual({ ...each, wrong: [] });
    for (const each of words) expect(text).toContain(each);
  }
};

const judgedTasks = ({ trials }: Report): Map<string, boolean> =>
  new Map(
    trials
      .filter(({ outcome }) => isJudged(outcome))
      .map(({ suiteId, taskId, score }) => [`${suiteId}/${taskId}`, score?.passed === true] as const),
  );

/** What must hold of any comparison of two runs of one trial each, counted here once more from the trials. */
const expectSameFacts = (comparison: Comparison, [a, b]: readonly [Report, Report]): void => {
  const [inA, inB] = [judgedTasks(a), judgedTasks(b)];
  const shared = [...inA.keys()].filter((id) => inB.has(id));
  const [pair] = comparison.pairs;
  if (pair === undefined) throw new Error('no pair');
  const named = (flips: typeof pair.gained) => flips.map(({ suiteId, taskId }) => `${suiteId}/${taskId}`).toSorted();
  expect(named(pair.gained)).toEqual(shared.filter((id) => inA.get(id) === false && inB.get(id) === true).toSorted());
  expect(named(pair.lost)).toEqual(shared.filter((id) => inA.get(id) === true && inB.get(id) === false).toSorted());
  for (const lines of [pair.suites, pair.difficulties]) {
    expect(lines.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(shared.length);
    expect(lines.reduce((sum, { gained, lost }) => sum + gained + lost, 0)).toBe(pair.gained.length + pair.lost.length);
  }
  for (const { difference, scoreA, scoreB, low, high } of pair.suites) {
    expect(difference).toBeCloseTo(scoreB - scoreA, 9);
    if (low !== null && high !== null) expect(low <= difference && difference <= high).toBe(true);
  }
  expect(comparison.rankedTasks).toBe(pair.quality?.tasks);
  for (const [place, report] of [a, b].entries()) {
    const failed = report.trials.filter(({ score }) => score?.passed !== true).length;
    expect(comparison.runs[place]?.causes.reduce((sum, { count }) => sum + count, 0)).toBe(failed);
    expect(comparison.runs[place]?.trials).toBe(report.trials.length);
  }
  // Three tasks a suite can't separate two settings that answer almost alike.
  if (pair.gained.length + pair.lost.length < 6) expect(pair.quality?.verdict).toBe('cannot-tell');
};

/** The numbers of the suites as the page writes them. */
const numbersOf = ({ pairs }: Comparison): string[] =>
  pairs.flatMap(({ suites }) => suites.flatMap(({ id, scoreA, scoreB }) => [id, scoreA.toFixed(1), scoreB.toFixed(1)]));

test('two settings of the starter model are compared, decided on, gated, ranked and shown', async (context) => {
  const { path } = requireAsset(context, starterModel());
  const executablePath = requireAsset(context, chromiumProgram()).path;
  const raw = await measure(path, 'raw');
  const hermes = await measure(path, 'hermes');
  expect(raw.run.manifest.digest).not.toBe(hermes.run.manifest.digest);
  expect(raw.summary.notRun.map(({ suiteId }) => suiteId)).toContain('toolcall');
  expect(hermes.trials).toHaveLength(9);
  const ids = [raw.run.id, hermes.run.id];

  const compared = comparisonSchema.parse(JSON.parse(await call(['compare', ...ids, '--json'])));
  expectSameFacts(compared, [raw, hermes]);
  const sentence = flat(compared.pairs[0]?.sentence ?? '');
  expect(flat(await call(['compare', ...ids]))).toContain(sentence);
  const decision = decisionSchema.parse(JSON.parse(await call(['decide', '--use', 'extraction', '--json', ...ids])));
  const values = decision.candidates.flatMap(({ value }) => value ?? []);
  expect(decision.candidates.find(({ runId }) => runId === decision.choice)?.value).toBe(Math.max(...values));
  expect(decision.candidates.reduce((sum, { winsShare }) => sum + (winsShare ?? 0), 0)).toBeCloseTo(1, 9);
  expect(decision.next?.expectedMs).toBeGreaterThan(0);
  expect(await call(['gate', hermes.run.id, '--min', 'reasonmath=0'])).toContain('Gate passed');
  const boards = JSON.parse(await call(['leaderboard', '--all', '--json'])) as Board[];
  const rows = boards.flatMap((board) => board.rows);
  expect(rows.map(({ runId }) => runId).toSorted()).toEqual(ids.toSorted());
  for (const report of [raw, hermes]) expect(rows.find(({ runId }) => runId === report.run.id)?.judged).toBe(judgedTasks(report).size);

  const [comparisonFile, reportFile] = [join(home, 'compare.html'), join(home, 'report.html')];
  await call(['compare', ...ids, '--format', 'html', '--output', comparisonFile]);
  await call(['report', hermes.run.id, '--format', 'html', '--output', reportFile]);
  expect(await readFile(comparisonFile, 'utf8')).toMatch(/^<!doctype html>/iu);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await expectSound(browser, comparisonFile, [sentence, ...numbersOf(compared)]);
    await expectSound(browser, reportFile, ['Passed by difficulty', 'Energy: not run.']);
  } finally {
    await browser.close();
  }
});
