import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message, QueuedJob, Report, TrialRow, TrialStory } from '@benchloop/spec';
import { ask, handsOn, shows, startApp, startBrowser, until, type App, type Watched } from './support/app.ts';
import { llamaServer, requireAsset, starterModel, type RealServer } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { freePort } from './support/server-process.ts';

const needs = { server: llamaServer(), browser: chromiumProgram(), model: starterModel() };

/** So many that a run lasts longer than a person needs to pause it, also on a fast machine. */
const tasksEach = 20;

/** One data home, one app, one page: each test goes on where the one before ended, as a person does. */
describe('from the first look at the app to a choice, with a real model', () => {
  let home = '';
  let port = 0;
  let app: App;
  let browser: Watched;
  let page: Page;
  let server: RealServer | null = null;
  /** Of the runs with the harness raw and with hermes. */
  let ids: string[] = [];

  beforeAll(async () => {
    if ('skip' in needs.server || 'skip' in needs.browser || 'skip' in needs.model) return;
    home = await mkdtemp(join(tmpdir(), 'app-'));
    port = await freePort();
    await mkdir(join(home, 'models'), { recursive: true });
    await symlink(needs.model.path, join(home, 'models', 'small.gguf'));
    app = await startApp(home, { env: { LLAMA_ARG_PORT: String(port) } });
    browser = await startBrowser(needs.browser.path);
    page = await browser.open(app);
  });
  beforeEach((context) => {
    requireAsset(context, needs.server);
    requireAsset(context, needs.browser);
    requireAsset(context, needs.model);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await server?.stop();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const { go, press, jobs, storedIds } = handsOn(() => ({ page, home }));
  const replyOf = async (runId: string, id: string) => {
    const { messages } = await ask<TrialStory>(page, `runs/${runId}/story?trial=${encodeURIComponent(id)}`);
    const reply = messages.find((message): message is Extract<Message, { role: 'assistant' }> => message.role === 'assistant');
    // The first line alone: a page shows the others as lines of their own.
    const [reasoning, content] = [reply?.reasoning, reply?.content].map((text) => text?.trim().split('\n')[0]);
    return { id, reasoning, content };
  };
  const settled = (count: number): Promise<QueuedJob[]> =>
    until(jobs, (all) => all.length === count && all.every(({ state }) => state !== 'running' && state !== 'waiting'));

  test('the link opens the app and holds no token any more; a server that starts shows up by itself', async () => {
    await shows(page, 'small');
    expect(page.url()).toBe(`${app.origin}/models`);
    server = await ('skip' in needs.server
      ? Promise.reject(new Error(needs.server.skip))
      : needs.server.start({ port, contextTokens: 2048 }));
    await page.getByRole('row', { name: /smollm2/u }).waitFor();
    expect(await page.getByRole('row', { name: /smollm2/u }).innerText()).toMatch(/135M/u);
    await shows(page, `http://127.0.0.1:${port}`);
  });

  test('a check from the model’s row says what the stack can do and what to change', async () => {
    await press('Check smollm2');
    await shows(page, /This stack can|The plan can run/u);
    const panel = await page.getByRole('region', { name: 'Preflight of smollm2' }).innerText();
    expect(panel).toMatch(/context/iu);
    expect(panel.match(/\bok\b/giu)?.length ?? 0).toBeGreaterThan(3);
    await press('Close');
  });

  test('a model is run with two harnesses: an estimate first, then one runs and one waits', async () => {
    await page.getByRole('link', { name: 'Benchmark smollm2' }).click();
    await page.getByRole('checkbox', { name: /smollm2/u, checked: true }).waitFor();
    await page.getByRole('checkbox', { name: /^hermes/u }).check();
    await page.getByRole('radio', { name: /^custom/u }).check();
    await shows(page, 'Choose at least one suite.');
    await page.getByRole('checkbox', { name: /^Reasoning|68 tasks/u }).check();
    await page.getByLabel('Most tasks of a suite').fill(String(tasksEach));
    await page.getByLabel('Longest reply, tokens').fill('48');
    await page.getByLabel('Context, tokens').fill('2048');
    await until(
      () => page.getByRole('region', { name: 'What it takes' }).innerText(),
      (text) => new RegExp(`Trials\\s+${2 * tasksEach}`, 'u').test(text),
    );
    await press('Start 2 runs');
    await page.waitForURL('**/queue');
    await page.getByRole('row', { name: new RegExp(`running: .*of ${tasksEach}`, 'u') }).waitFor();
    await page.getByRole('row', { name: /waiting, 1 before it/u }).waitFor();
    await shows(page, '1 running, 1 waiting');
  });

  test('the run is watched, paused, gone on with, cancelled and gone on with, and loses nothing', async () => {
    const [first] = await jobs();
    await page.getByRole('link', { name: /Open the run of .*raw/u }).click();
    await until(
      async () => Number(await page.getByRole('progressbar', { name: 'Trials done' }).getAttribute('value')),
      (done) => done > 1,
    );
    expect(
      await page
        .getByRole('table', { name: /trials that ended, newest first/u })
        .getByRole('row')
        .count(),
    ).toBeGreaterThan(1);
    await press('Pause after the trials that run');
    await shows(page, 'Paused; finished trials are kept');
    const paused = await storedIds(first?.runId ?? '');
    const late = await browser.context.newPage();
    await late.goto(page.url());
    await shows(late, `${paused.length} of ${tasksEach} trials`);
    await shows(page, `${paused.length} of ${tasksEach} trials`);
    await late.close();
    await press('Go on');
    await shows(page, /Waits for its turn, 1 before it/u);

    await page.goto(`${app.origin}/queue`);
    await page.getByRole('row', { name: new RegExp(`hermes.*running: .*[1-9] of ${tasksEach}`, 'u') }).waitFor();
    await press(/^Cancel: .*hermes/u);
    await page.getByRole('row', { name: /hermes.*cancelled/u }).waitFor();
    await press(/^Go on: .*hermes/u);
    const ended = await settled(2);
    expect(ended.map(({ state }) => state)).toEqual(['done', 'done']);
    ids = ended.map(({ runId }) => runId ?? '');
    for (const id of ids) expect([(await storedIds(id)).length, new Set(await storedIds(id)).size]).toEqual([tasksEach, tasksEach]);
    expect((await storedIds(ids[0] ?? '')).slice(0, paused.length)).toEqual(paused);
    await page.getByRole('row', { name: /raw.*done/u }).waitFor();
  });

  test('the result is verified from its receipts, and a failed trial shows why it failed', async () => {
    await page.getByRole('link', { name: /Open the run of .*raw/u }).click();
    await page.getByRole('region', { name: 'Scores' }).waitFor();
    await press('Verify');
    await shows(page, new RegExp(`${tasksEach} trials scored again from their receipts, 0 differ`, 'u'));
    await shows(page, 'Holds');
    await page.getByRole('link', { name: 'Open the trials' }).click();
    const chosen = page.getByRole('listbox', { name: 'Trials' }).getByRole('option', { selected: true });
    await chosen.waitFor();
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${ids[0]}/trials`);
    const failed = trials.filter(({ passed }) => passed !== true);
    expect(await chosen.innerText()).toContain(failed[0]?.taskId);
    await shows(page, failed[0]?.reason.slice(0, 40) ?? '');
    await page.keyboard.press('n');
    await until(
      async () => page.url(),
      (url) => url.includes(encodeURIComponent(failed[1]?.taskId ?? 'none')),
    );
    await page.goBack();
    await page.getByRole('region', { name: 'Verification' }).waitFor();
  });

  test('the two runs are compared in words, and decided on', async () => {
    await go('Compare');
    for (const id of ids) await page.getByRole('checkbox', { name: new RegExp(id, 'u') }).check();
    await shows(page, /is better than|is worse than|the same|cannot tell|can’t tell/u);
    await page.getByRole('heading', { name: 'Tasks whose verdict changed' }).waitFor();
    await press('Decide');
    await page.getByRole('table', { name: /^Candidates for/u }).waitFor();
    await go('Leaderboard');
    await page
      .getByRole('row', { name: /hermes/u })
      .first()
      .waitFor();
  });

  test('a run gets a name, tags and a note; it is exported, deleted, put back, deleted and imported', async () => {
    const [, id = ''] = ids;
    await go('Runs');
    await press(`Edit ${id}`);
    await page.getByLabel('Name', { exact: true }).fill('Small with tags');
    await page.getByLabel('Tags, separated by commas').fill('try, keep');
    await page.getByRole('textbox', { name: 'Notes' }).fill('Short replies.');
    await press('Save');
    const row = page.getByRole('row', { name: /Small with tags/u });
    await row.waitFor();
    expect(await row.innerText()).toContain('keep');
    await shows(page, 'Short replies.');
    const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link', { name: /^Export/u }).click()]);
    const zip = join(home, 'run.zip');
    await download.saveAs(zip);

    await row.getByRole('button', { name: /^Delete/u }).click();
    await row.waitFor({ state: 'detached' });
    await press('Undo');
    await row.waitFor();
    expect((await ask<{ report: Report }>(page, `runs/${id}`)).report.summary.coverage).toBe(1);
    await row.getByRole('button', { name: /^Delete/u }).click();
    await row.waitFor({ state: 'detached' });
    await shows(page, new RegExp(`Run ${id} was deleted`, 'u'));
    await page.getByLabel('Zip of a run to import').setInputFiles(zip);
    await page.waitForURL(`**/runs/${id}`);
    await page.getByRole('heading', { name: 'Small with tags' }).waitFor();
    await press('Verify');
    await shows(page, 'Holds');
  });

  test('the model’s server dies in mid-run: the page says so, and what it failed is run again', async () => {
    await page.goto(`${app.origin}/benchmark?model=smollm2&provider=openai&endpoint=${encodeURIComponent(`http://127.0.0.1:${port}/v1`)}`);
    await page.getByRole('radio', { name: /^custom/u }).check();
    await page.getByRole('checkbox', { name: /^Reasoning|68 tasks/u }).check();
    await page.getByLabel('Most tasks of a suite').fill('6');
    await page.getByLabel('Longest reply, tokens').fill('32');
    await press('Start the run');
    await page.waitForURL('**/queue');
    await page.getByRole('row', { name: /running: [1-9] of 6/u }).waitFor();
    await server?.stop();
    const died = (await settled(3)).at(-1);
    await page.goto(`${app.origin}/runs/${died?.runId ?? ''}`);
    await shows(page, /without a verdict/u);
    await shows(page, /Start the server, or give the address where it listens/u);
    server = 'skip' in needs.server ? null : await needs.server.start({ port, contextTokens: 2048 });
    await press('Run them again');
    await page.waitForURL((url) => !url.pathname.includes(died?.runId ?? ''));
    const again = (await settled(4)).at(-1);
    expect(again?.state).toBe('done');
    expect(new Set(await storedIds(again?.runId ?? '')).size).toBe(6);
    const [before, after] = await Promise.all(
      [died, again].map(async (one) => (await ask<{ report: Report }>(page, `runs/${one?.runId ?? ''}`)).report),
    );
    const judged = before?.trials.filter(({ error }) => error === null) ?? [];
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.length).toBeLessThan(6);
    // What had a verdict is taken over as it was, and nothing is left without one.
    expect(after?.trials).toEqual(expect.arrayContaining(judged));
    expect(after?.summary.coverage).toBe(1);
    await page.getByRole('region', { name: 'Scores' }).waitFor();
    expect(await page.getByText(/without a verdict/u).count()).toBe(0);
  });

  test('a model that thinks aloud: a chat and a trace show its thinking apart, folded until it is asked for', async () => {
    await server?.stop();
    server = 'skip' in needs.server ? null : await needs.server.start({ port, contextTokens: 2048, template: 'thinking' });
    await page.goto(`${app.origin}/chat`);
    const onServer = page.getByRole('option', { name: new RegExp(`^smollm2 on .*:${port}$`, 'u') });
    await page.getByRole('combobox', { name: 'model', exact: true }).selectOption((await onServer.getAttribute('value')) ?? '');
    await page.getByText('System text, sampling, thinking, tools').click();
    await page.getByLabel('most tokens').fill('64');
    await page.getByLabel('message').fill('Tell me a long story about a river.');
    await press('Send');
    await page
      .locator('.chat-times')
      .filter({ hasText: /\d+ tokens/u })
      .waitFor();
    const answer = page.getByRole('region', { name: 'Conversation with the model' });
    const thought = answer.getByRole('group').locator('.chat-text');
    expect(await thought.isVisible()).toBe(false);
    await answer.getByText(/^Thinking \(\d+ characters\)$/u).click();
    const thoughtText = await thought.innerText();
    const said = await answer.locator('.chat-answer > .chat-text').innerText();
    expect([thoughtText.length, said.length].map((length) => length > 20)).toEqual([true, true]);
    expect(said).not.toContain(thoughtText);

    await page.goto(`${app.origin}/benchmark?model=smollm2&provider=openai&endpoint=${encodeURIComponent(`http://127.0.0.1:${port}/v1`)}`);
    await page.getByRole('radio', { name: /^custom/u }).check();
    // Tasks that are answered in prose.
    await page.getByRole('checkbox', { name: /^Following/u }).check();
    await page.getByLabel('Most tasks of a suite').fill('4');
    await page.getByLabel('Longest reply, tokens').fill('64');
    await press('Start the run');
    const run = (await settled(5)).at(-1);
    const { trials } = await ask<{ trials: TrialRow[] }>(page, `runs/${run?.runId}/trials`);
    const replies = await Promise.all(trials.map(({ id }) => replyOf(run?.runId ?? '', id)));
    const { id, reasoning = '', content = '' } = replies.find((reply) => reply.reasoning && reply.content) ?? {};
    expect(reasoning.length).toBeGreaterThan(20);
    await page.goto(`${app.origin}/runs/${run?.runId}/trace?trial=${encodeURIComponent(id ?? 'none that thought and answered')}`);
    const conversation = page.getByRole('region', { name: /^Conversation of/u });
    const head = conversation.getByRole('button', { name: 'thinking', exact: true });
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await conversation.locator('.trace-assistant .trace-text').filter({ hasText: content }).waitFor();
    const shown = conversation.locator('.trace-thinking .trace-text');
    expect(await shown.count()).toBe(0);
    await head.click();
    await shown.filter({ hasText: reasoning }).waitFor();
  });

  test('no page asked another place, and none failed', () => {
    expect(browser.wrong).toEqual([]);
  });
});
