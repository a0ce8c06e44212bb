import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../kit/root.ts';
import { coverageOf, simulationFile, statisticsPage, statisticsPages, type Simulation } from './statistics-page.ts';

const simulation = JSON.parse(await readFile(join(root, simulationFile), 'utf8')) as Simulation;

/** Simulated shares scatter by about half a point. */
describe('the recorded simulation', () => {
  test.each(coverageOf(simulation).map((row) => [`${row['interval']}, ${row['setting']}, ${row['tasks']} tasks`, row] as const))(
    '%s: 93 to 97 %%',
    (_name, row) => {
      expect(row['coverage %']).toBeGreaterThanOrEqual(93);
      expect(row['coverage %']).toBeLessThanOrEqual(97);
      expect(row['none given %']).toBeLessThan(0.1);
    },
  );

  const bandsOf = (row: Record<string, string | number>): number[] =>
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('pass rates') ? [Number(value)] : []));
  const few = (interval: string) => simulation.fewTrials.filter((row) => row['interval'] === interval);

  test('Clopper-Pearson is never below its confidence', () => {
    expect(few('Clopper-Pearson').length).toBeGreaterThan(0);
    for (const row of few('Clopper-Pearson')) for (const share of bandsOf(row)) expect(share).toBeGreaterThanOrEqual(95);
  });

  test('Wilson is within 93 to 97 % from three trials on, and the others are not, as the page says', () => {
    for (const row of few('Wilson').filter(({ trials }) => Number(trials) >= 3))
      for (const share of bandsOf(row)) expect(Math.abs(share - 95)).toBeLessThanOrEqual(2);
    for (const name of ['Clopper-Pearson', 'Clopper-Pearson, mid-p'])
      for (const row of few(name)) expect(Math.max(...bandsOf(row))).toBeGreaterThan(97);
    for (const row of few('Wilson').filter(({ trials }) => Number(trials) < 3)) expect(Math.min(...bandsOf(row))).toBeLessThan(93);
  });

  test('percentile limits of differences and medians hold where BCa limits do not', () => {
    for (const row of simulation.bcaBeside) expect(row['percentile %']).toBeGreaterThanOrEqual(93);
    expect(Math.min(...simulation.bcaBeside.map((row) => Number(row['BCa %'])))).toBe(90.6);
  });

  test.each(simulation.typeOneErrors.map((row) => [`${row['test']}, ${row['setting']}, ${row['tasks']} tasks`, row] as const))(
    '%s: at most 5.5 %%',
    (_name, row) => {
      expect(row['rejected %']).toBeLessThanOrEqual(5.5);
    },
  );

  test('as many tasks as are said to be needed find the difference in about 80 %', () => {
    for (const row of simulation.powerReached) expect(Math.abs(Number(row['found %']) - 80)).toBeLessThan(5);
  });

  test('at most 5 % of equal models are called better, and rank intervals hold in at least 95 %', () => {
    for (const row of simulation.verdicts) expect(row['false better %']).toBeLessThanOrEqual(5);
    for (const row of simulation.ranks) expect(row['whole table right %']).toBeGreaterThanOrEqual(95);
  });

  test('early stops keep their promise', () => {
    for (const row of simulation.untilWidth) expect(row['coverage %']).toBeGreaterThanOrEqual(93);
    const equal = simulation.untilSeparated.filter((row) => new Set(String(row['pass rates']).split(' against ')).size === 1);
    expect(equal.length).toBeGreaterThan(0);
    for (const row of equal) expect(row['told apart %']).toBeLessThanOrEqual(5.5);
  });
});

test('the page has every recorded number, and there is none without a record', async () => {
  const page = statisticsPage(simulation);
  for (const row of Object.values(simulation).flat()) expect(page).toContain(`| ${Object.values(row).join(' | ')} |`);
  expect(await statisticsPages(join(root, 'spec'))).toEqual(new Map());
});
