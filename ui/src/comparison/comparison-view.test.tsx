import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Comparison, Difference, Pair } from '@benchloop/spec';
import { renderComparisonHtml } from '../report/comparison-html.tsx';
import { ComparisonView } from './comparison-view.tsx';

const line = (id: string, change: Partial<Difference> = {}): Difference => ({
  id,
  tasks: 30,
  scoreA: 40,
  scoreB: 60,
  difference: 20,
  low: 8,
  high: 31,
  method: 'tango',
  p: 0.002,
  pHolm: 0.004,
  test: 'mcnemar-mid-p',
  equivalenceP: 0.9,
  verdict: 'better',
  gained: 7,
  lost: 1,
  passRate: null,
  mcnemar: null,
  moreTrials: null,
  detectable: 9,
  ...change,
});

const run = (id: string, name: string): Comparison['runs'][number] => ({
  id,
  name,
  model: name,
  quantization: null,
  harness: 'raw',
  thinking: 'default',
  contextInForce: 4096,
  place: 'local',
  profile: 'core',
  status: 'complete',
  integrity: 'holds',
  quality: 50,
  decodeTokensPerSecond: 40,
  ttftMs: 100,
  memoryBytes: 2 ** 30,
  solved: 15,
  causes: [{ cause: 'answered wrongly', count: 9 }],
  contextFailures: 0,
});

const pair = (a: string, b: string, change: Partial<Pair> = {}): Pair => ({
  a,
  b,
  sentence: `${b} is better than ${a}: +20.0 points.`,
  refused: null,
  narrowed: ['toolcall is only in the first run'],
  unlike: ['thinking default and on'],
  quality: line('quality'),
  suites: [line('reasonmath', { low: null, high: null, verdict: 'cannot-tell', moreTrials: 120 })],
  difficulties: [line('hard')],
  tags: [],
  gained: [{ suiteId: 'reasonmath', taskId: 'rates-01', outcome: 'scored', reason: 'it is 12 km', cut: false }],
  lost: [],
  figures: [
    {
      id: 'decode',
      title: 'decode rate',
      unit: 'tok/s',
      better: 'higher',
      a: 40,
      b: 20,
      ratio: { value: 0.5, low: 0.48, high: 0.53, n: 12 },
      note: null,
    },
    { id: 'energy', title: 'energy per solved task', unit: 'J', better: 'lower', a: null, b: null, ratio: null, note: 'not measured' },
  ],
  stack: [{ what: 'threads', a: '2', b: '4' }],
  ...change,
});

const comparison = (runs: number, change: Partial<Comparison> = {}): Comparison => {
  const all = Array.from({ length: runs }, (_, place) => run(`run-${place}`, `Model ${place}`));
  return {
    formatVersion: 1,
    confidence: 0.95,
    margin: 3,
    runs: all,
    doubts: [],
    pairs: all.flatMap(({ id }, place) => all.slice(place + 1).map((other) => pair(id, other.id))),
    ranks: all.map(({ id }) => ({ runId: id, value: 50, low: 1, high: runs, tiedWith: [] })),
    rankedTasks: 30,
    ladders: [],
    front: [],
    ...change,
  };
};

const textOf = (data: Comparison): string => renderToStaticMarkup(<ComparisonView comparison={data} />);

test('the words come before every number, and every number has its interval or says that there is none', () => {
  const html = textOf(comparison(2));
  expect(html.indexOf('run-1 is better than run-0')).toBeLessThan(html.indexOf('<table'));
  expect(html).toContain('+8.0 to +31.0');
  expect(html).toContain('no interval');
  expect(html).toContain('cannot tell yet (about 120 more trials)');
  expect(html).toContain('0.50x (0.48 to 0.53), n=12');
  expect(html).toContain('not measured');
  expect(html).toContain('Left out: toolcall is only in the first run.');
});

test('three runs have ranks as ranges and a table of each beside each', () => {
  const html = textOf(comparison(3));
  expect(html).toContain('1-3');
  expect(html).toContain('Each row beside each column');
  expect(textOf(comparison(2))).not.toContain('Each row beside each column');
});

test('a changed run is told first', () => {
  expect(textOf(comparison(2, { doubts: ['Model 0 was changed after it was made'] }))).toMatch(/^<p role="alert">Model 0 was changed/u);
});

test('hostile names and reasons stay text, and the file asks for nothing from elsewhere', () => {
  const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u202E';
  const data = comparison(2, {
    runs: [run('run-0', hostile), run('run-1', 'B')],
    pairs: [pair('run-0', 'run-1', { sentence: hostile, stack: [{ what: hostile, a: hostile, b: '' }] })],
  });
  const html = renderComparisonHtml(data, '0.1.0');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('<img');
  expect(html).not.toContain('\u202E');
  expect(html).toContain('default-src &#x27;none&#x27;');
  expect(html).not.toMatch(/(?:src|href)="https?:/u);
});
