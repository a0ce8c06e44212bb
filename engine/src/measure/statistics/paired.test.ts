import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clopperPearsonInterval } from './clopper-pearson.ts';
import {
  compositeInterval,
  medianInterval,
  pairedCompositeDifference,
  pairedMeanDifference,
  pairedMedianDifference,
  pairedRatio,
} from './cluster-bootstrap.ts';
import { equivalenceTest } from './equivalence.ts';
import { holm } from './holm.ts';
import { cohensG, mcnemarTest } from './mcnemar.ts';
import { pairedCounts, taskDifferences, type PairedTask } from './paired-task.ts';
import { pairedRateDifference, pairedScoreStatistic } from './paired-rate-difference.ts';
import { comparePaired, verdictOf } from './paired-verdict.ts';
import { pairedPermutationTest } from './permutation.ts';
import { detectableDifference, minimumDetectableEffect, tasksNeeded, trialsToSeparate } from './power.ts';
import { rankIntervals, sayRank } from './rank-intervals.ts';
import { studentCdf, studentQuantile } from './student.ts';

const share = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
const values = fc.array(share, { minLength: 1, maxLength: 3 });
const pairsOf = (minLength: number) => fc.array(fc.record({ a: values, b: values }), { minLength, maxLength: 25 });
const swap = (pairs: readonly PairedTask[]): PairedTask[] => pairs.map(({ a, b }) => ({ a: b, b: a }));
const counts = fc
  .record({ gained: fc.integer({ min: 0, max: 60 }), lost: fc.integer({ min: 0, max: 60 }), same: fc.integer({ min: 0, max: 200 }) })
  .filter(({ gained, lost, same }) => gained + lost + same > 0)
  .map(({ gained, lost, same }) => ({ n: gained + lost + same, gained, lost }));
/** Pairs of pass or fail with these counts. */
const pairsWith = ({ n, gained, lost }: { n: number; gained: number; lost: number }): PairedTask[] =>
  Array.from({ length: n }, (_, place) => ({
    a: [place >= gained && place < gained + lost ? 1 : 0],
    b: [place < gained ? 1 : 0],
  }));

describe('Clopper-Pearson', () => {
  test('mirrors, contains the share, and widens with confidence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (n, seed) => {
        const passed = seed % (n + 1);
        const { low, high } = clopperPearsonInterval(passed, n);
        const mirrored = clopperPearsonInterval(n - passed, n);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
        expect(mirrored.high).toBeCloseTo(1 - low, 10);
        expect(low).toBeLessThanOrEqual(passed / n);
        expect(high).toBeGreaterThanOrEqual(passed / n);
        const surer = clopperPearsonInterval(passed, n, 0.99);
        expect(surer.high - surer.low).toBeGreaterThan(high - low);
      }),
    );
  });

  test('none passed has the closed form 1 - (a/2)^(1/n)', () => {
    expect(clopperPearsonInterval(0, 6)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** (1 / 6), 12) });
  });

  test.each([
    [3, 0],
    [4, 3],
    [-1, 3],
    [0.5, 3],
  ])('%s passed of %s is refused', (passed, n) => {
    expect(() => clopperPearsonInterval(passed, n)).toThrow(RangeError);
  });
});

describe("Student's t", () => {
  test('quantile and distribution undo each other', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 500 }), (p, degrees) => {
        expect(studentCdf(studentQuantile(p, degrees), degrees)).toBeCloseTo(p, 9);
      }),
    );
    expect(() => studentCdf(1, 0)).toThrow(RangeError);
  });
});

