import { expect, test } from 'vitest';
import type { Run, Trial } from '@benchloop/spec';
import { toConsole } from '../export/console.ts';
import { toCsv } from '../export/csv.ts';
import { toJson } from '../export/json.ts';
import { toMarkdown } from '../export/markdown.ts';
import type { PriceList } from '../models/prices.ts';
import { buildCall, buildRun, buildSuite, buildTrial, taskIds } from '../summary/fixtures.ts';
import { summarize } from '../summary/summarize.ts';
import { costOfRun } from './cost-of-run.ts';

const prices: PriceList = {
  list: 'file',
  dated: '2026-01-31',
  currency: 'EUR',
  prices: [{ provider: 'anthropic', model: 'claude-x', host: 'api.anthropic.com', input: 2, output: 10 }],
};

const suite = buildSuite('reasonmath', taskIds('rates', 3));
const speed = buildSuite('speed', taskIds('decode', 3));

const runAt = (endpoint: string, place: 'local' | 'remote'): Run => {
  const run = buildRun({
    suites: [suite, speed],
    plan: {
      endpoint: { value: endpoint, origin: 'flag' },
      provider: { value: 'anthropic', origin: 'flag' },
      place: { value: place, origin: 'found' },
    },
  });
  return {
    ...run,
    model: run.model === null ? null : { ...run.model, providerId: 'anthropic', name: 'claude-x' },
    server: run.server === null ? null : { ...run.server, place },
  };
};

const trials: Trial[] = [
  ...suite.tasks.map((taskId, second) => buildTrial({ suiteId: 'reasonmath', taskId, calls: [buildCall({ cached: null })] }, second)),
  ...speed.tasks.map((taskId, second) => buildTrial({ suiteId: 'speed', taskId, calls: [buildCall({ cached: null })] }, second)),
];
const cloud = runAt('https://api.anthropic.com', 'remote');
const perCall = (200 * 2 + 61 * 10) / 1e6;

test('a run at a paid service costs the sum of its calls', () => {
  const cost = costOfRun({ run: cloud, trials }, prices);
  expect(cost).toMatchObject({ currency: 'EUR', dated: '2026-01-31', list: 'file', calls: 6, pricedCalls: 6, unknownBecause: null });
  expect(cost?.amount).toBeCloseTo(6 * perCall, 12);
  expect(cost?.trials['reasonmath/rates-01#0']).toBeCloseTo(perCall, 12);
});

test('a call without counts is said to have no known price, and its trial has none', () => {
  const [first, ...rest] = trials;
  const lost: Trial[] = [{ ...(first as Trial), calls: [buildCall({ cached: null }), { ...buildCall(), usage: null }] }, ...rest];
  const cost = costOfRun({ run: cloud, trials: lost }, prices);
  expect(cost).toMatchObject({ calls: 7, pricedCalls: 6, unknownBecause: expect.stringMatching(/token counts/u) });
  expect(cost?.trials[first?.id ?? '']).toBeNull();
  expect(cost?.amount).toBeCloseTo(6 * perCall, 12);
});

test('a service that the list does not know is said to be unknown, by name and host', () => {
  expect(costOfRun({ run: runAt('https://gateway.example.com/v1', 'remote'), trials }, prices)).toMatchObject({
    amount: null,
    pricedCalls: 0,
    unknownBecause: 'the list has no price for claude-x of anthropic at gateway.example.com',
  });
});

test.each([
  ['this machine', runAt('http://127.0.0.1:8080/v1', 'local')],
  ['another machine of a private network', runAt('http://192.168.1.7:8080/v1', 'remote')],
  ['an endpoint that was not reached', { ...cloud, model: null }],
])('nobody is paid for %s', (_title, run) => {
  expect(costOfRun({ run, trials }, prices)).toBeNull();
});

test('a local server that passes requests on to a host elsewhere is paid for', () => {
  const run = runAt('http://127.0.0.1:11434', 'remote');
  expect(costOfRun({ run, trials }, prices)).toMatchObject({ amount: null });
});

const reportOf = (run: Run) => {
  const cost = costOfRun({ run, trials }, prices);
  return { run, trials, summary: summarize({ run, trials }), ...(cost === null ? {} : { cost }) };
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ');

test('every format tells the cost with the day of the prices, and that remote speed is not ranked', () => {
  const report = reportOf(cloud);
  const words = 'for 6 calls, at the prices of your price file, dated 2026-01-31';
  expect(oneLine(toConsole(report))).toContain(`Cost 0.0061 EUR ${words}`);
  expect(toMarkdown(report)).toContain(`Cost: 0.0061 EUR ${words}`);
  expect(JSON.parse(toJson(report))).toMatchObject({ cost: { currency: 'EUR', dated: '2026-01-31', pricedCalls: 6 } });
  const [head = '', row = ''] = toCsv(report).split('\r\n');
  const cells = Object.fromEntries(head.split(',').map((name, column) => [name, row.split(',')[column]]));
  expect(cells).toMatchObject({ cost: String(perCall), cost_currency: 'EUR', prices_dated: '2026-01-31' });
  expect(oneLine(toConsole(report))).toMatch(/never ranked with local speed[^]*Speed|Speed of a remote endpoint/u);
});

test('the figure of a remote run leaves speed out and says so; that of the same run here does not', () => {
  const remote = summarize({ run: cloud, trials });
  expect(remote.overall).toMatchObject({ formula: 'without-speed', speed: null });
  expect(remote.notComparableBecause.join()).toMatch(/never ranked with local speed/u);
  const local = summarize({ run: runAt('http://127.0.0.1:8080/v1', 'local'), trials });
  expect(local.overall.formula).toBe('with-speed');
  expect(local.overall.speed).toBeGreaterThan(0);
  expect(local.notComparableBecause.join()).not.toMatch(/ranked/u);
});

test('without anybody to pay no format speaks of cost', () => {
  const report = reportOf(runAt('http://127.0.0.1:8080/v1', 'local'));
  expect(toConsole(report)).not.toMatch(/^Cost/mu);
  expect(JSON.parse(toJson(report))).not.toHaveProperty('cost');
});
