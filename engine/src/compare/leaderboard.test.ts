import { describe, expect, test } from 'vitest';
import { boardSchema, standingSchema, type Standing } from '@benchloop/spec';
import { createRandom } from '../kit/random.ts';
import { buildRun, buildSuite, buildTrial, taskIds } from '../summary/fixtures.ts';
import { suiteWeights } from '../summary/formula.ts';
import { summarize } from '../summary/summarize.ts';
import { leaderboardOf, mostRanked } from './leaderboard.ts';
import { standingOf } from './standing.ts';

const random = createRandom('leaderboard');
let made = 0;

const standing = (share: number, change: Partial<Standing> = {}): Standing => {
  made += 1;
  const passed = (suite: string): Record<string, number> =>
    Object.fromEntries(taskIds(suite, 40).map((id) => [id, Number(random.chance(share))]));
  return {
    runId: `run-${made}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString(),
    board: 'one',
    boardTitle: 'core',
    stack: `stack-${made}`,
    model: 'M',
    quantization: null,
    provider: 'openai',
    server: null,
    harness: 'raw',
    profile: 'core',
    thinking: 'default',
    contextInForce: null,
    place: 'local',
    machine: 'CPU',
    status: 'complete',
    frozen: true,
    quality: 100 * share,
    decodeTokensPerSecond: 10,
    ttftMs: 5,
    memoryBytes: null,
    judged: 80,
    passed: 40,
    planned: 80,
    tasks: { reasonmath: passed('reasonmath'), toolcall: passed('toolcall') },
    ...change,
  };
};

test('runs that are far apart have ranks of their own, equals share a range', () => {
  const [weak, good, alike] = [standing(0.1), standing(0.7), standing(0.7)];
  const [board] = leaderboardOf([weak, good, alike]);
  expect(boardSchema.parse(board).rankedTasks).toBe(80);
  expect(board?.rows.at(-1)).toMatchObject({ runId: weak.runId, rank: { low: 3, high: 3, tiedWith: [] } });
  for (const row of board?.rows.slice(0, 2) ?? []) expect(row.rank).toMatchObject({ low: 1, high: 2 });
});

test('boards of one title say that they differ; one that has its title alone keeps it', () => {
  const boards = leaderboardOf([
    standing(0.5),
    standing(0.5, { board: 'another-one' }),
    standing(0.5, { board: 'third', boardTitle: 'smoke' }),
  ]);
  const titles = boards.map(({ title }) => title);
  expect(new Set(titles).size).toBe(3);
  expect(titles).toContain('smoke');
  expect(titles).toContain('core, board anothe (its tasks, checkers or sampling differ)');
});

test('the limits of a quality hold it, are those of its own tasks and never leave 0 to 100', () => {
  const [board] = leaderboardOf([standing(0), standing(0.5), standing(1)]);
  for (const { rankedQuality, rankedInterval } of board?.rows ?? []) {
    expect(rankedInterval?.low).toBeGreaterThanOrEqual(0);
    expect(rankedInterval?.high).toBeLessThanOrEqual(100);
    expect(rankedInterval?.low).toBeLessThanOrEqual(rankedQuality ?? Number.NaN);
    expect(rankedInterval?.high).toBeGreaterThanOrEqual(rankedQuality ?? Number.NaN);
  }
  // Two suites of 40 tasks, all passed: each has Wilson's lower limit 0.9124, its distance from 1 shrinks by the root of the weights' squares.
  const best = board?.rows[0];
  expect(best).toMatchObject({ rankedQuality: 100, rankedInterval: { high: 100 } });
  const weights = [suiteWeights['reasonmath'] ?? 0, suiteWeights['toolcall'] ?? 0];
  const shrunk = Math.hypot(...weights) / ((weights[0] ?? 0) + (weights[1] ?? 0));
  expect(best?.rankedInterval?.low).toBeCloseTo(100 - 100 * (1 - 0.912_375) * shrunk, 2);
  expect(leaderboardOf([standing(0.5, { tasks: {} })])[0]?.rows[0]?.rankedInterval).toBeNull();
});

test('runs that were asked other things never share a board', () => {
  const boards = leaderboardOf([standing(0.5), standing(0.9, { board: 'two' }), standing(0.5)]);
  expect(boards.map(({ rows }) => rows.length)).toEqual([2, 1]);
});

test('the latest run of a stack stands for it, unless every run is wanted', () => {
  const [old, late] = [standing(0.5, { stack: 's' }), standing(0.6, { stack: 's' })];
  expect(leaderboardOf([late, old])[0]?.rows.map(({ runId }) => runId)).toEqual([late.runId]);
  expect(leaderboardOf([late, old], { everyRun: true })[0]?.rows).toHaveLength(2);
});

test('a run with many trials unjudged is shown without a rank, and shrinks nothing', () => {
  const broken = standing(0.9, { judged: 20, tasks: { reasonmath: { 'reasonmath-01': 1 } } });
  const [board] = leaderboardOf([standing(0.5), broken]);
  expect(board?.rankedTasks).toBe(80);
  expect(board?.rows.at(-1)).toMatchObject({ runId: broken.runId, rank: null, rankedQuality: null });
});

test('of a board with hundreds of runs the best are ranked, and all are shown', () => {
  const many = Array.from({ length: mostRanked + 20 }, (_, place) => standing(place / (mostRanked + 20)));
  const [board] = leaderboardOf(many);
  expect(board?.rows).toHaveLength(mostRanked + 20);
  expect(board?.rows.filter(({ rank }) => rank !== null)).toHaveLength(mostRanked);
  expect(board?.rows.slice(-20).every(({ rank, quality }) => rank === null && (quality ?? 100) < 10)).toBe(true);
});

test('runs in progress are left out; one run alone has rank 1', () => {
  const alone = standing(0.5);
  expect(leaderboardOf([standing(0.5, { frozen: false })])).toEqual([]);
  expect(leaderboardOf([alone])[0]?.rows[0]?.rank).toEqual({ low: 1, high: 1, tiedWith: [] });
});

describe('filters', () => {
  test('by model, and by one suite, which then ranks alone', () => {
    const all = [standing(0.5, { model: 'Alpha' }), standing(0.5, { model: 'Beta' })];
    expect(leaderboardOf(all, { filter: { model: 'alp' } })[0]?.rows.map(({ model }) => model)).toEqual(['Alpha']);
    expect(leaderboardOf(all, { filter: { suite: 'toolcall' } })[0]?.rankedTasks).toBe(40);
    expect(leaderboardOf(all, { filter: { suite: 'nothing' } })).toEqual([]);
  });

  test('a value that was chosen stands for itself, and not for those that hold it', () => {
    const all = [standing(0.5, { model: 'alpha' }), standing(0.5, { model: 'alpha-2' })];
    const models = (model: string, wholeValues: boolean) =>
      leaderboardOf(all, { filter: { model }, wholeValues })[0]?.rows.map((row) => row.model);
    expect(models('alpha', false)).toHaveLength(2);
    expect(models('alpha', true)).toEqual(['alpha']);
    expect(models('Alpha', true)).toBeUndefined();
  });
});

describe('what is kept of a run', () => {
  const reportOf = (change: Parameters<typeof buildRun>[0]['plan'] = {}, seed = 1) => {
    const suites = [{ ...buildSuite('reasonmath', taskIds('reasonmath', 3)), seed }, buildSuite('speed', ['decode-01'])];
    const run = buildRun({ suites, plan: change });
    const trials = suites.flatMap(({ id, tasks }) => tasks.map((taskId) => buildTrial({ suiteId: id, taskId })));
    return { run, trials, summary: summarize({ run, trials }) };
  };

  test('scores by task of the judged suites', () => {
    const kept = standingSchema.parse(standingOf(reportOf()));
    expect(kept.tasks).toEqual({ reasonmath: { 'reasonmath-01': 1, 'reasonmath-02': 1, 'reasonmath-03': 1 } });
    expect(kept).toMatchObject({ quality: 100, judged: 3, passed: 3, planned: 3 });
  });

  test('another seed is another board; another server is another stack of the same board', () => {
    const base = standingOf(reportOf());
    expect(standingOf(reportOf({}, 2)).board).not.toBe(base.board);
    const other = reportOf();
    const elsewhere = standingOf({
      ...other,
      run: { ...other.run, server: other.run.server === null ? null : { ...other.run.server, threads: 8 } },
    });
    expect(elsewhere.board).toBe(base.board);
    expect(elsewhere.stack).not.toBe(base.stack);
  });

  test('a remote service has no speed here', () => {
    const kept = standingOf(reportOf({ place: { value: 'remote', origin: 'flag' } }));
    expect([kept.decodeTokensPerSecond, kept.ttftMs]).toEqual([null, null]);
  });
});