describe('McNemar', () => {
  test('does not care which run is first; mid-p is below exact; more of the same is stronger evidence', () => {
    fc.assert(
      fc.property(counts, ({ gained, lost }) => {
        const result = mcnemarTest({ gained, lost });
        expect(mcnemarTest({ gained: lost, lost: gained })).toEqual(result);
        expect(result.midP).toBeLessThanOrEqual(result.exact);
        expect(result.midP).toBeGreaterThan(0);
        if (gained !== lost) expect(mcnemarTest({ gained: 2 * gained, lost: 2 * lost }).midP).toBeLessThan(result.midP);
      }),
    );
  });

  test('no discordant task is no evidence', () => {
    expect(mcnemarTest({ gained: 0, lost: 0 })).toEqual({ exact: 1, midP: 1 });
    expect(cohensG({ gained: 0, lost: 0 })).toBeNull();
    expect(cohensG({ gained: 9, lost: 1 })).toBeCloseTo(0.4, 12);
    expect(() => mcnemarTest({ gained: -1, lost: 0 })).toThrow(RangeError);
    expect(() => cohensG({ gained: 1.5, lost: 0 })).toThrow(RangeError);
  });
});

describe('difference of pass rates', () => {
  test('contains the difference, stays within -1 and 1, and mirrors', () => {
    fc.assert(
      fc.property(counts, (tasks) => {
        const { value, low, high } = pairedRateDifference(tasks);
        const mirrored = pairedRateDifference({ n: tasks.n, gained: tasks.lost, lost: tasks.gained });
        expect(value).toBeCloseTo((tasks.gained - tasks.lost) / tasks.n, 12);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(mirrored.low).toBeCloseTo(-high, 9);
        expect(mirrored.high).toBeCloseTo(-low, 9);
      }),
    );
  });

  test('the score falls as the supposed difference grows', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: -0.99, max: 0.95, noNaN: true }), (tasks, difference) => {
        expect(pairedScoreStatistic(tasks, difference + 0.04)).toBeLessThanOrEqual(pairedScoreStatistic(tasks, difference) + 1e-9);
      }),
    );
  });

  test('no discordant task still leaves doubt: z^2 / (n + z^2) on either side', () => {
    const { low, high } = pairedRateDifference({ n: 30, gained: 0, lost: 0 });
    expect(high).toBeCloseTo(3.8414588 / 33.8414588, 6);
    expect(low).toBeCloseTo(-high, 12);
  });

  test.each([
    { n: 0, gained: 0, lost: 0 },
    { n: 3, gained: 2, lost: 2 },
    { n: 3, gained: -1, lost: 0 },
  ])('%j is refused', (tasks) => {
    expect(() => pairedRateDifference(tasks)).toThrow(RangeError);
  });
});

