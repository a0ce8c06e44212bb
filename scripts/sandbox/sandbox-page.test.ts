import { expect, test } from 'vitest';
import { escapeCorpus } from '../../engine/src/sandbox/corpus/corpus.ts';
import { root } from '../kit/root.ts';
import { sandboxPage, sandboxPages } from './sandbox-page.ts';

test('every program has its row, with the result of each level, a failure and a gap in plain sight', () => {
  const page = sandboxPage({
    levels: [
      {
        level: 'wasm',
        system: 'linux x64, Node 20',
        results: { 'py-loop': { held: true, how: 'time, TimeLimit' }, 'js-loop': { held: false, how: 'was not stopped' } },
      },
    ],
  });
  for (const { id } of escapeCorpus) expect(page).toContain(`| \`${id}\` |`);
  expect(page).toContain('| `py-loop` | python | loops for ever | held: time, TimeLimit |');
  expect(page).toContain('| `js-loop` | javascript | loops for ever | **failed**: was not stopped |');
  expect(page).toContain('| `py-regex` | python | matches a pattern that backtracks for ever | not recorded |');
  expect(page).toContain(`2 of ${escapeCorpus.length} programs recorded, 1 got what they wanted`);
});

test('what was recorded for the published page covers the whole corpus, and everything held', async () => {
  const page = (await sandboxPages(root)).get('docs/sandbox.md') ?? '';
  expect(page).toContain('`wasm+os`');
  expect(page).not.toMatch(/\*\*failed\*\*|not recorded/u);
});
