import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { features, type TriedServer } from './features.ts';
import { caseTitles, recordedServers } from './recorded-shapes.ts';
import { serversPage, serversPages } from './servers-page.ts';

const server: TriedServer = {
  name: 'Server',
  version: '1',
  provider: 'openai',
  model: 'small-model',
  abilities: { tools: 'yes', thinking: 'unknown' },
  features: {
    streaming: { level: 'ok', what: 'Tokens arrive one by one.' },
    'tool-call': { level: 'impossible', what: 'Tools are dropped.' },
    'tokens-counted': { level: 'note', what: 'The first reply failed.' },
    thinking: { level: 'note', what: 'No reasoning | came.' },
  },
};

test('the page gives a word for each level, and a dash where nothing was asked', () => {
  const page = serversPage([server]);
  expect(page).toContain('| Server | 1 | `openai` | yes | no | — | model cannot | — | not shown | — | — |');
  expect(page).toContain('- tools: Tools are dropped.');
  expect(page).not.toContain('- seed:');
});

test('every recorded shape is a conformance case, and every server has one', () => {
  for (const { name, shapes } of recordedServers) {
    const titles = Object.values(shapes).flat();
    expect(titles.length, name).toBeGreaterThan(0);
    expect(titles.filter((title) => !caseTitles.has(title))).toEqual([]);
  }
});

test('no server stands on both lists of the page', async () => {
  const page = serversPage([server]);
  for (const { name } of recordedServers) expect(page.split(`\n| ${name} |`)).toHaveLength(2);
  expect(new Set(features.map(({ check }) => check)).size).toBe(features.length);
});

test('a tree in which nothing was recorded gets no page', async () => {
  expect(await serversPages('/nowhere')).toEqual(new Map());
});

test('the committed page says what the committed record says', async () => {
  const pages = await serversPages(root);
  expect([...pages.keys()]).toEqual(['docs/servers.md']);
  for (const [file, text] of pages) expect((await readFile(join(root, file), 'utf8')).replaceAll('\r\n', '\n')).toBe(text);
});