describe('paired bootstrap', () => {
  const options = { seed: 4, resamples: 200 };

  test('swapping the runs mirrors the difference; the interval contains it', () => {
    fc.assert(
      fc.property(pairsOf(2), (pairs) => {
        const one = pairedMeanDifference(pairs, { ...options, method: 'percentile' });
        const other = pairedMeanDifference(swap(pairs), { ...options, method: 'percentile' });
        expect(other?.value).toBeCloseTo(-(one?.value ?? NaN), 12);
        if (one === null || one.interval === null) return;
        expect(one.interval.low).toBeLessThanOrEqual(one.value);
        expect(one.interval.high).toBeGreaterThanOrEqual(one.value);
        expect(other?.interval?.low).toBeCloseTo(-one.interval.high, 9);
      }),
      { numRuns: 50 },
    );
  });

  test('weights scale: doubling all changes nothing, and one suite alone is its own difference', () => {
    fc.assert(
      fc.property(pairsOf(2), pairsOf(2), (first, second) => {
        const of = (one: number, other: number) =>
          pairedCompositeDifference(
            [
              { weight: one, pairs: first },
              { weight: other, pairs: second },
            ],
            options,
          );
        expect(of(2, 6)?.value).toBeCloseTo(of(1, 3)?.value ?? NaN, 12);
        expect(of(1, 1e-12)?.value).toBeCloseTo(pairedMeanDifference(first, options)?.value ?? NaN, 9);
      }),
      { numRuns: 30 },
    );
  });

  test('a constant added to B moves the difference and its interval by it', () => {
    fc.assert(
      fc.property(pairsOf(3), (pairs) => {
        const moved = pairs.map(({ a, b }) => ({ a, b: b.map((value) => value + 5) }));
        const [one, other] = [pairedMeanDifference(pairs, options), pairedMeanDifference(moved, options)];
        expect(other?.value).toBeCloseTo((one?.value ?? NaN) + 5, 9);
        if (one === null || one.interval === null) return;
        expect(other?.interval?.low).toBeCloseTo(one.interval.low + 5, 6);
      }),
      { numRuns: 50 },
    );
  });

  test('a ratio is that of the times, whatever their size', () => {
    const pairs = Array.from({ length: 20 }, (_, place) => ({
      a: [100 + 7 * place],
      b: [(100 + 7 * place) * (place % 2 === 0 ? 2 : 2.1)],
    }));
    const ratio = pairedRatio(pairs, { seed: 1 });
    expect(ratio?.value).toBeCloseTo(Math.sqrt(2 * 2.1), 9);
    expect(ratio?.interval?.low).toBeGreaterThan(2);
    expect(ratio?.interval?.high).toBeLessThan(2.1);
    expect(pairedRatio([{ a: [0], b: [1] }], { seed: 1 })).toBeNull();
  });

  test('medians do not follow one wild time', () => {
    const calm = Array.from({ length: 25 }, (_, place) => ({ a: [10 + place], b: [11 + place + (place % 3)] }));
    const wild = [...calm.slice(1), { a: [10], b: [10_000] }];
    expect(pairedMedianDifference(wild, { seed: 1 })?.value).toBe(2);
    expect(pairedMeanDifference(wild, { seed: 1 })?.value).toBeGreaterThan(300);
    expect(pairedMedianDifference([], { seed: 1 })).toBeNull();
    const interval = medianInterval(
      calm.map(({ a }) => a),
      { seed: 1 },
    );
    expect(interval?.low).toBeGreaterThan(13);
    expect(interval?.high).toBeLessThan(31);
  });

  test('says nothing rather than too much', () => {
    expect(pairedMeanDifference([], options)).toBeNull();
    expect(pairedMeanDifference([{ a: [1], b: [] }], options)).toBeNull();
    expect(pairedMeanDifference([{ a: [1], b: [0] }], options)).toEqual({ value: -1, interval: null });
    expect(pairedMeanDifference(pairsWith({ n: 9, gained: 0, lost: 0 }), options)).toEqual({ value: 0, interval: null });
    expect(
      compositeInterval(
        [
          { weight: 1, groups: [[0], [1], [1]] },
          { weight: 1, groups: [[1]] },
        ],
        options,
      ),
    ).toBeNull();
    expect(compositeInterval([], options)).toBeNull();
  });
});

describe('permutation test', () => {
  const differences = fc.array(
    fc.integer({ min: -20, max: 20 }).map((value) => value / 20),
    { minLength: 1, maxLength: 25 },
  );

  test('does not care for order or direction, nor for tasks without a difference', () => {
    fc.assert(
      fc.property(differences, (list) => {
        const short = list.slice(0, 10);
        const p = pairedPermutationTest(short, { seed: 1 });
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(pairedPermutationTest(short.map((value) => -value).reverse(), { seed: 2 })).toBeCloseTo(p, 12);
        expect(pairedPermutationTest([...short, 0, 0], { seed: 3 })).toBeCloseTo(p, 12);
      }),
      { numRuns: 50 },
    );
  });

  test('is exact McNemar for pass and fail, also where signs are sampled', () => {
    const tasks = { n: 30, gained: 11, lost: 3 };
    expect(pairedPermutationTest(taskDifferences(pairsWith(tasks)), { seed: 1 })).toBeCloseTo(mcnemarTest(tasks).exact, 12);
    const many = { n: 90, gained: 30, lost: 15 };
    expect(pairedPermutationTest(taskDifferences(pairsWith(many)), { seed: 1 })).toBeCloseTo(mcnemarTest(many).exact, 2);
  });

  test('repeats with its seed, is never 0, and is 1 where nothing differs', () => {
    const list = Array.from({ length: 40 }, () => 1);
    expect(pairedPermutationTest(list, { seed: 'x' })).toBe(pairedPermutationTest(list, { seed: 'x' }));
    expect(pairedPermutationTest(list, { seed: 'x', permutations: 999 })).toBe(0.001);
    expect(pairedPermutationTest([0, 0], { seed: 1 })).toBe(1);
  });
});

