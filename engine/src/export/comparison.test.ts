import type { Report, Trial } from '@benchloop/spec';
import { describe, expect, test } from 'vitest';
import { compareRuns } from '../compare/compare.ts';
import { decide } from '../compare/decide.ts';
import { leaderboardOf } from '../compare/leaderboard.ts';
import { standingOf } from '../compare/standing.ts';
import { uses } from '../compare/uses.ts';
import { buildRun, buildSuite, buildTrial, taskIds } from '../summary/fixtures.ts';
import { comparisonToConsole, comparisonToCsv, comparisonToMarkdown } from './comparison.ts';
import { decisionToConsole } from './decision.ts';
import { reportOf } from './fixtures.ts';
import { leaderboardToConsole, leaderboardToCsv } from './leaderboard.ts';

const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

/** A run whose every task has the same part of a point. */
const runOf = (id: string, value: number, harness = 'raw', tasks = 30): Report => {
  const suites = [buildSuite('dataextract', taskIds('mails', tasks)), buildSuite('speed', ['decode-01', 'decode-02'])];
  const made = buildRun({ suites });
  const run = { ...made, id, digest: 'sha256:x', manifest: { ...made.manifest, harness: { ...made.manifest.harness, id: harness } } };
  const trials = suites.flatMap(({ id: suiteId, tasks: ids }) =>
    ids.map((taskId): Trial =>
      buildTrial({ suiteId, taskId, ...(suiteId === 'speed' ? {} : { score: { value, passed: value === 1, reason: 'as built' } }) }),
    ),
  );
  return reportOf(run, trials);
};

const compare = (...reports: Report[]) => compareRuns(reports.map((report) => ({ report, integrity: 'holds' as const })));

describe('a comparison says of every number its n and interval, or why there is none', () => {
  const alike = compare(runOf('a', 0.5), runOf('b', 0.5, 'hermes'));

  test.each([
    ['console', comparisonToConsole(alike)],
    ['Markdown', comparisonToMarkdown(alike)],
  ])('%s: no interval stands beside its reason', (_format, text) => {
    expect(flat(text)).toContain('95 % no interval, as the scores differ alike on every task, 30 tasks');
    expect(flat(text)).toContain('No interval: scores that differ alike on every task, or a single task, show no spread');
    expect(flat(text)).toMatch(/tokens per solved task .*neither run solved a task/u);
    expect(flat(text)).toContain('not run: no energy was read');
    expect(flat(text)).toMatch(/Ladder of harness.* quality on the 30 tasks that all tried/u);
    expect(flat(text)).toContain('30 answered wrongly; n=32 trials');
  });

  test('80 columns hold beside values of five digits', () => {
    const [one, other] = [runOf('a', 0.5), runOf('b', 1, 'hermes')];
    expect(longest(comparisonToConsole(compare(one, other)))).toBeLessThanOrEqual(80);
  });

  test('CSV: a column tells the reason', () => {
    const [head = '', first = ''] = comparisonToCsv(alike).split('\r\n');
    expect(first.split(',')[head.split(',').indexOf('noInterval')]).toMatch(/no interval/u);
    expect(first).toContain('as the scores differ alike on every task');
  });

  test('one task alone has a reason of its own', () => {
    const [pair] = compare(runOf('a', 0.5, 'raw', 1), runOf('b', 0.25, 'raw', 1)).pairs;
    expect(pair?.sentence).toContain('no interval, as one task shows no spread, 1 task');
  });

  test('three runs: ranks, matrix and ladder say why they have none; 80 columns hold', () => {
    const three = compare(runOf('a', 0.5), runOf('b', 0.5, 'hermes'), runOf('c', 1, 'constrained'));
    const text = comparisonToConsole(three);
    expect(flat(text)).toContain('Quality has no interval of its own here: the rank is what the data allow at 95 %');
    expect(flat(text)).toContain('The interval and n of each difference stand in the table of its pair');
    expect(longest(text)).toBeLessThanOrEqual(80);
  });
});

describe('boards and decisions', () => {
  const reports = [runOf('20261202-030514-1d8718', 0.5), runOf('20261202-030538-fb2fc1', 1, 'hermes')];

  test('a board counts the trials of suites with a score only, and tells what its numbers are', () => {
    const boards = leaderboardOf(reports.map((report) => ({ ...standingOf(report), integrity: 'holds' as const })));
    expect(boards[0]?.rows[0]).toMatchObject({ judged: 30, planned: 30, passed: 30 });
    expect(flat(leaderboardToConsole(boards))).toContain('n is the trials judged of those planned');
    const [head = '', row = ''] = leaderboardToCsv(boards).split('\r\n');
    expect(row.split(',')[head.split(',').indexOf('rankedTasks')]).toBe('30');
    const cell = (name: string): string => row.split(',')[head.split(',').indexOf(name)] ?? '';
    expect(Number(cell('rankedQuality'))).toBeCloseTo(100);
    expect(cell('rankedQualityHigh')).toBe('100');
    expect(Number(cell('rankedQualityLow'))).toBeCloseTo(88.65, 1);
    expect(flat(leaderboardToConsole(boards))).toContain('88.6 to 100.0');
    expect(row).toContain('medians: see report RUN');
  });

  test('a decision fits 80 columns and tells what its numbers are', () => {
    const use = uses.find(({ id }) => id === 'extraction');
    if (use === undefined) throw new Error('no such use');
    const text = decisionToConsole(
      decide(
        reports.map((report) => ({ report, integrity: 'holds' as const })),
        use,
      ),
    );
    expect(longest(text)).toBeLessThanOrEqual(80);
    expect(flat(text)).toContain('Points are means over the 30 tasks that all who can be chosen tried.');
    expect(flat(text)).toMatch(/longcontext and instructfollow count for 40 % of this use/u);
  });
});
