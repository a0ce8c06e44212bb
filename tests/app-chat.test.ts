import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunRow } from '@benchloop/spec';
import { ask, handsOn, openApp, shows, until, type App, type Watched } from './support/app.ts';
import { requireAsset } from './support/assets.ts';
import { chromiumProgram } from './support/chromium.ts';
import { sendChat, sendJson, startModelServer, type ModelServer } from './support/model-server.ts';

const chromium = chromiumProgram();

type Asked = {
  model: string;
  messages: { role: string; content: string }[];
  temperature?: number;
  seed?: number;
  tools?: { function: { name: string } }[];
};

/** A reply that calls the calculator. */
const sendCall = (response: ServerResponse): void => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'calculate', arguments: '{"operation":"multiply","a":6,"b":7}' } };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const choice of [{ delta: { role: 'assistant', tool_calls: [call] } }, { delta: {}, finish_reason: 'tool_calls' }])
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
  response.end('data: [DONE]\n\n');
};

describe('a chat in the app', () => {
  let home = '';
  let server: ModelServer;
  let app: App;
  let browser: Watched;
  let page: Page;
  const asked: Asked[] = [];

  beforeAll(async () => {
    if ('skip' in chromium) return;
    home = await mkdtemp(join(tmpdir(), 'app-chat-'));
    server = await startModelServer(
      (_request, response, _number, body) => {
        const request = JSON.parse(body) as Asked;
        asked.push(request);
        const isCalling = request.tools?.some((tool) => tool.function.name === 'calculate') === true;
        if (isCalling && request.messages.every(({ role }) => role !== 'tool')) sendCall(response);
        else sendChat(response, `I am ${request.model}.\nAnswer: 42`);
      },
      (_request, response) => sendJson(response, 200, { object: 'list', data: ['alder', 'birch'].map((id) => ({ id, object: 'model' })) }),
    );
    ({ app, browser, page } = await openApp(chromium.path, home, { env: { BENCHLOOP_ENDPOINTS: server.endpoint } }));
  });
  beforeEach((context) => void requireAsset(context, chromium));
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await server?.close();
    if (home !== '') await rm(home, { recursive: true, force: true });
  });

  const { go, press, jobs } = handsOn(() => ({ page, home }));
  const pick = (name: string, model: string) => page.getByRole('combobox', { name, exact: true }).selectOption({ label: model });
  const labels = () => page.getByRole('combobox', { name: 'model', exact: true }).locator('option').allInnerTexts();
  const labelOf = async (model: string): Promise<string> =>
    (await until(labels, (all) => all.some((label) => label.includes(model)))).find((label) => label.includes(model)) ?? '';

  test('two models answer side by side, with the system text and the sampling that were typed', async () => {
    await go('Chat');
    await pick('model', await labelOf('alder'));
    await page.getByRole('checkbox', { name: 'two models side by side' }).check();
    await pick('second model', await labelOf('birch'));
    await page.getByText('System text, sampling, thinking, tools').click();
    await page.getByLabel('system text').fill('Be brief.');
    await page.getByLabel('temperature').fill('eleven');
    await shows(page, /A sampling setting can’t be read/u);
    await page.getByLabel('temperature').fill('0.25');
    await page.getByLabel('seed').fill('11');
    await page.getByLabel('message').fill('What is 6 times 7?');
    await press('Send');
    await page.getByRole('region', { name: 'Conversation with the model' }).getByText('I am alder.').waitFor();
    await page.getByRole('region', { name: 'Conversation with the second model' }).getByText('I am birch.').waitFor();
    expect(asked.map(({ model }) => model).toSorted()).toEqual(['alder', 'birch']);
    for (const { messages, temperature, seed } of asked) {
      expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual(['system: Be brief.', 'user: What is 6 times 7?']);
      expect({ temperature, seed }).toEqual({ temperature: 0.25, seed: 11 });
    }
    await page.getByRole('checkbox', { name: 'two models side by side' }).uncheck();
  });

  test('demonstration tools are offered only where they are on, and the call stands beside its result', async () => {
    expect(asked.every(({ tools }) => tools === undefined)).toBe(true);
    await press('Start anew');
    await page.getByRole('checkbox', { name: /^demonstration tools/u }).check();
    await page.getByLabel('message').fill('Calculate 6 times 7.');
    await press('Send');
    await page.locator('.chat-tool').getByText('calculate({"operation":"multiply","a":6,"b":7})').waitFor();
    await page.locator('.chat-tool').getByText('→ 42').waitFor();
    await shows(page, 'I am alder.');
    expect(asked.at(-1)?.messages.at(-1)).toMatchObject({ role: 'tool', content: '42' });
    await page.getByRole('checkbox', { name: /^demonstration tools/u }).uncheck();
  });

  test('the chat becomes a task of a suite, which is run from the page', async () => {
    await press('Make a task of it');
    await page.getByLabel('question').fill('What is 6 times 7?');
    await page.getByLabel('the answer is').selectOption({ label: 'a number' });
    await page.getByLabel('right answer').fill('42');
    await press('Write the task');
    await shows(page, /^Written: the suite has 1 task/u);
    await page.getByRole('link', { name: 'Run it on the Benchmark page' }).click();
    await page.waitForURL('**/benchmark?suite=own*');
    expect(await page.getByRole('radio', { name: /^custom/u }).isChecked()).toBe(true);
    const suite = page.getByRole('checkbox', { name: /^Questions from my chats .* 1 tasks?\./u });
    expect(await suite.isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: /^alder/u }).check();
    await press('Start the run');
    await until(jobs, ([job]) => job?.state === 'done');
    const { runs } = await ask<{ runs: RunRow[] }>(page, 'runs');
    expect(runs).toMatchObject([{ model: 'alder', status: 'complete', passed: 1, judged: 1 }]);
    await page.goto(`${app.origin}/runs/${runs[0]?.id ?? ''}`);
    await press('Verify');
    await shows(page, /^Holds/u);
  });

  test('no page asked another place, and none failed', () => expect(browser.wrong).toEqual([]));
});