describe('Holm', () => {
  test('never lowers a p, keeps their order, and lies between raw and Bonferroni', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (raw) => {
        const adjusted = holm(raw);
        for (const [place, p] of raw.entries()) {
          expect(adjusted[place]).toBeGreaterThanOrEqual(p);
          expect(adjusted[place]).toBeLessThanOrEqual(Math.min(1, p * raw.length) + 1e-12);
          for (const [other, q] of raw.entries()) if (p < q) expect(adjusted[place]).toBeLessThanOrEqual(adjusted[other] as number);
        }
      }),
    );
    expect(() => holm([1.1])).toThrow(RangeError);
  });
});

describe('power', () => {
  test('a detectable effect shrinks with the root of the tasks, and its own size is found by as many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 2_000 }), fc.double({ min: 0.05, max: 0.6, noNaN: true }), (tasks, deviation) => {
        const effect = minimumDetectableEffect({ tasks, deviation });
        expect(minimumDetectableEffect({ tasks: 4 * tasks, deviation })).toBeCloseTo(effect / 2, 12);
        expect(effect / deviation).toBeCloseTo((1.959964 + 0.8416212) / Math.sqrt(tasks), 6);
      }),
    );
  });

  test('smaller differences, more noise, more power: more tasks', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 0.4, noNaN: true }), fc.double({ min: 0.2, max: 0.9, noNaN: true }), (difference, square) => {
        const tasks = tasksNeeded({ difference, square }) ?? 0;
        expect(tasksNeeded({ difference: difference / 2, square })).toBeGreaterThan(tasks);
        expect(tasksNeeded({ difference, square: square * 1.5 })).toBeGreaterThan(tasks);
        expect(tasksNeeded({ difference, square, power: 0.95 })).toBeGreaterThan(tasks);
        expect(tasksNeeded({ difference: -difference, square })).toBe(tasks);
      }),
    );
  });

  test('Connor (1987): 0.25 of the pairs discordant, a difference of 0.1', () => {
    const reach = 1.959963985 * Math.sqrt(0.25) + 0.841621234 * Math.sqrt(0.25 - 0.01);
    expect(tasksNeeded({ difference: 0.1, square: 0.25 })).toBe(Math.ceil(reach ** 2 / 0.01));
  });

  test('trials still needed: more tasks at as many trials each', () => {
    const pairs = pairsWith({ n: 60, gained: 9, lost: 6 }).map(({ a, b }) => ({ a: [...a, ...a], b: [...b, ...b] }));
    const needed = trialsToSeparate(pairs);
    expect(needed?.tasks).toBe(tasksNeeded({ difference: 0.05, square: 0.25 }));
    expect(needed?.moreTasks).toBe((needed?.tasks ?? 0) - 60);
    expect(needed?.moreTrials).toBe(2 * (needed?.moreTasks ?? 0));
    expect(trialsToSeparate(pairsWith({ n: 60, gained: 30, lost: 0 }))).toMatchObject({ moreTasks: 0, moreTrials: 0 });
    expect(trialsToSeparate(pairsWith({ n: 60, gained: 5, lost: 5 }))).toBeNull();
    expect(trialsToSeparate([])).toBeNull();
    expect(detectableDifference(pairsWith({ n: 60, gained: 9, lost: 6 }))).toBeCloseTo((2.801585 * 0.5) / Math.sqrt(60), 6);
    expect(detectableDifference(pairsWith({ n: 60, gained: 0, lost: 0 }))).toBeNull();
    expect(() => tasksNeeded({ difference: 0.5, square: 0.1 })).toThrow(RangeError);
    expect(() => minimumDetectableEffect({ tasks: 0, deviation: 1 })).toThrow(RangeError);
  });
});

describe('equivalence', () => {
  test('does not care which run is first, and a wider margin is easier', () => {
    fc.assert(
      fc.property(pairsOf(4), fc.double({ min: 0.01, max: 0.3, noNaN: true }), (pairs, margin) => {
        const p = equivalenceTest(pairs, margin);
        if (p === null) return;
        expect(equivalenceTest(swap(pairs), margin)).toBeCloseTo(p, 9);
        expect(equivalenceTest(pairs, margin * 1.5)).toBeLessThanOrEqual(p + 1e-12);
      }),
    );
  });

  test('few tasks cannot show it even where nothing differs; many can', () => {
    expect(equivalenceTest(pairsWith({ n: 30, gained: 0, lost: 0 }), 0.03)).toBeGreaterThan(0.05);
    expect(equivalenceTest(pairsWith({ n: 180, gained: 0, lost: 0 }), 0.03)).toBeLessThan(0.05);
    expect(equivalenceTest(pairsWith({ n: 180, gained: 20, lost: 0 }), 0.03)).toBeGreaterThan(0.5);
    expect(equivalenceTest([{ a: [0.5], b: [0.4] }], 0.03)).toBeNull();
    expect(
      equivalenceTest(
        [
          { a: [0.5], b: [0.4] },
          { a: [0.6], b: [0.5] },
        ],
        0.03,
      ),
    ).toBeNull();
    expect(() => equivalenceTest([], 0)).toThrow(RangeError);
  });
});

describe('counts of pairs', () => {
  test('only where each task was tried once, as pass or fail', () => {
    expect(
      pairedCounts([
        { a: [1], b: [0] },
        { a: [0], b: [1] },
        { a: [1], b: [1] },
        { a: [1], b: [] },
      ]),
    ).toEqual({ n: 3, gained: 1, lost: 1 });
    expect(pairedCounts([{ a: [1], b: [0.5] }])).toBeNull();
    expect(pairedCounts([{ a: [1, 1], b: [0] }])).toBeNull();
    expect(pairedCounts([])).toBeNull();
  });
});

describe('verdict', () => {
  const judge = (pairs: readonly PairedTask[], margin = 0.03) => {
    const comparison = comparePaired(pairs, { seed: 1, margin });
    return comparison && verdictOf(comparison, comparison.p);
  };

  test.each([
    ['better', { n: 60, gained: 20, lost: 3 }],
    ['worse', { n: 60, gained: 3, lost: 20 }],
    ['cannot-tell', { n: 60, gained: 8, lost: 6 }],
    ['same', { n: 600, gained: 8, lost: 9 }],
    ['cannot-tell', { n: 1, gained: 1, lost: 0 }],
    ['cannot-tell', { n: 30, gained: 0, lost: 0 }],
  ] as const)('%s: %j', (verdict, tasks) => {
    expect(judge(pairsWith(tasks))).toBe(verdict);
  });

  test('swapping the runs swaps better and worse', () => {
    const mirrored = { better: 'worse', worse: 'better', same: 'same', 'cannot-tell': 'cannot-tell' } as const;
    fc.assert(
      fc.property(counts, (tasks) => {
        const verdict = judge(pairsWith(tasks));
        expect(judge(swap(pairsWith(tasks)))).toBe(verdict && mirrored[verdict]);
      }),
      { numRuns: 40 },
    );
  });

  test('repeated trials and scores use the permutation test and the bootstrap', () => {
    const pairs = Array.from({ length: 40 }, (_, place) => ({ a: [0, 0.5, 0], b: [place % 5 === 0 ? 0 : 1, 0.5, 1] }));
    expect(comparePaired(pairs, { seed: 1, margin: 0.03 })).toMatchObject({
      test: 'paired-permutation',
      intervalMethod: 'cluster-bootstrap',
      tasks: 40,
    });
    expect(judge(pairs)).toBe('better');
    expect(comparePaired([], { seed: 1, margin: 0.03 })).toBeNull();
  });

  test('an adjusted p can take a verdict back', () => {
    const comparison = comparePaired(pairsWith({ n: 60, gained: 12, lost: 3 }), { seed: 1, margin: 0.03 });
    if (comparison === null) throw new Error('no comparison');
    expect(verdictOf(comparison, comparison.p)).toBe('better');
    expect(verdictOf(comparison, comparison.p * 6)).toBe('cannot-tell');
  });
});

describe('rank intervals', () => {
  /** Runs that pass the first `passes` of `tasks`. */
  const suite = (passes: readonly number[], tasks: number) => ({
    weight: 1,
    tasks: Array.from({ length: tasks }, (_, place) => passes.map((count) => (place < count ? 1 : 0))),
  });

  test('clear gaps give single ranks, equals share theirs', () => {
    const ranks = rankIntervals([suite([20, 58, 40, 40], 60)], { seed: 1 });
    expect(ranks.map(sayRank)).toEqual(['4', '1', '2-3', '2-3']);
    expect(ranks.map(({ tiedWith }) => tiedWith)).toEqual([[], [], [3], [2]]);
    expect(ranks[1]?.value).toBeCloseTo(58 / 60, 12);
  });

  test('few tasks tie what many separate', () => {
    expect(rankIntervals([suite([3, 5], 6)], { seed: 1 }).map(sayRank)).toEqual(['1-2', '1-2']);
    expect(rankIntervals([suite([150, 250], 300)], { seed: 1 }).map(sayRank)).toEqual(['2', '1']);
  });

  test('the point rank lies within, the order of runs does not matter, and the best possible rank is always taken', () => {
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((runs) => fc.array(fc.array(share, { minLength: runs, maxLength: runs }), { minLength: 2, maxLength: 20 }));
    fc.assert(
      fc.property(table, (tasks) => {
        const ranks = rankIntervals([{ weight: 1, tasks }], { seed: 1, resamples: 100 });
        const reversed = rankIntervals([{ weight: 1, tasks: tasks.map((row) => [...row].reverse()) }], { seed: 1, resamples: 100 });
        expect([...reversed].reverse().map(sayRank)).toEqual(ranks.map(sayRank));
        for (const [place, { value, low, high, tiedWith }] of ranks.entries()) {
          const above = ranks.filter((other) => other.value > value + 1e-12).length;
          expect(low).toBeLessThanOrEqual(above + 1);
          expect(high).toBeGreaterThanOrEqual(above + 1);
          expect(high - low).toBe(tiedWith.length);
          for (const other of tiedWith) expect(ranks[other]?.tiedWith).toContain(place);
        }
        expect(Math.min(...ranks.map(({ low }) => low))).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  test('weights decide between suites', () => {
    const one = suite([60, 0], 60);
    const other = suite([0, 60], 60);
    expect(
      rankIntervals(
        [
          { ...one, weight: 3 },
          { ...other, weight: 1 },
        ],
        { seed: 1 },
      ).map(sayRank),
    ).toEqual(['1', '2']);
  });

  test('a table with gaps is refused', () => {
    expect(() => rankIntervals([], { seed: 1 })).toThrow(RangeError);
    expect(() => rankIntervals([{ weight: 1, tasks: [[1, 0], [1]] }], { seed: 1 })).toThrow(RangeError);
    expect(() => rankIntervals([{ weight: 1, tasks: [[1, 0]] }], { seed: 1 })).toThrow(RangeError);
  });
});
